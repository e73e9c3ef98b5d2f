/// A cover in memory, as it was fetched.
public struct Cover: Hashable, Sendable {
    /// Tells it from other covers; covers with the same key are the same.
    public let key: String
    /// The encoded picture: JPEG, PNG or WebP.
    public let bytes: [UInt8]

    /// Makes a cover of its encoded bytes.
    public init(key: String, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }

    /// Whether both are the same cover, by key and length.
    public static func == (left: Cover, right: Cover) -> Bool { left.key == right.key && left.bytes.count == right.bytes.count }

    /// Puts in the key, which stands for the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
