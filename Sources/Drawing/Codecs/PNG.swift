/// The PNG codec.
public enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// How much time is taken to make a file small.
    public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
        /// Written as quickly as can be.
        case fast
        /// Smaller, in several times the time: for what is kept, or sent to small devices.
        case small
        /// As small as can be, however long it takes.
        case best
    }
}
