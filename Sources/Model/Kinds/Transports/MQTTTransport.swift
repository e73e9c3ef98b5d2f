import SubdialDocuments

/// Messages on a topic of a broker, each of which is a document; for an action the message to publish.
package struct MQTTTransport: ActionTransport {
    package static let key = "mqtt"
    package static let keys = ["broker", "expire"]
    package static let actionKeys = ["broker", "message", "retained"]

    /// The topic, which may contain the wildcards `+` and `#`.
    private let topic: KindExpression
    /// The broker's address; the configured one if it is nil or empty.
    private let broker: KindExpression?
    /// The seconds after which a document is no longer valid; nil for never.
    private let expire: Double?
    /// The message that an action publishes; nil for a source.
    private let message: KindExpression?
    /// True to publish a retained message.
    private let isRetained: Bool

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        let expire = try parts.seconds(of: "expire")
        if expire == 0, let node = parts["expire"] { throw node.error("\(node.name) takes a length of time above zero, like 10m") }
        topic = try parts.expression(parts.node)
        broker = try parts.expression(of: "broker")
        self.expire = expire
        message = nil
        isRetained = false
    }

    package init(action parts: TransportParts) throws(SettingsProblem) {
        guard let message = parts["message"] else {
            throw parts.node.error("\(parts.node.name) takes a message, like 'message: \"ON\"'")
        }
        topic = try parts.expression(parts.node)
        broker = try parts.expression(of: "broker")
        expire = nil
        self.message = try parts.expression(message)
        isRetained = try parts.flag(of: "retained")
    }

    package var names: Set<String> { Set([topic, broker, message].compactMap { $0 }.flatMap(\.names)) }
    package var isLocal: Bool { false }

    package func request(in scope: RequestScope) throws(KindError) -> Request {
        Request(
            filter: try scope.text(topic), broker: try scope.text(broker), expire: expire,
            message: try scope.text(message, step: .action), isRetained: isRetained)
    }

    /// A topic with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The topic filter, which may contain the wildcards `+` and `#`.
        package var filter: String
        /// The broker's address; the configured one if it is empty.
        package var broker: String
        /// The seconds after which a document is no longer valid; nil for never.
        package var expire: Double?
        /// The message that an action publishes.
        package var message: String
        /// True to publish a retained message.
        package var isRetained: Bool

        package var explanation: [String] { [broker.isEmpty ? filter : "\(filter) of \(broker)"] }
    }
}
