import FoundationEssentials
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialMQTT

extension KindInstance {
    /// Returns the address of a topic's broker: the topic's own, or that of the configuration.
    fileprivate func brokerAddress(of topic: ResolvedRequest.Topic) throws(KindError) -> String {
        guard let written = topic.broker.isEmpty ? surroundings.broker?.broker : topic.broker else {
            throw KindError(
                .source, at: "broker",
                "no MQTT broker is named: write 'broker: mqtt://nas.local' beside the topic, or under 'mqtt' in the configuration")
        }
        return written
    }

    /// Returns a client of a broker, which is not connected yet.
    fileprivate func client(ofBroker address: String) throws -> MQTTClient {
        // The login is only for its own broker.
        let known = surroundings.broker.flatMap { $0.broker == address ? $0 : nil }
        return MQTTClient(try MQTTAddress(address), try known?.options() ?? MQTTOptions())
    }
}

extension Hub {
    /// Sends an action's message; if the broker is unreachable, the message waits on disk.
    ///
    /// - Returns: A message for the user if it waits; nil if it was sent.
    func send(_ topic: ResolvedRequest.Topic, of instance: KindInstance) async throws -> String? {
        let sender = try sender(of: topic, of: instance)
        let problem = try await sender.send(MQTTMessage(topic.filter, topic.message, isRetained: topic.isRetained))
        return problem.map { "queued, and sent when the broker is back (\($0))" }
    }

    /// Sends the messages of an earlier run that wait for the brokers of an instance's actions.
    func resumeCommands(of instance: KindInstance) {
        for action in instance.kind.actions {
            guard case .mqtt(let topic)? = try? action.transport.resolved(instance.values, timeZones: instance.timeZones) else { continue }
            (try? sender(of: topic, of: instance))?.wake()
        }
    }

    private func sender(of topic: ResolvedRequest.Topic, of instance: KindInstance) throws -> MQTTCommandSender {
        let address = try instance.brokerAddress(of: topic)
        if let sender = commandSenders[address] { return sender }
        let sender = MQTTCommandSender(MQTTCommandQueue(of: address, folder: places.commands)) { try instance.client(ofBroker: address) }
        commandSenders[address] = sender
        return sender
    }
}

extension DataReading {
    /// Reads the files with the logins of brokers.
    private static let logins = WorkLane()

    /// Returns a client of a topic's broker, which is not connected yet.
    fileprivate func broker(of topic: ResolvedRequest.Topic) async throws(KindError) -> MQTTClient {
        do {
            try MQTTTopic.check(filter: topic.filter)
            let address = try instance.brokerAddress(of: topic)
            let client = await Self.logins.value { [instance] in Result { try instance.client(ofBroker: address) } }
            guard let client else { throw KindError(.source, at: "mqtt", "the system gives no thread") }
            return try client.get()
        } catch let error as KindError {
            throw error
        } catch {
            throw KindError(.source, at: "mqtt", "\(error)")
        }
    }

    /// Returns the document of the messages that a topic's broker has retained.
    func retained(_ topic: ResolvedRequest.Topic, of source: KindSource) async throws(KindError) -> Value {
        let client = try await broker(of: topic)
        let messages: [MQTTMessage]
        do throws(MQTTError) {
            try client.start()
            messages = try await client.retained(at: [topic.filter], within: .seconds(min(source.timeout, 3600)))
        } catch {
            await client.stop()
            throw KindError(.source, at: "mqtt", error.description, isUnreachable: error.isUnreachable)
        }
        await client.stop()
        var documents = MQTTDocuments(topic, source.format)
        for message in messages { try documents.add(message, at: .now, maximum: source.maximumBytes) }
        guard let document = documents.document else {
            throw .waiting("nothing is retained at '\(topic.filter)', and nothing has come yet")
        }
        return document
    }
}

