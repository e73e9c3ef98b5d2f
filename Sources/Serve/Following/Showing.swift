import Engine
import FoundationEssentials
import JSON
import Numbers
import Synchronization
import Timeline

/// A widget's source that is followed for all who ask for its pictures.
final class Showing: Sendable {
    /// The scene as it is known now.
    struct Moment: Sendable {
        let scene: EntryProvider.Scene
        /// Equal where pictures show the same.
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

    let source: WidgetSource
    private let state: Mutex<State>
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Begins to follow `source`, until ``stop()``.
    ///
    /// - Parameter isProven: True where its subject is known to be there.
    init(_ source: WidgetSource, isProven: Bool) {
        self.source = source
        state = Mutex(State(isProven: isProven))
        let provider = EntryProvider(following: source.entries)
        task.withLock {
            $0 = Task { [weak self] in
                // The first frame that is followed may be what was known before; the first picture shows what the source answers.
                let first = await provider.scene()
                self?.take(first)
                for await scene in provider.scenes() {
                    guard let self else { return }
                    self.take(scene)
                }
            }
        }
    }

    deinit { stop() }

    /// Follows no longer.
    func stop() { task.withLock { $0?.cancel() } }

    /// True where nobody has asked for `duration`, and nobody listens.
    func isIdle(for duration: Duration) -> Bool {
        state.withLock { $0.listeners.isEmpty && $0.waiting.isEmpty && $0.lastUse + duration < .now }
    }

    /// True where its subject is known to be there, or was so once.
    var isProven: Bool { state.withLock { $0.isProven } }

    /// When somebody asked for it last.
    var lastUse: ContinuousClock.Instant { state.withLock { $0.lastUse } }

    /// Counts as asked for now.
    func touch() { state.withLock { $0.lastUse = .now } }

    /// The scene, once the source has answered or failed to; nil where it has done neither within `limit`.
    func moment(within limit: Duration) async -> Moment? {
        touch()
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

    /// The fingerprint of what is known; nil before the source has answered.
    var fingerprint: String? { state.withLock { $0.moment?.fingerprint } }

    /// Calls `tell` whenever pictures show something else, until the token that is returned is given to ``leave(_:)``.
    func listen(_ tell: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = tell
            return state.nextListener
        }
    }

    /// Ends what ``listen(_:)`` began.
    func leave(_ token: Int) {
        state.withLock { state in
            state.listeners[token] = nil
            state.lastUse = .now
        }
    }

    private func take(_ scene: EntryProvider.Scene) {
        let moment = Moment(scene: scene, fingerprint: Self.fingerprint(scene.timeline))
        let isThere = scene.timeline.entries.contains { $0.freshness == .live || $0.freshness == .stale }
        let (waiting, listeners) = state.withLock { state -> ([CheckedContinuation<Moment?, Never>], [@Sendable () -> Void]) in
            if isThere { state.isProven = true }
            // A source that says the same again makes no new entry: a display that tells when it changed last is not drawn anew.
            if let known = state.moment, known.scene.timeline.showsSame(as: scene.timeline) { return ([], []) }
            state.moment = moment
            defer { state.waiting = [:] }
            return (Array(state.waiting.values), Array(state.listeners.values))
        }
        for continuation in waiting { continuation.resume(returning: moment) }
        for tell in listeners { tell() }
    }

    /// The hash of what entries show.
    private static func fingerprint(_ timeline: Timeline) -> String {
        String(timeline.entries.map { $0.json.text() }.joined(separator: "\n").stableHash, radix: 16)
    }
}

extension Timeline {
    /// True where pictures of both are the same: of a live entry, when the source was asked does not count, nor by a fraction of a second
    /// where a clock stands.
    func showsSame(as other: Timeline) -> Bool {
        entries.count == other.entries.count && zip(entries, other.entries).allSatisfy { $0.showsSame(as: $1) }
    }
}

extension Entry {
    /// What two answers about the same moment may differ by, in seconds.
    private static let clockNoise = 0.4

    fileprivate func showsSame(as other: Entry) -> Bool {
        func bare(_ entry: Entry) -> Entry {
            var entry = entry
            entry.clocks = [:]
            if entry.freshness == .live { (entry.date, entry.lastContact) = (.distantPast, nil) }
            return entry
        }
        guard bare(self) == bare(other), clocks.count == other.clocks.count else { return false }
        return clocks.allSatisfy { name, clock in
            guard let another = other.clocks[name], clock.rate == another.rate, clock.minimum == another.minimum,
                clock.maximum == another.maximum
            else { return false }
            let moment = max(clock.anchor, another.anchor)
            return abs(clock.value(at: moment) - another.value(at: moment)) < Self.clockNoise
        }
    }
}
