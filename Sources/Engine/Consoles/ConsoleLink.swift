import Consoles
import Expressions

/// A mixing console, followed and changed from here.
public struct ConsoleLink: Sendable {
    /// A document that came, and why no other will for a while.
    struct Update: Sendable {
        /// The document; nil where nothing was ever told.
        var document: Value?
        /// Why the console is away; nil while it is there.
        var problem: ConsoleError?
    }

    /// Time between two documents: 60 a second.
    static let frame = Duration.nanoseconds(16_666_667)

    /// Where the console is.
    public let address: ConsoleAddress
    /// Its edits on disk.
    public let edits: ConsoleEdits

    /// Makes the link of a user.
    public init(_ address: ConsoleAddress, in folders: UserFolders) { self.init(address, folder: folders.consoles) }

    /// - Parameter folder: The folder of all consoles' files.
    init(_ address: ConsoleAddress, folder: String) {
        self.address = address
        edits = ConsoleEdits(of: address, folder: folder)
    }

    /// Documents for as long as somebody takes them, 60 a second at most; a console that is away is tried again.
    ///
    /// Of those that nobody has taken yet the last counts. Edits that wait are sent meanwhile.
    func updates() -> AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let session = ConsoleSession(address, edits)
            let task = Task {
                await withDiscardingTaskGroup { tasks in
                    tasks.addTask { await session.run() }
                    var last: (document: Value?, problem: ConsoleError?) = (nil, nil)
                    for await _ in session.news.values() {
                        let view = session.view
                        let document = view.document(of: address)
                        if document != last.document || view.problem != last.problem {
                            last = (document, view.problem)
                            continuation.yield(Update(document: document, problem: view.problem))
                        }
                        try? await Task.sleep(for: Self.frame)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The state that the console tells first.
    ///
    /// - Throws: Where it is away, or tells nothing for `patience`.
    public func view(within patience: Duration = .seconds(5)) async throws(ConsoleError) -> ConsoleView {
        let session = ConsoleSession(address, edits, sends: false)
        return try await session.running { () async throws(ConsoleError) in
            let view = await session.told(patience)
            if view.isConnected { return view }
            throw view.problem ?? .unreachable(address.description, reason: "it has told nothing in \(patience)")
        }
    }

    /// The console as it was seen last, with the edits that wait; nil where it never was.
    public var lastSeen: ConsoleView? {
        guard let state = ConsoleMemory(edits).state else { return nil }
        var view = ConsoleView()
        (view.state, view.isTold) = (state, true)
        if let queue = try? edits.queue() { view.take(queue) }
        return view
    }

    /// The delivery of an edit.
    public struct Delivery: Sendable {
        /// The edit.
        public var edit: ConsoleEdit
        /// The outcome; nil while it waits.
        public var outcome: ConsoleOutcome?
        /// Why it waits.
        public var problem: ConsoleError?
    }

    /// Changes a setting: keeps the edit on disk, and sends it and all before it where the console can be reached.
    ///
    /// - Parameters:
    ///   - patience: Time to reach the console, and again to have the answer.
    ///   - choose: The channel and setting, from the console as it is, or as it was last seen, and the new value of the one before;
    ///     nothing is known of the console where it never was seen.
    public func change(
        within patience: Duration = .seconds(2),
        _ choose: @Sendable (ConsoleView) throws -> (channel: String, field: ConsoleField, value: @Sendable (Double) -> Double)
    ) async throws -> Delivery {
        let session = ConsoleSession(address, edits, patience: patience)
        return try await session.running {
            var view = await session.told(patience)
            let (channel, field, value) = try choose(view)
            let (known, stamp) = (view.queue, view.state[channel]?[field])
            let edit = try edits.add(channel, field, seen: stamp?.changed ?? 0) { queue in
                // Another command may have changed it meanwhile.
                value(queue.value(of: channel, field, after: known) ?? stamp?.value ?? 0)
            }
            session.look()
            view = await session.wait(patience) { view in
                view.queue.last >= edit.sequence && !view.queue.waiting.contains { $0.sequence == edit.sequence } || view.problem != nil
            }
            let outcome = view.queue.finished.last { $0.edit.sequence == edit.sequence }?.outcome
            return Delivery(edit: edit, outcome: outcome, problem: view.problem ?? view.fileProblem)
        }
    }
}

extension ConsoleSession {
    /// Follows the console until `body` has returned.
    fileprivate func running<Result: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let task = Task { await run() }
        do throws(Failure) {
            let result = try await body()
            task.cancel()
            await task.value
            return result
        } catch {
            task.cancel()
            await task.value
            throw error
        }
    }

    /// Time in which a console that is there has to tell all of its channels at once; some never do.
    private static let wholePatience = Duration.milliseconds(500)

    /// The view once the console has told its channels, is known to be away, or has had its time.
    fileprivate func told(_ patience: Duration) async -> ConsoleView {
        let view = await wait(patience) { $0.isConnected || $0.problem != nil }
        // The first message may be an update of some channels.
        return view.isConnected ? await wait(Self.wholePatience) { $0.state.isWhole || !$0.isConnected } : view
    }

    /// The view once a condition holds, or after a while.
    fileprivate func wait(_ patience: Duration, until condition: @Sendable (ConsoleView) -> Bool) async -> ConsoleView {
        let timer = Task {
            try await Task.sleep(for: patience)
            news.send(())
        }
        defer { timer.cancel() }
        let deadline = ContinuousClock.now + patience
        for await _ in news.values() {
            let view = view
            if condition(view) || .now >= deadline { return view }
        }
        return view
    }
}
