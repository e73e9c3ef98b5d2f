/// A published or received message.
package struct MQTTMessage: Hashable, Sendable {
    /// The quality of service.
    package enum Quality: Int32, Hashable, Sendable {
        /// Sent once, and lost if the connection is lost.
        case atMostOnce = 0
        /// Sent until it is confirmed: it may arrive twice.
        case atLeastOnce = 1
    }

    /// The maximum size of a payload in the protocol, in bytes.
    package static let maximumBytes = 268_435_455

    /// The topic.
    package var topic: String
    /// The content.
    package var payload: [UInt8]
    /// The quality of service.
    package var quality: Quality
    /// True to make the broker retain the message for later subscribers; for a received message, true if it was retained.
    package var isRetained: Bool

    /// Makes a message.
    package init(_ topic: String, _ payload: [UInt8], quality: Quality = .atLeastOnce, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.quality = quality
        self.isRetained = isRetained
    }

    /// Makes a message with a UTF-8 text.
    package init(_ topic: String, _ text: String, quality: Quality = .atLeastOnce, isRetained: Bool = false) {
        self.init(topic, Array(text.utf8), quality: quality, isRetained: isRetained)
    }

    /// The payload as text.
    package var text: String { String(decoding: payload, as: UTF8.self) }
}
