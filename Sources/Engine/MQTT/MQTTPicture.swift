import FoundationEssentials
import PercentEncoding

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

    /// The names and values of the address's query, as they count.
    public var query: [(name: String, value: String)] {
        (subject.map { [("subject", $0)] } ?? []) + options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The address at which it is fetched, another one for each content.
    ///
    /// - Parameters:
    ///   - page: The address below which pictures are served, with a slash at its end.
    ///   - fingerprint: What tells contents apart.
    ///   - signature: The word by which it may be fetched without a token; nil where none is asked for.
    func address(below page: String, fingerprint: String, signature: String?) -> String {
        let items = query + [("v", fingerprint)] + (signature.map { [("sign", $0)] } ?? [])
        let path = kind.split(separator: ":").map { String($0).percentEncoded }.joined(separator: ":")
        return "\(page)\(path)/\(family.percentEncoded).png?" + items.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
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
    var fingerprint: String { String(bytes.stableHash, radix: 36) }
}
