/// The unit of the numbers of `Levels`.
public enum LevelUnit: String, Hashable, Sendable, CaseIterable {
    /// A ratio of 0 to 1.
    case ratio
    /// Decibels relative to full scale, -60 to 0.
    case decibels

    /// The lowest level of a meter, in decibels.
    static let floor = -60.0

    /// The number converted to a level of 0 to 1.
    func level(_ number: Double) -> Double {
        guard number.isFinite else { return 0 }
        return switch self {
        case .ratio: min(max(number, 0), 1)
        case .decibels: min(max(1 - number / Self.floor, 0), 1)
        }
    }
}
