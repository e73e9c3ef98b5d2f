import FoundationEssentials
import SubdialConcurrency
import SubdialKinds
import SubdialMQTT
import SubdialSystem
import Synchronization

/// Sends the pending commands for a broker, in order, until none is left.
final class MQTTCommandSender: Sendable {
    private struct Sending {
        var task: Task<Void, Never>?
        var client: MQTTClient?
        var problem: String?
        /// The errors of commands that the broker will never accept, by id.
        var refused: [String: MQTTError] = [:]
        /// True if commands were added that the running task may not have seen.
        var isAsked = false
        var isStopped = false
    }

    /// The maximum number of stored refusals.
    private static let maximumRefused = 256
    private static let lane = WorkLane()

    let queue: MQTTCommandQueue
    private let makeClient: @Sendable () throws -> MQTTClient
    private let sending = Mutex(Sending())

    init(_ queue: MQTTCommandQueue, makeClient: @escaping @Sendable () throws -> MQTTClient) {
        self.queue = queue
        self.makeClient = makeClient
    }

    /// Stores a command, sends it and all before it, and returns after the broker has confirmed it, or the time is over.
    ///
    /// - Returns: The reason why it is still pending; nil if the broker has confirmed it.
    /// - Throws: `MQTTError` if the broker will never accept it, or `QueueError` if it cannot be stored.
    func send(_ message: MQTTMessage, within time: Duration = .seconds(2)) async throws -> String? {
        try MQTTTopic.check(message.topic)
        let item = try await queue.work { (queue) throws(QueueError) in try queue.add(message) }
        wake()
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let tasks = TaskSet()
        defer { tasks.cancel() }
        tasks.add { [queue] in await queue.follow { continuation.yield() } }
        tasks.add(after: time) { continuation.finish() }
        for await _ in changes where try await !items().contains(where: { $0.id == item.id }) {
            if let error = sending.withLock({ $0.refused.removeValue(forKey: item.id) }) { throw error }
            return nil
        }
        try Task.checkCancellation()
        return sending.withLock { $0.problem } ?? "the broker has not confirmed it"
    }

    /// Starts to send the pending commands, if no task does so already.
    func wake() {
        sending.withLock { sending in
            guard !sending.isStopped else { return }
            sending.isAsked = true
            if sending.task == nil { sending.task = Task { await self.run() } }
        }
    }

    /// Stops sending; pending commands stay on disk.
    func stop() async {
        let (task, client) = sending.withLock { sending in
            sending.isStopped = true
            return (sending.task, sending.client)
        }
        task?.cancel()
        await client?.stop(within: .zero)
        await task?.value
    }

    private func run() async {
        while sending.withLock({ sending in
            guard sending.isAsked, !sending.isStopped else {
                sending.task = nil
                return false
            }
            sending.isAsked = false
            return true
        }) {
            do {
                try await sendAll()
                sending.withLock { $0.problem = nil }
            } catch {
                sending.withLock { $0.problem = "\(error)" }
            }
        }
    }

    private func sendAll() async throws {
        guard try await !items().isEmpty, let lock = try await queue.sendingLock() else { return }
        defer { withExtendedLifetime(lock) {} }
        // The client's login is a file.
        let made = await Self.lane.value { [makeClient] in Result { try makeClient() } }
        guard let client = try made?.get() else { throw QueueError.unreadable(path: queue.path, reason: "the system gives no thread") }
        try client.start()
        // A later call of ``stop()`` also stops this client.
        let isStopped = sending.withLock { sending in
            sending.client = client
            return sending.isStopped
        }
        guard !isStopped else { return await client.stop(within: .zero) }
        let states = Task {
            for await state in client.states() {
                if case .away(let error) = state { sending.withLock { $0.problem = error.description } }
            }
        }
        defer { states.cancel() }
        do {
            while let item = try await items().first {
                do throws(MQTTError) {
                    try await client.deliver(item.message)
                } catch {
                    // A message that the broker will never accept must not block all others.
                    guard error != .stopped else { throw error }
                    sending.withLock { sending in
                        if sending.refused.count >= Self.maximumRefused { sending.refused = [:] }
                        sending.refused[item.id] = error
                    }
                }
                try await queue.work { (queue) throws(QueueError) in try queue.remove(item.id) }
            }
        } catch {
            await client.stop(within: .zero)
            throw error
        }
        await client.stop()
    }

    /// The pending commands, of which all are durable.
    private func items() async throws(QueueError) -> [MQTTCommands.Item] {
        try await queue.work { (queue) throws(QueueError) in try queue.settled().items }
    }
}