extension DataFollower {
    /// Follows a topic until the task is cancelled; of a burst of its messages only the last one is used.
    func follow(_ topic: ResolvedRequest.Topic, _ source: KindSource) async {
        let client: MQTTClient
        let messages: AsyncStream<MQTTMessage>
        do {
            client = try await reading.broker(of: topic)
            messages = try client.messages(of: [topic.filter], quality: .atMostOnce, buffer: 4096)
            try client.start()
        } catch {
            return fail(error as? KindError ?? KindError(.source, at: "mqtt", "\(error)"), retryAfter: nil)
        }
        let gathering = MQTTCollector(MQTTDocuments(topic, source.format))
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followBroker(client) { gathering.news.send(()) } }
            group.addTask {
                for await message in messages { await gathering.add(message, maximum: source.maximumBytes) }
            }
            group.addTask { await self.miss(topic, source) }
            var timer: Task<Void, Never>?
            defer { timer?.cancel() }
            for await _ in gathering.news.values() {
                timer?.cancel()
                let (document, error, next) = await gathering.now()
                if let error { fail(error, retryAfter: nil) } else if let document { await receive(document, of: source) }
                if document == nil, error == nil, pushed[source.name] != nil { lose(topic, source) }
                if let next {
                    let wait = max(0.01, next.timeIntervalSince(.now))
                    timer = Task {
                        if (try? await Task.sleep(for: .seconds(wait))) != nil { gathering.news.send(()) }
                    }
                }
                guard (try? await Task.sleep(for: Self.burst)) != nil else { break }
            }
            group.cancelAll()
        }
        await Task { await client.stop() }.value
    }

    /// Reports that the broker is unreachable; calls `isBack` when it is connected again, because the earlier messages are then valid again.
    private func followBroker(_ client: MQTTClient, isBack: @Sendable () -> Void) async {
        var wasAway = false
        for await state in client.states() {
            switch state {
            case .away(let error):
                fail(KindError(.source, at: "mqtt", error.description, isUnreachable: error.isUnreachable), retryAfter: nil)
                wasAway = true
            case .connected where wasAway:
                wasAway = false
                isBack()
            case .connected, .connecting, .stopped: break
            }
        }
    }

    /// Reports that no message has arrived within the source's timeout.
    private func miss(_ topic: ResolvedRequest.Topic, _ source: KindSource) async {
        guard (try? await Task.sleep(for: .seconds(min(source.timeout, 3600)))) != nil else { return }
        guard pushed[source.name] == nil, lastError == nil else { return }
        fail(KindError(.source, at: "mqtt", "nothing is retained at '\(topic.filter)', and nothing has come yet"), retryAfter: nil)
    }

    /// Reports that the topic's messages were removed, or have expired.
    private func lose(_ topic: ResolvedRequest.Topic, _ source: KindSource) {
        let reason = topic.expire.map { "nothing has come at '\(topic.filter)' for \(Value.double($0).text) s" }
        fail(
            KindError(.source, at: "mqtt", reason ?? "nothing is at '\(topic.filter)' any more", isUnreachable: true), retryAfter: nil)
    }
}

/// The messages of a topic, gathered as they arrive.
private actor MQTTCollector {
    private var documents: MQTTDocuments
    private var error: KindError?
    nonisolated let news = Broadcast<Void>(())

    init(_ documents: MQTTDocuments) { self.documents = documents }

    func add(_ message: MQTTMessage, maximum: Int) {
        do throws(KindError) {
            try documents.add(message, at: .now, maximum: maximum)
            error = nil
        } catch {
            self.error = error
        }
        news.send(())
    }

    /// Returns the document, the error of the last message, and the date of the next expiry.
    func now() -> (document: Value?, error: KindError?, next: Date?) {
        let next = documents.drop(at: .now)
        return (documents.document, error, next)
    }
}

/// The newest messages of a topic filter as a document: a topic gives its message, a filter with `+` or `#` a list with one row per topic.
struct MQTTDocuments: Sendable {
    /// The maximum number of topics per filter; the least recent are dropped.
    private static let maximumTopics = 1000

    private struct Row {
        var parts: [String]
        var value: Value
        var received: Date
    }

    private let filter: String
    private let isList: Bool
    private let format: DocumentFormat
    private let expire: Double?
    private var rows: [String: Row] = [:]

    init(_ topic: ResolvedRequest.Topic, _ format: DocumentFormat) {
        filter = topic.filter
        isList = topic.filter.contains { $0 == "+" || $0 == "#" }
        self.format = format
        expire = topic.expire
    }

    /// Takes a message; an empty one removes the topic's value.
    mutating func add(_ message: MQTTMessage, at now: Date, maximum: Int) throws(KindError) {
        guard let parts = MQTTTopic.wildcards(filter, message.topic) else { return }
        guard !message.payload.isEmpty else {
            rows[message.topic] = nil
            return
        }
        guard message.payload.count <= maximum else {
            throw KindError(.source, at: "mqtt", "the message at '\(message.topic)' is longer than \(maximum) bytes; set 'maxBytes'")
        }
        rows[message.topic] = Row(parts: parts, value: try format.value(of: message.payload), received: now)
        if rows.count > Self.maximumTopics, let oldest = rows.min(by: { $0.value.received < $1.value.received }) { rows[oldest.key] = nil }
    }

    /// Removes expired values, and returns the time of the next expiry; nil for never.
    fileprivate mutating func drop(at now: Date) -> Date? {
        guard let expire else { return nil }
        rows = rows.filter { now.timeIntervalSince($0.value.received) < expire }
        return rows.values.map { $0.received.addingTimeInterval(expire) }.min()
    }

    /// The document; nil if there are no values.
    fileprivate var document: Value? {
        guard isList else { return rows.values.first?.value }
        guard !rows.isEmpty else { return nil }
        return .list(
            rows.sorted { $0.key < $1.key }.map { topic, row in
                .map([
                    "topic": .string(topic), "parts": .list(row.parts.map(Value.string)), "value": row.value,
                    "received": .date(row.received),
                ])
            })
    }
}
