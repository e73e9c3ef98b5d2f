import FoundationEssentials
import NIOCore
import NIOPosix
import SubdialConcurrency
import SubdialConsoles
import Synchronization

/// Follows a console: maintains a connection and its state, and sends pending edits.
final class ConsoleSession: Sendable {
    /// The minimum and maximum pause between two attempts to reach the console.
    private static let pauses = (shortest: Duration.milliseconds(500), longest: Duration.seconds(10))

    let address: ConsoleAddress
    let edits: ConsoleEdits
    /// Notifies of changes.
    let news = Broadcast<Void>(())
    private let sends: Bool
    /// The timeout for the console's answers.
    private let patience: Duration
    private let memory: ConsoleMemory
    private let state = Mutex(ConsoleView())
    /// The event stream of the sender on the open connection.
    private let events = Mutex<AsyncStream<ConsoleSending.Event>.Continuation?>(nil)
    /// Reads and writes the files of the console.
    private let lane = WorkLane()

    /// - Parameters:
    ///   - sends: False to only follow.
    ///   - patience: The timeout for the console's answers.
    init(_ address: ConsoleAddress, _ edits: ConsoleEdits, sends: Bool = true, patience: Duration = .seconds(5)) {
        self.address = address
        self.edits = edits
        self.sends = sends
        self.patience = patience
        memory = ConsoleMemory(edits)
    }

    /// The current view.
    var view: ConsoleView { state.withLock { $0 } }

    /// Changes the view, and notifies of the change.
    func change(_ body: (inout ConsoleView) -> Void) {
        state.withLock { body(&$0) }
        news.send(())
    }

    /// Follows the console until the task is cancelled.
    func run() async {
        let known = await lane.value { [memory, edits] in (memory.state, try? edits.queue()) }
        if let state = known?.0 { change { ($0.state, $0.isTold) = (state, true) } }
        if let queue = known?.1 { change { $0.take(queue) } }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await DataFollower.follow(file: self.edits.path) { self.look() } }
            tasks.addTask { await self.keepConnected(group) }
        }
        if view.isConnected { keepState() }
        // The last state is written before the session ends.
        _ = await lane.value {}
        try? await group.shutdownGracefully()
    }

    /// Checks for edits that another process, or another part of this one, has added.
    func look() {
        guard events.withLock({ $0?.yield(.look) }) == nil else { return }
        // Without a sender, pending edits are only shown.
        _ = lane.add { if let queue = try? self.edits.queue() { self.change { $0.take(queue) } } }
    }

    /// Does blocking work with the files on a thread of its own.
    func work<Value: Sendable>(_ body: @escaping @Sendable () throws(ConsoleError) -> Value) async throws(ConsoleError) -> Value {
        let result = await lane.value { () -> Result<Value, ConsoleError> in
            do throws(ConsoleError) { return .success(try body()) } catch { return .failure(error) }
        }
        guard let result else { throw .file(path: edits.path, reason: "the system gives no thread to read it") }
        return try result.get()
    }

    /// Stores the current state for the next session.
    private func keepState() {
        let state = view.state
        _ = lane.add { [memory] in memory.keep(state) }
    }

    private func keepConnected(_ group: MultiThreadedEventLoopGroup) async {
        var pause = Self.pauses.shortest
        while !Task.isCancelled {
            do throws(ConsoleError) {
                try await ConsoleConnection.open(address, on: group, within: patience).use { messages, writer in
                    self.change { $0.state.begin() }
                    try await self.converse(messages, writer)
                }
                throw .unreachable(address.description, reason: "it has closed the connection")
            } catch {
                guard !Task.isCancelled else { return }
                if view.isConnected {
                    pause = Self.pauses.shortest
                    keepState()
                }
                change { ($0.isConnected, $0.problem) = (false, error) }
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.longest)
        }
    }

    /// Reads and sends until the connection ends.
    private func converse(_ messages: ConsoleConnection.Messages, _ writer: ConsoleConnection.Writer) async throws {
        let (stream, continuation) = AsyncStream<ConsoleSending.Event>.makeStream(bufferingPolicy: .bufferingOldest(4096))
        if sends { events.withLock { $0 = continuation } }
        defer {
            events.withLock { $0 = nil }
            continuation.finish()
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { for try await message in messages { try self.take(message, continuation) } }
            if sends {
                tasks.addTask {
                    var sending = ConsoleSending(self, writer, continuation)
                    try await sending.run(stream)
                }
            }
            defer { tasks.cancelAll() }
            try await tasks.next()
        }
    }

    private func take(_ message: ByteBuffer, _ events: AsyncStream<ConsoleSending.Event>.Continuation) throws {
        switch try ConsoleMessage(Array(message.readableBytesView)) {
        case .report(let report):
            let seconds = Date.steady.timeIntervalSinceReferenceDate
            let isFirst = !view.isConnected
            change {
                $0.state.take(report, received: ConsoleEdits.now, seconds: seconds)
                ($0.isConnected, $0.isTold, $0.problem) = (true, true, nil)
            }
            if isFirst {
                keepState()
                events.yield(.look)
            }
        case .welcome(let client, let last): events.yield(.welcome(client: client, last: last))
        case .applied(let client, let sequence, let isApplied):
            events.yield(.answer(client: client, sequence: sequence, isApplied: isApplied))
        case .other: break
        }
    }
}
