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
        var waiting: [CheckedContinuation<Moment, Never>] = []
        var lastUse = ContinuousClock.now
    }

    let source: WidgetSource
    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Begins to follow `source`, until ``stop()``.
    init(_ source: WidgetSource) {
        self.source = source
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

    /// The scene, once the source has answered or failed to.
    func moment() async -> Moment {
        await withCheckedContinuation { continuation in
            let known: Moment? = state.withLock { state in
                state.lastUse = .now
                if state.moment == nil { state.waiting.append(continuation) }
                return state.moment
            }
            if let known { continuation.resume(returning: known) }
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
        let (waiting, listeners) = state.withLock { state -> ([CheckedContinuation<Moment, Never>], [@Sendable () -> Void]) in
            // A source that says the same again makes no new entry: a display that tells when it changed last is not drawn anew.
            guard state.moment?.fingerprint != moment.fingerprint else { return ([], []) }
            state.moment = moment
            defer { state.waiting = [] }
            return (state.waiting, Array(state.listeners.values))
        }
        for continuation in waiting { continuation.resume(returning: moment) }
        for tell in listeners { tell() }
    }

    /// The hash of what entries show: of one that is live, when it was made does not count.
    private static func fingerprint(_ timeline: Timeline) -> String {
        let texts = timeline.entries.enumerated().map { index, entry in
            var entry = entry
            if entry.freshness == .live {
                entry.lastContact = nil
                if index == 0 { entry.date = .distantPast }
            }
            return entry.json.text()
        }
        return String(texts.joined(separator: "\n").stableHash, radix: 16)
    }
}
