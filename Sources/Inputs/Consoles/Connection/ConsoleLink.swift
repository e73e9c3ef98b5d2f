import FoundationEssentials
import SubdialConcurrency
import SubdialExpressions
import SubdialSystem

/// Follows and changes a mixing console.
package struct ConsoleLink: Sendable {
    /// A document, and the reason for which no further ones arrive for now.
    package struct Update: Sendable {
        /// The document; nil if the console has never sent its state.
        package var document: Value?
        /// The error while the console is unreachable; nil while it is connected.
        package var problem: ConsoleError?
    }

    /// The minimum interval between two documents: 60 per second.
    private static let frame = Duration.nanoseconds(16_666_667)

    /// The console's address.
    package let address: ConsoleAddress
    /// The edits on disk.
    package let edits: ConsoleEdits

    /// Makes the link for a user.
    package init(_ address: ConsoleAddress, in folders: UserFolders) { self.init(address, state: folders.state) }

    /// - Parameter state: The state folder of the user.
    package init(_ address: ConsoleAddress, state: PrivateFolder) {
        self.address = address
        edits = ConsoleEdits(of: address, folder: state.folder("consoles"))
    }

    /// The links of all consoles for which edits wait on disk.
    ///
    /// - Parameter state: The state folder of the user.
    package static func pending(state: PrivateFolder) -> [ConsoleLink] {
        let folder = state.folder("consoles")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasSuffix(".jsonl"), let queue = try? ConsoleEdits(folder.file(name)).queue(), !queue.waiting.isEmpty,
                let address = try? ConsoleAddress(queue.address)
            else { return nil }
            return ConsoleLink(address, state: state)
        }
    }

    /// True if edits wait on disk; false if they cannot be read.
    package var hasPendingEdits: Bool {
        get async { (try? await edits.work { (edits) throws(QueueError) in try edits.queue() })?.waiting.isEmpty == false }
    }

    /// Follows the console, and sends it the edits on disk, until none waits, or they cannot be read.
    package func deliver() async {
        let session = ConsoleSession(address, edits)
        await session.running {
            for await _ in session.news.values() {
                let view = session.view
                if view.hasSentAll { return }
                if view.fileProblem != nil, await !hasPendingEdits { return }
            }
        }
    }

    /// Documents until the stream is released, at most 60 per second; an unreachable console is retried.
    ///
    /// A slow consumer receives only the newest. Pending edits are sent meanwhile.
    ///
    /// - Parameters:
    ///   - patience: The time for which the last known state is held back, so that a console that answers to the first connection in this time is
    ///     not shown as disconnected first.
    ///   - grace: The time for which a lost connection is not shown, so that a console that is back in this time stays live.
    package func updates(
        holdingBackFor patience: Duration = .seconds(1), concealingLossFor grace: Duration = .seconds(3)
    ) -> AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let session = ConsoleSession(address, edits)
            let task = Task {
                await withDiscardingTaskGroup { tasks in
                    tasks.addTask { await session.run() }
                    _ = await session.wait(patience) { $0.isConnected || $0.problem != nil }
                    var last: (document: Value?, problem: ConsoleError?) = (nil, nil)
                    var loss = ConsoleLoss(grace)
                    for await _ in session.news.values() {
                        var view = session.view
                        if let rest = loss.conceal(in: &view, at: .now) {
                            tasks.addTask {
                                try? await Task.sleep(for: rest)
                                session.news.send(())
                            }
                        }
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

    /// The first state that the console sends.
    ///
    /// - Throws: ``ConsoleError`` if it is unreachable, or sends nothing for `patience`.
    package func view(within patience: Duration = .seconds(5)) async throws(ConsoleError) -> ConsoleView {
        let session = ConsoleSession(address, edits, sends: false)
        return try await session.running { () async throws(ConsoleError) in
            let view = await session.view(patience)
            if view.isConnected { return view }
            throw view.problem ?? .unreachable(address.description, reason: "it has told nothing in \(patience)")
        }
    }

    /// The last known state of the console, with pending edits; nil if there is none.
    package var lastSeen: ConsoleView? {
        guard let state = ConsoleMemory(edits).state else { return nil }
        var view = ConsoleView()
        (view.state, view.isTold) = (state, true)
        if let queue = try? edits.queue() { view.replaceQueue(queue) }
        return view
    }

    /// The result of a change.
    package struct Delivery: Sendable {
        /// The edit.
        package var edit: ConsoleEdit
        /// The outcome; nil while the edit is pending.
        package var outcome: ConsoleOutcome?
        /// The error because of which the edit is pending.
        package var problem: ConsoleError?
    }

    /// Changes a setting: stores the edit on disk, and sends it and all before it if the console is reachable.
    ///
    /// - Parameters:
    ///   - patience: The timeout for the connection, and again for the answer.
    ///   - choose: Returns the channel, the field and a function from the previous to the new value, for the current or last known state;
    ///     the state is empty if the console was never connected.
    package func change(
        within patience: Duration = .seconds(2),
        _ choose: @Sendable (ConsoleView) throws -> (channel: String, field: ConsoleField, value: @Sendable (Double) -> Double)
    ) async throws -> Delivery {
        let session = ConsoleSession(address, edits, patience: patience)
        return try await session.running {
            var view = await session.view(patience)
            let (channel, field, value) = try choose(view)
            let edit = try await edits.work { [view] (edits) throws(QueueError) in
                try edits.add(channel, field, of: address, seen: view.state[channel]?[field].changed ?? 0) {
                    value(view.base(of: channel, field, $0))
                }
            }
            session.recordAccess()
            view = await session.wait(patience) { view in
                view.queue.last >= edit.sequence && !view.queue.waiting.contains { $0.sequence == edit.sequence } || view.problem != nil
            }
            let outcome = view.queue.finished.last { $0.edit.sequence == edit.sequence }?.outcome
            return Delivery(edit: edit, outcome: outcome, problem: view.problem ?? view.fileProblem)
        }
    }
}

/// Conceals the loss of a connection that comes back soon.
struct ConsoleLoss {
    private let grace: Duration
    private var wasConnected = false
    private var lostAt: ContinuousClock.Instant?

    /// - Parameter grace: The time for which a loss is concealed.
    init(_ grace: Duration) { self.grace = grace }

    /// Shows a console as connected that has just been lost.
    ///
    /// - Returns: The time after which the view must be looked at again, once for each loss; nil otherwise.
    mutating func conceal(in view: inout ConsoleView, at now: ContinuousClock.Instant) -> Duration? {
        guard !view.isConnected else {
            (wasConnected, lostAt) = (true, nil)
            return nil
        }
        guard wasConnected else { return nil }
        let isNew = lostAt == nil
        let start = lostAt ?? now
        lostAt = start
        guard now < start + grace else {
            (wasConnected, lostAt) = (false, nil)
            return nil
        }
        (view.isConnected, view.problem) = (true, nil)
        return isNew ? grace : nil
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

    /// The time in which a connected console must send the state of all channels; some consoles never do.
    private static let wholePatience = Duration.milliseconds(500)

    /// The view after the console has sent its channels, is known to be unreachable, or the time is over.
    fileprivate func view(_ patience: Duration) async -> ConsoleView {
        let view = await wait(patience) { $0.isConnected || $0.problem != nil }
        // The first message may be an update of some channels only.
        return view.isConnected ? await wait(Self.wholePatience) { $0.state.isWhole || !$0.isConnected } : view
    }

    /// The view when a condition holds, or after a timeout.
    fileprivate func wait(_ patience: Duration, until condition: @Sendable (ConsoleView) -> Bool) async -> ConsoleView {
        let deadline = ContinuousClock.now + patience
        let timer = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            news.send(())
        }
        defer { timer.cancel() }
        for await _ in news.values() {
            let view = view
            if condition(view) || .now >= deadline { return view }
        }
        return view
    }
}
