/// A fetched cover in memory.
public struct Cover: Hashable, Sendable {
    /// The identity of the cover; covers with the same key and length are equal.
    public let key: String
    /// The encoded picture, in any format that is decoded.
    public let bytes: [UInt8]

    /// Creates a cover from its encoded bytes.
    public init(key: String, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }

    /// True if both have the same key and length.
    public static func == (left: Cover, right: Cover) -> Bool { left.key == right.key && left.bytes.count == right.bytes.count }

    /// Hashes the key, which represents the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
