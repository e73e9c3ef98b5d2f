extension MQTTClient {
    /// The retained messages of a broker, by topic.
    ///
    /// A message to a topic of its own tells when all has come: a broker sends what it has retained before what is published later.
    ///
    /// - Parameter time: The longest that it takes.
    /// - Throws: Where the broker is away, or has not told all in that time.
    public func retained(at filters: [String], within time: Duration = .seconds(5)) async throws(MQTTError) -> [MQTTMessage] {
        switch await settled(within: time) {
        case .connected: break
        case .away(let error): throw error
        case .stopped: throw .stopped
        case .connecting: throw .unreachable(address.description, reason: "it has not answered in \(time)")
        }
        let mark = "subdial/mark/\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let messages = try messages(of: filters + [mark], quality: .atMostOnce, buffer: 100_000)
        try publish(MQTTMessage(mark, "", quality: .atMostOnce))
        return try await gathered(messages, until: mark, within: time)
    }

    private func gathered(
        _ messages: AsyncStream<MQTTMessage>, until mark: String, within time: Duration
    ) async throws(MQTTError) -> [MQTTMessage] {
        let found = await withTaskGroup(of: [MQTTMessage]?.self) { group in
            group.addTask {
                var found: [String: MQTTMessage] = [:]
                for await message in messages {
                    if message.topic == mark { return found.values.sorted { $0.topic < $1.topic } }
                    if message.isRetained { found[message.topic] = message }
                }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: time)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard let found else { throw .unreachable(address.description, reason: "it has not told what it has retained in \(time)") }
        return found
    }
}
