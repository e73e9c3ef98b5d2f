import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialTimeline
import Synchronization

/// A followed widget source, shared by all requests for its pictures.
final class FollowedWidget: Sendable {
    /// The current scene.
    struct Moment: Sendable {
        let scene: EntryProvider.Scene
        /// A hash that is equal if the pictures are the same.
        let fingerprint: String
    }

    private struct State {
        var moment: Moment?
        var listeners: [Int: @Sendable () -> Void] = [:]
        var nextListener = 0
        var waiting: [Int: CheckedContinuation<Moment?, Never>] = [:]
        var lastUse = ContinuousClock.now
        var isProven: Bool
    }

    let source: WidgetInputs
    private let state: Mutex<State>
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Follows `source` until ``stop()``.
    ///
    /// - Parameter isProven: True if the subject is known to exist.
    init(_ source: WidgetInputs, isProven: Bool) {
        self.source = source
        state = Mutex(State(isProven: isProven))
        let provider = EntryProvider(following: source.entries)
        task.withLock {
            $0 = Task { [weak self] in
                // The first scene that the provider follows may be cached; the first picture must show the source's answer.
                let first = await provider.scene()
                self?.receive(first)
                for await scene in provider.scenes() {
                    guard let self else { return }
                    self.receive(scene)
                }
            }
        }
    }

    deinit { stop() }

    /// Stops following the source.
    func stop() { task.withLock { $0 }?.cancel() }

    /// True if there are no listeners and no waiting requests, and the last request is older than `duration`.
    func isIdle(for duration: Duration) -> Bool {
        state.withLock { $0.listeners.isEmpty && $0.waiting.isEmpty && $0.lastUse + duration < .now }
    }

    /// True if the subject exists or has existed.
    var isProven: Bool { state.withLock { $0.isProven } }

    /// The time of the last request.
    var lastUse: ContinuousClock.Instant { state.withLock { $0.lastUse } }

    /// Marks the source as requested now.
    func recordUse() { state.withLock { $0.lastUse = .now } }

    /// The scene after the source has answered or failed; nil if it has done neither within `limit`.
    func moment(within limit: Duration) async -> Moment? {
        recordUse()
        if let known = state.withLock({ $0.moment }) { return known }
        let number = state.withLock { state in
            state.nextListener += 1
            return state.nextListener
        }
        let ending = Task { [weak self] in
            try? await Task.sleep(for: limit)
            self?.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: nil)
        }
        defer { ending.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Moment?? = state.withLock { state in
                    if state.moment == nil, !Task.isCancelled {
                        state.waiting[number] = continuation
                        return nil
                    }
                    return .some(state.moment)
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            ending.cancel()
        }
    }

    /// The fingerprint of the current scene; nil before the source has answered.
    var fingerprint: String? { state.withLock { $0.moment?.fingerprint } }

    /// Calls `tell` whenever the pictures change, until the returned token is passed to ``leave(_:)``.
    func listen(_ tell: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = tell
            return state.nextListener
        }
    }

    /// Removes the listener that ``listen(_:)`` added.
    func leave(_ token: Int) {
        state.withLock { state in
            state.listeners[token] = nil
            state.lastUse = .now
        }
    }

    private func receive(_ scene: EntryProvider.Scene) {
        let moment = Moment(scene: scene, fingerprint: Self.fingerprint(scene.timeline))
        let isThere = scene.timeline.entries.contains { $0.freshness == .live || $0.freshness == .stale }
        let (waiting, listeners) = state.withLock { state -> ([CheckedContinuation<Moment?, Never>], [@Sendable () -> Void]) in
            if isThere { state.isProven = true }
            // An equal answer does not replace the entry, so a display that shows the time of the last change is not drawn again.
            if let known = state.moment, known.scene.timeline.showsSame(as: scene.timeline) { return ([], []) }
            state.moment = moment
            defer { state.waiting = [:] }
            return (Array(state.waiting.values), Array(state.listeners.values))
        }
        for continuation in waiting { continuation.resume(returning: moment) }
        for tell in listeners { tell() }
    }

    /// The hash of the entries' JSON.
    private static func fingerprint(_ timeline: Timeline) -> String {
        String(timeline.entries.map { $0.json.text() }.joined(separator: "\n").stableHash, radix: 16)
    }
}

extension Timeline {
    /// True if pictures of both timelines are the same.
    ///
    /// For a live entry, the time of the last contact does not count, nor does a difference of a fraction of a second in a clock.
    func showsSame(as other: Timeline) -> Bool {
        entries.count == other.entries.count && zip(entries, other.entries).allSatisfy { $0.showsSame(as: $1) }
    }
}

extension Entry {
    /// The tolerance between two answers about the same moment, in seconds.
    private static let clockNoise = 0.4

    fileprivate func showsSame(as other: Entry) -> Bool {
        func bare(_ entry: Entry) -> Entry {
            var (entry, content) = (entry, entry.fields)
            for name in content.clocks.keys { content.values[name] = nil }
            content.clocks = [:]
            entry.content = content
            if entry.freshness == .live { (entry.date, entry.lastContact) = (.distantPast, nil) }
            return entry
        }
        let (clocks, others) = (fields.clocks, other.fields.clocks)
        guard bare(self) == bare(other), clocks.count == others.count else { return false }
        return clocks.allSatisfy { name, clock in
            guard let another = others[name], clock.rate == another.rate, clock.minimum == another.minimum,
                clock.maximum == another.maximum
            else { return false }
            let moment = max(clock.anchor, another.anchor)
            return abs(clock.value(at: moment) - another.value(at: moment)) < Self.clockNoise
        }
    }
}
