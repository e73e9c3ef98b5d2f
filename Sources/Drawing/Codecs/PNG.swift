/// The PNG codec.
public enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// What a file is made for.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Written as quickly as can be.
        case fast
        /// As small as can be, for what is kept: several times slower.
        case small
    }
}
