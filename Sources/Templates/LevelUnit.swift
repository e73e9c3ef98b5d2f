/// What the numbers of `Levels` tell.
public enum LevelUnit: String, Hashable, Sendable, CaseIterable {
    /// 0 to 1.
    case ratio
    /// Below full scale, from -60 to 0.
    case decibels

    /// The quietest level that a meter shows, in decibels.
    static let floor = -60.0

    /// The level as 0 to 1.
    func level(_ number: Double) -> Double {
        guard number.isFinite else { return 0 }
        return switch self {
        case .ratio: min(max(number, 0), 1)
        case .decibels: min(max(1 - number / Self.floor, 0), 1)
        }
    }
}
