/// The PNG codec.
public enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The trade-off between encoding time and file size.
    public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
        /// The fastest encoding.
        case fast
        /// Smaller files in several times the time, for stored files and small devices.
        case small
        /// The smallest files, regardless of the time.
        case best
    }
}
