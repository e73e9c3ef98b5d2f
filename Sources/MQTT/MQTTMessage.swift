/// A message, as it is published or as it comes.
public struct MQTTMessage: Hashable, Sendable {
    /// How surely a message arrives.
    public enum Quality: Int32, Hashable, Sendable {
        /// Sent once, and lost with the connection.
        case atMostOnce = 0
        /// Sent until it is confirmed: it may come twice.
        case atLeastOnce = 1
    }

    /// The most bytes of a payload that the protocol has room for.
    public static let maximumBytes = 268_435_455

    /// The topic.
    public var topic: String
    /// The content.
    public var payload: [UInt8]
    /// How surely it arrives.
    public var quality: Quality
    /// True to have the broker keep it for those who come later; of one that came, true where it was kept.
    public var isRetained: Bool

    /// Makes a message.
    public init(_ topic: String, _ payload: [UInt8], quality: Quality = .atLeastOnce, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.quality = quality
        self.isRetained = isRetained
    }

    /// Makes a message of a text.
    public init(_ topic: String, _ text: String, quality: Quality = .atLeastOnce, isRetained: Bool = false) {
        self.init(topic, Array(text.utf8), quality: quality, isRetained: isRetained)
    }

    /// The content as a text.
    public var text: String { String(decoding: payload, as: UTF8.self) }
}
