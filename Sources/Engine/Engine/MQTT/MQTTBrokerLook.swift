import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialMQTT

/// A snapshot of this program's retained messages on a broker.
package struct MQTTBrokerLook: Sendable {
    /// The broker's address.
    private let address: String
    /// The protocol version of the connection.
    private let version: MQTTVersion
    /// The retained messages, by topic.
    private let messages: [MQTTMessage]

    /// Queries the broker of some settings.
    ///
    /// - Throws: `MQTTError` or ``MQTTLoginError`` if it is unreachable.
    package init(_ settings: MQTTSettings) async throws {
        let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options())
        try client.start()
        do throws(MQTTError) {
            (messages, version) = try await Self.own(settings, client)
        } catch {
            await client.stop()
            throw error
        }
        address = settings.broker
        await client.stop()
    }

    private static func own(
        _ settings: MQTTSettings, _ client: MQTTClient
    ) async throws(MQTTError) -> ([MQTTMessage], MQTTVersion) {
        let found = try await client.retained(at: settings.topics.filters)
        guard case .connected(let version) = client.state else {
            throw .unreachable(client.address.description, reason: "it has closed the connection")
        }
        return (found.filter { settings.topics.owns($0.topic, $0.text) }, version)
    }

    /// Removes this program's retained messages from the broker.
    ///
    /// - Parameter tell: Receives each topic after the broker has removed its message.
    /// - Throws: `MQTTError` or ``MQTTLoginError``; the topics that were reported are removed.
    package static func forget(_ settings: MQTTSettings, _ tell: (String) async -> Void) async throws {
        let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options())
        try client.start()
        do throws(MQTTError) {
            // Discovery messages first, so that Home Assistant removes its entities before their state disappears.
            let found = try await own(settings, client).0.sorted {
                let (left, right) = ($0.topic.hasSuffix("/config"), $1.topic.hasSuffix("/config"))
                return left != right ? left : $0.topic < $1.topic
            }
            for message in found {
                try await client.deliver(MQTTMessage(message.topic, "", isRetained: true))
                await tell(message.topic)
            }
        } catch {
            await client.stop()
            throw error
        }
        await client.stop()
    }

    /// The snapshot as JSON.
    package var json: JSONValue {
        .object([
            JSONMember("broker", .string(address)), JSONMember("connected", true), JSONMember("version", .string("\(version)")),
            JSONMember(
                "retained",
                .array(
                    messages.map {
                        .object([
                            JSONMember("topic", .string($0.topic)), JSONMember("bytes", .integer(Int64($0.payload.count))),
                            JSONMember("text", Self.isText($0) ? .string($0.text) : .null),
                        ])
                    })),
        ])
    }

    /// The snapshot as text lines: the broker, and each topic with the start of its message.
    package var lines: [String] {
        ["\(address): connected, MQTT \(version)"]
            + messages.map { message in
                guard Self.isText(message) else { return "\(message.topic): \(message.payload.count) bytes" }
                let start = message.text.prefix(80)
                return "\(message.topic): \(start)\(start.count < message.text.count ? "…" : "")"
            }
    }

    private static func isText(_ message: MQTTMessage) -> Bool {
        message.payload.count <= 64 << 10 && String(validating: message.payload, as: UTF8.self) != nil && !message.payload.contains(0)
    }
}
