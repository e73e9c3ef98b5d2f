import JSON
import Timeline

/// What a live activity hands over to whoever shows it, and how large that may be.
public struct ActivityPayload: Hashable, Sendable {
    /// Bytes that attributes and state may take together: ActivityKit's 4 KB.
    public static let limit = 4096

    /// What stays the same.
    public let attributes: ActivityAttributes
    /// What changes.
    public let state: ActivityContentState

    /// Puts the two together, however large they are.
    public init(_ attributes: ActivityAttributes, _ state: ActivityContentState) {
        self.attributes = attributes
        self.state = state
    }

    /// Bytes of the canonical JSON of attributes and state, each on one line, added up.
    public var byteCount: Int {
        attributes.json.text().utf8.count + state.json.text().utf8.count
    }

    /// Whether it may be shown.
    public var fits: Bool { byteCount <= Self.limit }

    /// Finds nothing wrong, or says by how much the payload is too large and which text to shorten.
    ///
    /// - Throws: `payloadTooLarge`.
    public func check() throws(ActivityError) {
        let bytes = byteCount
        guard bytes > Self.limit else { return }
        var largest = ("", 0)
        for (path, text) in texts where text.jsonByteCount > largest.1 { largest = (path, text.jsonByteCount) }
        throw .payloadTooLarge(bytes: bytes, largest: largest.0, largestBytes: largest.1)
    }

    private var texts: [(path: String, text: String)] {
        [
            ("state.line1", state.line1), ("state.line2", state.line2), ("state.artwork", state.artwork ?? ""),
            ("state.volume.text", state.volume?.text ?? ""), ("state.entry", state.entry?.text() ?? ""),
            ("attributes.zoneName", attributes.zoneName),
            ("attributes.zoneID", attributes.zoneID.rawValue),
        ]
    }
}
