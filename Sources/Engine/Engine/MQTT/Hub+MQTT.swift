import SubdialKinds
import SubdialMQTT

extension KindInstance {
    /// Returns the address of a topic's broker: the topic's own, or that of the configuration.
    func brokerAddress(of topic: MQTTTransport.Request) throws(KindError) -> String {
        guard let written = topic.broker.isEmpty ? surroundings.broker?.broker : topic.broker else {
            throw KindError(
                .source, at: "broker",
                "no MQTT broker is named: write 'broker: mqtt://nas.local' beside the topic, or under 'mqtt' in the configuration")
        }
        return written
    }

    /// Returns a client of a broker, which is not connected yet.
    func client(ofBroker address: String) throws -> MQTTClient {
        // The login is only for its own broker.
        let known = surroundings.broker.flatMap { $0.broker == address ? $0 : nil }
        return MQTTClient(try MQTTAddress(address), try known?.options() ?? MQTTOptions())
    }
}

extension Hub {
    /// Sends an action's message; if the broker is unreachable, the message waits on disk.
    ///
    /// - Returns: A message for the user if it waits; nil if it was sent.
    func send(_ topic: MQTTTransport.Request, of instance: KindInstance) async throws -> String? {
        let sender = try sender(of: topic, of: instance)
        let problem = try await sender.send(MQTTMessage(topic.filter, topic.message, isRetained: topic.isRetained))
        return problem.map { "queued, and sent when the broker is back (\($0))" }
    }

    /// Sends the messages of an earlier run that wait for the brokers of an instance's actions.
    func resumeCommands(of instance: KindInstance) {
        for action in instance.kind.actions {
            guard let topic = (try? instance.reader(of: action)) as? MQTTTransport.Request else { continue }
            (try? sender(of: topic, of: instance))?.wake()
        }
    }

    private func sender(of topic: MQTTTransport.Request, of instance: KindInstance) throws -> MQTTCommandSender {
        let address = try instance.brokerAddress(of: topic)
        if let sender = commandSenders[address] { return sender }
        let sender = MQTTCommandSender(MQTTCommandQueue(of: address, folder: places.commands)) { try instance.client(ofBroker: address) }
        commandSenders[address] = sender
        return sender
    }
}
