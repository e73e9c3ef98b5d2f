import FoundationEssentials

/// A picture that is wanted for a broker.
public struct MQTTPicture: Sendable, Hashable {
    /// The kind as `NAME` or `NAME:INSTANCE`.
    public var kind: String
    /// The subject's id or name; nil for the chosen one.
    public var subject: String?
    /// The family.
    public var family: String
    /// How it is drawn: `theme`, `appearance`, … with their values.
    public var options: [String: String]

    /// The address at which it is fetched, another one for each content.
    ///
    /// - Parameters:
    ///   - page: The address below which pictures are served, with a slash at its end.
    ///   - fingerprint: What tells contents apart.
    func address(below page: String, fingerprint: String) -> String {
        var query = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.percentEncoded)" }
        if let subject { query.insert("subject=\(subject.percentEncoded)", at: 0) }
        let path = kind.split(separator: ":").map { String($0).percentEncoded }.joined(separator: ":")
        return "\(page)\(path)/\(family.percentEncoded).png?\((query + ["v=\(fingerprint)"]).joined(separator: "&"))"
    }
}

/// A picture that was drawn.
public struct MQTTDrawing: Sendable {
    /// The bytes of a PNG.
    public var bytes: [UInt8]
    /// When it looks otherwise by itself; nil for never.
    public var nextChange: Date?

    /// Makes a drawing.
    public init(_ bytes: [UInt8], nextChange: Date? = nil) {
        self.bytes = bytes
        self.nextChange = nextChange
    }

    /// The hash of the bytes, which tells one content from another.
    var fingerprint: String {
        let hash = bytes.withUnsafeBytes { $0.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
        return String(hash, radix: 36)
    }
}
