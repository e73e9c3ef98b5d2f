import FoundationEssentials
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialMQTT

extension MQTTTransport.Request: TransportReader {
    /// Reads the files with the logins of brokers.
    private static let logins = WorkLane()

    /// Reads the document of the messages that the topic's broker has retained.
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let client = try await self.client(for: reading.instance)
        let messages: [MQTTMessage]
        do throws(MQTTError) {
            try client.start()
            messages = try await client.retained(at: [filter], within: .seconds(min(source.timeout, 3600)))
        } catch {
            await client.stop()
            throw KindError(.source, at: "mqtt", error.description, isUnreachable: error.isUnreachable)
        }
        await client.stop()
        var documents = MQTTDocuments(self, source.form, zone: reading.instance.timeZones.local)
        for message in messages { try documents.add(message, at: .now, maximum: source.maximumBytes) }
        guard let document = documents.document else {
            throw KindError.waiting("nothing is retained at '\(filter)', and nothing has come yet")
        }
        return DataReading.Document(value: document)
    }

    /// Follows the topic until the task is cancelled; of a burst of its messages only the last one is used.
    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        let client: MQTTClient
        let messages: AsyncStream<MQTTMessage>
        do {
            client = try await self.client(for: follower.instance)
            messages = try client.messages(of: [filter], quality: .atMostOnce, buffer: 4096)
            try client.start()
        } catch {
            return await follower.fail(error as? KindError ?? KindError(.source, at: "mqtt", "\(error)"), retryAfter: nil)
        }
        let gathering = MQTTCollector(MQTTDocuments(self, source.form, zone: follower.instance.timeZones.local))
        await withDiscardingTaskGroup { group in
            group.addTask { await followBroker(client, for: follower) { gathering.news.send(()) } }
            group.addTask {
                for await message in messages { await gathering.add(message, maximum: source.maximumBytes) }
            }
            group.addTask { await miss(source, of: follower) }
            var timer: Task<Void, Never>?
            defer { timer?.cancel() }
            for await _ in gathering.news.values() {
                timer?.cancel()
                let (document, error, next) = await gathering.now()
                if let error {
                    await follower.fail(error, retryAfter: nil)
                } else if let document {
                    await follower.receive(document, of: source)
                } else {
                    await follower.lose(source, loss)
                }
                if let next {
                    let wait = max(0.01, next.timeIntervalSince(.now))
                    timer = Task {
                        if (try? await Task.sleep(for: .seconds(wait))) != nil { gathering.news.send(()) }
                    }
                }
                guard (try? await Task.sleep(for: DataFollower.burst)) != nil else { break }
            }
            group.cancelAll()
        }
        await Task { await client.stop() }.value
    }

    /// Sends the message; if the broker is unreachable, it waits on disk.
    func perform(for follower: DataFollower, in hub: Hub) async throws -> String? { try await hub.send(self, of: follower.instance) }

    /// Returns a client of the topic's broker, which is not connected yet.
    private func client(for instance: KindInstance) async throws(KindError) -> MQTTClient {
        do {
            try MQTTTopic.check(filter: filter)
            let address = try instance.brokerAddress(of: self)
            let client = await Self.logins.value { Result { try instance.client(ofBroker: address) } }
            guard let client else { throw KindError(.source, at: "mqtt", "the system gives no thread") }
            return try client.get()
        } catch let error as KindError {
            throw error
        } catch {
            throw KindError(.source, at: "mqtt", "\(error)")
        }
    }

    /// Reports that the broker is unreachable; calls `isBack` when it is connected again, because the earlier messages are then valid again.
    private func followBroker(_ client: MQTTClient, for follower: DataFollower, isBack: @Sendable () -> Void) async {
        var wasAway = false
        for await state in client.states() {
            switch state {
            case .away(let error):
                await follower.fail(
                    KindError(.source, at: "mqtt", error.description, isUnreachable: error.isUnreachable), retryAfter: nil)
                wasAway = true
            case .connected where wasAway:
                wasAway = false
                isBack()
            case .connected, .connecting, .stopped: break
            }
        }
    }

    /// Reports that no message has arrived within the source's timeout.
    private func miss(_ source: KindSource, of follower: DataFollower) async {
        guard (try? await Task.sleep(for: .seconds(min(source.timeout, 3600)))) != nil else { return }
        await follower.miss(source, KindError(.source, at: "mqtt", "nothing is retained at '\(filter)', and nothing has come yet"))
    }

    /// The error after the topic's messages were removed, or have expired.
    private var loss: KindError {
        let reason = expire.map { "nothing has come at '\(filter)' for \(Value.double($0).text) s" }
        return KindError(.source, at: "mqtt", reason ?? "nothing is at '\(filter)' any more", isUnreachable: true)
    }
}
