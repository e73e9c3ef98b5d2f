import FoundationEssentials
import SubdialBasics

/// A picture to publish to a broker.
package struct MQTTPicture: Sendable, Hashable {
    /// The kind, as `NAME` or `NAME:INSTANCE`.
    package var kind: String
    /// The subject's id or name; nil for the chosen one.
    package var subject: String?
    /// The family.
    package var family: String
    /// The look options, such as `theme` and `appearance`, with their values.
    package var options: [String: String]

    /// The names and values of the URL's query, in canonical order.
    package var query: [(name: String, value: String)] {
        (subject.map { [("subject", $0)] } ?? []) + options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The URL of the picture, which differs for each content.
    ///
    /// - Parameters:
    ///   - page: The base URL of the pictures, with a trailing slash.
    ///   - fingerprint: The fingerprint of the content.
    ///   - signature: The signature that permits access without a token; nil if no token is required.
    func address(below page: String, fingerprint: String, signature: String?) -> String {
        let items = query + [("v", fingerprint)] + (signature.map { [("sign", $0)] } ?? [])
        let path = kind.split(separator: ":").map { String($0).percentEncoded }.joined(separator: ":")
        return "\(page)\(path)/\(family.percentEncoded).png?" + items.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
}

/// A drawn picture.
package struct MQTTDrawing: Sendable {
    /// The bytes of a PNG.
    package var bytes: [UInt8]
    /// The time at which it changes by itself; nil for never.
    package var nextChange: Date?

    /// Makes a drawing.
    package init(_ bytes: [UInt8], nextChange: Date? = nil) {
        self.bytes = bytes
        self.nextChange = nextChange
    }

    /// A hash of the bytes, which identifies the content.
    var fingerprint: String { String(bytes.stableHash, radix: 36) }
}
