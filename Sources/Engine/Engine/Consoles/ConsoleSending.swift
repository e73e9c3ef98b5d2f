import FoundationEssentials
import NIOCore
import SubdialConcurrency
import SubdialConsoles
import SubdialSystem

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
    }

    /// The interval between two attempts to become the sender.
    private static let pause = Duration.milliseconds(200)
    /// The pause before an unusable file is tried again.
    private static let longPause = Duration.seconds(10)
    /// The timeout for the console's answer; another process may become the sender after it.
    private static let patience = Duration.seconds(5)

    private let session: ConsoleSession
    private let writer: ConsoleConnection.Writer
    private let events: AsyncStream<Event>.Continuation
    private let timers = TaskSet()
    private var sender = ConsoleSender()
    private var lock: SharedFileLock?
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
                try await take(event)
            } catch let error as ConsoleError where error.isOfFile {
                // The console can be followed even if its edits cannot be read or written for now.
                finish()
                session.change { $0.fileProblem = error }
                later(.look, after: Self.longPause)
            }
        }
    }

    private mutating func take(_ event: Event) async throws {
        switch event {
        case .look: try await look()
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
            try await note(records)
            if sender.isWelcome { try await send() } else { try await greet() }
        case .answer(let client, let sequence, let isApplied):
            guard lock != nil, client == session.view.queue.client else { return }
            progress += 1
            try await note(sender.answer(sequence, isApplied: isApplied))
            try await send()
        case .late(let before):
            guard lock != nil else { return }
            if before == progress { (lock, sender) = (nil, ConsoleSender()) }
            if before == progress { later(.look, after: Self.pause) } else { later(.late(progress), after: Self.patience) }
        }
    }

    private mutating func look() async throws {
        try await read()
        guard session.view.isConnected, !isDistrusted, !session.view.queue.waiting.isEmpty else { return finish() }
        guard lock == nil else { return try await send() }
        let edits = session.edits
        guard let lock = try await session.work({ () throws(ConsoleError) in try edits.sendingLock() }) else {
            return later(.look, after: Self.pause)
        }
        self.lock = lock
        // The previous sender may have sent everything.
        try await read()
        guard !session.view.queue.waiting.isEmpty else { return finish() }
        try await greet()
        later(.late(progress), after: Self.patience)
    }

    /// Sends an event to itself after a pause.
    private func later(_ event: Event, after pause: Duration) {
        let events = events
        timers.add(after: pause) { events.yield(event) }
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
        try await note(records)
        for edit in edits { try await writer.write(ByteBuffer(string: ConsoleMessage.edit(edit, of: view.queue.client))) }
        if session.view.queue.waiting.isEmpty { finish() }
    }

    private func read() async throws {
        let edits = session.edits
        try await take { () throws(ConsoleError) in try edits.settled() }
    }

    private func note(_ records: [ConsoleRecord]) async throws {
        guard !records.isEmpty else { return }
        let edits = session.edits
        try await take { () throws(ConsoleError) in try edits.record(records) }
    }

    /// Reads or writes the edits on a thread that may block.
    private func take(_ work: @escaping @Sendable () throws(ConsoleError) -> ConsoleQueue) async throws {
        let queue = try await session.work(work)
        session.change {
            $0.take(queue)
            $0.fileProblem = nil
        }
    }
}
