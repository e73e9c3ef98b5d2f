import SubdialDocuments
import SubdialTimeline

/// The data passed to the presentation of a live activity, with their size limit.
public struct ActivityPayload: Hashable, Sendable {
    /// The maximum size of attributes and state together, in bytes: ActivityKit's 4 KB.
    public static let limit = 4096

    /// The static attributes.
    public let attributes: ActivityAttributes
    /// The dynamic state.
    public let state: ActivityContentState

    /// Creates a payload of any size.
    public init(_ attributes: ActivityAttributes, _ state: ActivityContentState) {
        self.attributes = attributes
        self.state = state
    }

    /// The total size of the compact JSON of attributes and state, in bytes.
    public var byteCount: Int {
        attributes.json.text().utf8.count + state.json.text().utf8.count
    }

    /// True if the payload is within the limit.
    public var fits: Bool { byteCount <= Self.limit }

    /// Checks the size of the payload.
    ///
    /// - Throws: `payloadTooLarge` with the size and the largest text.
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
