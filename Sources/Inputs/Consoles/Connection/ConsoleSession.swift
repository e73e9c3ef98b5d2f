import FoundationEssentials
import NIOCore
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialSystem
import Synchronization

/// Follows a console: maintains a connection and its state, and sends pending edits.
final class ConsoleSession: Sendable {
    /// The minimum and maximum pause between two attempts to reach the console.
    private static let pauses = (shortest: Duration.milliseconds(500), longest: Duration.seconds(10))

    private let address: ConsoleAddress
    fileprivate let edits: ConsoleEdits
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
        if let queue = known?.1 { change { $0.replaceQueue(queue) } }
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await FileFollower(path: self.edits.path, reportsStart: true).follow { self.recordAccess() } }
            tasks.addTask { await self.reconnect() }
        }
        if view.isConnected { storeState() }
        // The last state is written before the session ends.
        _ = await lane.value {}
    }

    /// Checks for edits that another process, or another part of this one, has added.
    func recordAccess() {
        guard events.withLock({ $0 })?.yield(.look) == nil else { return }
        // Without a sender, pending edits are only shown.
        _ = lane.add { if let queue = try? self.edits.queue() { self.change { $0.replaceQueue(queue) } } }
    }

    /// Stores the current state for the next session.
    private func storeState() {
        let state = view.state
        _ = lane.add { [memory] in memory.store(state) }
    }

    private func reconnect() async {
        var pause = Self.pauses.shortest
        while !Task.isCancelled {
            do throws(ConsoleError) {
                try await ConsoleConnection.open(address, within: patience).use { messages, writer in
                    self.change { $0.state.start() }
                    try await self.converse(messages, writer)
                }
                throw .unreachable(address.description, reason: "it has closed the connection")
            } catch {
                guard !Task.isCancelled else { return }
                if view.isConnected {
                    pause = Self.pauses.shortest
                    storeState()
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
            tasks.addTask { for try await message in messages { try self.receive(message, continuation) } }
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

    private func receive(_ message: ByteBuffer, _ events: AsyncStream<ConsoleSending.Event>.Continuation) throws {
        switch try ConsoleMessage(Array(message.readableBytesView)) {
        case .report(let report):
            let seconds = SteadyDate.now.seconds
            let isFirst = !view.isConnected
            change {
                $0.state.apply(report, received: ConsoleEdits.now, seconds: seconds)
                ($0.isConnected, $0.isTold, $0.problem) = (true, true, nil)
            }
            if isFirst {
                storeState()
                events.yield(.look)
            }
        case .welcome(let client, let last): events.yield(.welcome(client: client, last: last))
        case .applied(let client, let sequence, let isApplied):
            events.yield(.answer(client: client, sequence: sequence, isApplied: isApplied))
        case .other: break
        }
    }
}

/// Sends edits over one connection; each console has at most one sender at a time.
///
/// The sender takes the lock before its greeting, so that the console's answer includes all edits that earlier senders have sent. A
/// duplicate edit from another connection is harmless, because the console applies each number only once.
struct ConsoleSending {
    /// An event for the sender.
    enum Event: Sendable {
        /// There may be new edits, or the console has sent its state.
        case look
        case welcome(client: String, last: Int64)
        case answer(client: String, sequence: Int64, isApplied: Bool)
        /// The console's answer is overdue.
        case late(Int)
        /// The lock of the sender, or the reason why it cannot be acquired.
        case lock(Result<SharedFileLock, QueueError>)
    }

    /// The pause of a sender that the console does not answer: another one may be answered.
    private static let pause = Duration.milliseconds(200)
    /// The pause before an unusable file is tried again.
    private static let longPause = Duration.seconds(10)
    /// The timeout for the console's answer; another process may become the sender after it.
    private static let patience = Duration.seconds(5)

    private let session: ConsoleSession
    private let writer: ConsoleConnection.Writer
    private let events: AsyncStream<Event>.Continuation
    private let tasks = TaskSet()
    private var sender = ConsoleSender()
    private var lock: SharedFileLock?
    /// True while a task waits for the lock.
    private var isWaiting = false
    /// The number of answers, with which a missing answer is detected.
    private var progress = 0
    /// True after the client has changed its name over this connection.
    private var isRenamed = false
    /// True if the console already knows numbers of the new name too: nothing more is sent to it over this connection.
    private var isDistrusted = false

    init(_ session: ConsoleSession, _ writer: ConsoleConnection.Writer, _ events: AsyncStream<Event>.Continuation) {
        self.session = session
        self.writer = writer
        self.events = events
    }

    /// Sends pending edits, until the events end.
    mutating func run(_ stream: AsyncStream<Event>) async throws {
        for await event in stream {
            do {
                try await handle(event)
            } catch let error as QueueError {
                // The console can be followed even if its edits cannot be read or written for now.
                finish()
                session.change { $0.fileProblem = .edits(error) }
                later(.look, after: Self.longPause)
            }
        }
    }

    private mutating func handle(_ event: Event) async throws {
        switch event {
        case .look: try await recordAccess()
        case .welcome(let client, let last):
            guard lock != nil, client == session.view.queue.client else { return }
            progress += 1
            if last > session.view.queue.last {
                guard !isRenamed else {
                    isDistrusted = true
                    return finish()
                }
                isRenamed = true
            }
            let records = sender.welcome(last, session.view.queue) { UUID().uuidString.lowercased() }
            try await store(records)
            if sender.isWelcome { try await send() } else { try await greet() }
        case .answer(let client, let sequence, let isApplied):
            guard lock != nil, client == session.view.queue.client else { return }
            progress += 1
            try await store(sender.answer(sequence, isApplied: isApplied))
            try await send()
        case .late(let before):
            guard lock != nil else { return }
            if before == progress { (lock, sender) = (nil, ConsoleSender()) }
            if before == progress { later(.look, after: Self.pause) } else { later(.late(progress), after: Self.patience) }
        case .lock(let result):
            isWaiting = false
            lock = try result.get()
            // The previous sender may have sent everything.
            try await read()
            guard hasWork else { return finish() }
            try await greet()
            later(.late(progress), after: Self.patience)
        }
    }

    /// True if edits are pending that may be sent over this connection.
    private var hasWork: Bool { session.view.isConnected && !isDistrusted && !session.view.queue.waiting.isEmpty }

    private mutating func recordAccess() async throws {
        try await read()
        guard hasWork else { return finish() }
        if lock == nil { waitForLock() } else { try await send() }
    }

    /// Starts to wait until no other process, and no other part of this one, is the sender.
    private mutating func waitForLock() {
        guard !isWaiting else { return }
        isWaiting = true
        let (events, edits) = (events, session.edits)
        tasks.add {
            let result: Result<SharedFileLock, QueueError>
            do throws(QueueError) {
                guard let lock = try await edits.sendingLock() else { return }
                result = .success(lock)
            } catch {
                result = .failure(error)
            }
            // With too many events, the sender gets this one later.
            while case .dropped = events.yield(.lock(result)) {
                guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            }
        }
    }

    /// Sends an event to itself after a pause.
    private func later(_ event: Event, after pause: Duration) {
        let events = events
        tasks.add(after: pause) { events.yield(event) }
    }

    private mutating func finish() { (lock, sender) = (nil, ConsoleSender()) }

    private mutating func greet() async throws {
        sender = ConsoleSender()
        try await writer.write(ByteBuffer(string: ConsoleMessage.hello(session.view.queue.client)))
    }

    /// Sends the next edits, and releases the lock if none is pending.
    private mutating func send() async throws {
        let view = session.view
        guard !view.queue.waiting.isEmpty else { return finish() }
        let (records, edits) = sender.next(view.queue, view.state)
        try await store(records)
        for edit in edits { try await writer.write(ByteBuffer(string: ConsoleMessage.edit(edit, of: view.queue.client))) }
        if session.view.queue.waiting.isEmpty { finish() }
    }

    private func read() async throws {
        try await perform { (edits) throws(QueueError) in try edits.settled() }
    }

    private func store(_ records: [ConsoleRecord]) async throws {
        guard !records.isEmpty else { return }
        try await perform { (edits) throws(QueueError) in try edits.record(records) }
    }

    /// Reads or writes the edits on a thread that may block.
    private func perform(_ work: @escaping @Sendable (ConsoleEdits) throws(QueueError) -> ConsoleQueue) async throws {
        let queue = try await session.edits.work(work)
        session.change {
            $0.replaceQueue(queue)
            $0.fileProblem = nil
        }
    }
}

/// The last known state of the console, stored next to its edits, for names and values while it is unreachable.
struct ConsoleMemory: Sendable {
    private let file: PrivateFile

    /// The file next to that of the edits.
    init(_ edits: ConsoleEdits) { file = edits.memory }

    /// The state; nil if none is stored.
    var state: ConsoleState? {
        guard let bytes = try? file.bytes(limit: ConsoleMessage.maximumBytes),
            case .report(let report)? = try? ConsoleMessage(bytes)
        else { return nil }
        var state = ConsoleState()
        state.apply(report, received: 0, seconds: 0)
        state.start()
        return state
    }

    /// Stores a state; errors are ignored.
    fileprivate func store(_ state: ConsoleState) {
        _ = try? file.write(Array((state.json.text() + "\n").utf8))
    }
}
