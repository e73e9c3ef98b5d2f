import FoundationEssentials
import Kinds
import MQTT
import Synchronization

/// Sends the commands that wait for one broker, in their order, until none is left.
final class MQTTCommandSender: Sendable {
    private struct Sending {
        var task: Task<Void, Never>?
        var client: MQTTClient?
        var problem: String?
        /// Commands that the broker will never take, by their ids, with its reasons.
        var refused: [String: MQTTError] = [:]
        /// True where commands were added that the running sending may not have seen.
        var isAsked = false
        var isStopped = false
    }

    /// Time between two looks for whether another process has stopped sending.
    private static let pause = Duration.milliseconds(200)
    /// The most refusals that are remembered for whoever still waits.
    private static let maximumRefused = 256
    private static let lane = WorkLane()

    let queue: MQTTCommandQueue
    private let makeClient: @Sendable () throws -> MQTTClient
    private let sending = Mutex(Sending())

    init(_ queue: MQTTCommandQueue, makeClient: @escaping @Sendable () throws -> MQTTClient) {
        self.queue = queue
        self.makeClient = makeClient
    }

    /// Keeps a command, sends it and all before it, and returns once the broker has it, or after a while.
    ///
    /// - Returns: Why it waits; nil where the broker has it.
    /// - Throws: `MQTTError` where the broker will never take it, or `MQTTQueueError` where it cannot be kept.
    func send(_ message: MQTTMessage, within time: Duration = .seconds(2)) async throws -> String? {
        try MQTTTopic.check(message.topic)
        let item = try await work { [queue] () throws(MQTTQueueError) in try queue.add(message) }
        wake()
        let deadline = ContinuousClock.now + time
        while .now < deadline {
            if try await !work({ [queue] () throws(MQTTQueueError) in try queue.contains(item.id) }) {
                if let error = sending.withLock({ $0.refused.removeValue(forKey: item.id) }) { throw error }
                return nil
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return sending.withLock { $0.problem } ?? "the broker has not confirmed it"
    }

    /// Sends what waits, where nobody does so yet.
    func wake() {
        sending.withLock { sending in
            guard !sending.isStopped else { return }
            sending.isAsked = true
            if sending.task == nil { sending.task = Task { await self.run() } }
        }
    }

    /// Sends no more; what waits stays on the disk.
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
        guard try await first() != nil else { return }
        var lock = try queue.sendingLock()
        while lock == nil {
            try await Task.sleep(for: Self.pause)
            lock = try queue.sendingLock()
        }
        defer { withExtendedLifetime(lock) {} }
        let client = try makeClient()
        try client.start()
        // Whoever stops this sender from here on stops the client too.
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
            while let item = try await first() {
                do throws(MQTTError) {
                    try await client.deliver(item.message)
                } catch {
                    // A message that the broker will never take must not keep all others.
                    guard error != .stopped else { throw error }
                    sending.withLock { sending in
                        if sending.refused.count >= Self.maximumRefused { sending.refused = [:] }
                        sending.refused[item.id] = error
                    }
                }
                try await work { [queue] () throws(MQTTQueueError) in try queue.remove(item.id) }
            }
        } catch {
            await client.stop(within: .zero)
            throw error
        }
        await client.stop()
    }

    private func first() async throws -> MQTTCommandQueue.Item? {
        try await work { [queue] () throws(MQTTQueueError) in try queue.first() }
    }

    /// Reads or writes on a thread that may wait for a disk.
    private func work<Value: Sendable>(_ body: @escaping @Sendable () throws(MQTTQueueError) -> Value) async throws -> Value {
        let result = await Self.lane.value { () -> Result<Value, MQTTQueueError> in
            do throws(MQTTQueueError) { return .success(try body()) } catch { return .failure(error) }
        }
        guard let result else { throw MQTTQueueError(queue.path, "the system gives no thread to read it") }
        return try result.get()
    }
}
