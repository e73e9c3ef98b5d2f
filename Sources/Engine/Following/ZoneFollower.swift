import Clocks
import FoundationEssentials
import Logging
import NowPlaying
import Playback
import Timeline

/// Keeps one zone's state up to date for all who look at it: one connection and one question at a time, however many they are.
///
/// It asks as the timeline says, and only while somebody looks or has just looked.
actor ZoneFollower {
    /// For how long after the last look the questions go on, so that a bar which asks anew each few seconds has its answer from memory.
    static let usualLingering = Duration.seconds(30)
    /// For how many seconds an answer of the source counts as its present word.
    static let freshTime = 3.0

    let zone: ZoneID
    let source: any PlaybackSource
    let clock: any Clock<Duration>
    private let address: String
    private let store: StateStore
    /// Records what is heard; nil for nothing.
    private let history: HistoryRecorder?
    private let logger: Logger
    private let provider: NowPlayingTimeline
    /// Called once nobody has looked for a while.
    private let becameIdle: @Sendable () -> Void
    private let lingering: Duration

    private(set) var state: PlaybackState
    /// Someone who looks, and what they may see.
    private struct Watcher {
        let continuation: AsyncStream<Entry>.Continuation
        let rules: ZoneRules
        /// The rules by which what is heard is recorded.
        let recordingRules: ZoneRules

        func show(_ entry: Entry) { continuation.yield(entry.seen(through: rules)) }
    }

    /// What was given out last.
    private var shown: NowPlaying?
    private var failures = 0
    private(set) var lastError: SourceError?
    /// Whether the source has been asked and has answered, or failed to.
    private(set) var hasAsked = false
    private var watchers: [Int: Watcher] = [:]
    private var nextWatcher = 0
    private var lastLook = ContinuousClock.now
    /// The rules of whoever looked last; they count while nobody watches.
    private var lookingRules: ZoneRules?
    private var asking: Task<Void, Never>?
    private var wakeUp: AsyncStream<Void>.Continuation?
    private var kept: PlaybackState?
    /// The changes of the volume that are being gathered; nil where there are none.
    var burst: VolumeBurst?
    var nextBurst = 0
    /// The volume on its way to the source; the next waits until it has arrived.
    var sending: Volume?
    /// True while steps of a volume that is not told are on their way.
    var isStepping = false
    /// Asks the source what has become of a control; nil while nothing is to be confirmed.
    private var confirming: Task<Void, Never>?

    /// - Parameters:
    ///   - clock: What the gathering of volume changes is measured by.
    ///   - lingering: For how long after the last look the questions go on.
    ///   - becameIdle: Called once nobody has looked for a while.
    init(
        zone: ZoneID, name: String?, source: any PlaybackSource, address: String, store: StateStore, history: HistoryRecorder? = nil,
        pace: Pace, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(), lingering: Duration = usualLingering,
        becameIdle: @escaping @Sendable () -> Void = {}
    ) {
        self.becameIdle = becameIdle
        self.lingering = lingering
        self.zone = zone
        self.source = source
        self.clock = clock
        self.address = address
        self.store = store
        self.history = history
        self.logger = logger
        provider = NowPlayingTimeline(pace: pace)
        let now = Date.steady
        let kept = store.state(of: zone, at: address)?.moved(by: -Date.wallOffset)
        state = kept.map { PlaybackState(restoring: $0, at: now) } ?? PlaybackState(zone: zone, name: name)
        // What was known when the engine last ran is old until the source says it anew.
        state.merge(Self.unconfirmed(state, at: now))
    }

    /// The entry now.
    ///
    /// - Parameter now: On the steady time line, as all of the entry's dates.
    func entry(at now: Date = .steady) -> Entry {
        let moment = NowPlaying(state, at: now, previous: shown)
        shown = moment
        return moment.entry
    }

    /// The timeline from now on.
    func timeline(at now: Date = .steady) -> Timeline {
        provider.timeline(of: state, at: now, failures: failures, jitter: .random(in: 0...1), previous: shown)
    }

    /// Entries from now on, the first at once.
    ///
    /// A watcher that is busy misses all but the newest.
    ///
    /// - Parameters:
    ///   - rules: What the watcher may see.
    ///   - recordingRules: The rules by which what is heard is recorded for the watcher; nil for `rules`.
    func entries(through rules: ZoneRules = ZoneRules(), recordedBy recordingRules: ZoneRules? = nil) -> AsyncStream<Entry> {
        let (stream, continuation) = AsyncStream<Entry>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = nextWatcher
        nextWatcher += 1
        let watcher = Watcher(continuation: continuation, rules: rules, recordingRules: recordingRules ?? rules)
        watchers[number] = watcher
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        watcher.show(entry())
        record()
        look()
        return stream
    }

    /// Notes that somebody looks, and sees to it that the source is asked.
    func look() {
        lastLook = .now
        guard asking == nil else { return }
        asking = Task { await ask() }
    }

    /// Returns once the source has answered, or has failed to; at once where it was asked a moment ago.
    ///
    /// - Parameter rules: What the one who looks may see.
    func settle(through rules: ZoneRules? = nil) async {
        if let rules {
            lookingRules = rules
            record()
        }
        look()
        if hasAsked { return }
        for await _ in answers() where hasAsked { return }
    }

    private func answers() -> AsyncStream<Entry> { entries(recordedBy: lookingRules) }

    /// Shows at once what a control will bring about.
    ///
    /// It is not kept on disk: nobody has confirmed it.
    func expect(_ reading: Reading) {
        state.merge(reading)
        tell()
    }

    /// Sees to it that what is known is a few seconds old at most, and that the zone is there.
    ///
    /// - Throws: Why the source could not be asked.
    func renew() async throws(SourceError) {
        if lastError == nil, hasAsked, Date.steady.timeIntervalSince(state.lastContact) < Self.freshTime { return }
        await readOnce()
        if let lastError { throw lastError }
    }

    /// Asks the source now rather than when it is time, and takes its word before what a control promised where `correcting`.
    func refresh(correcting: Bool = false) async {
        if correcting { await readOnce(correcting: true) }
        wakeUp?.yield()
    }

    /// Sees to it that what a control promised gives way to the source's word, once the source has had time to obey.
    ///
    /// A source that only pushes says nothing where it did not obey, or where somebody else has changed it back meanwhile.
    func confirm() {
        confirming?.cancel()
        confirming = Task { [clock] in
            guard (try? await clock.sleep(for: .seconds(PlaybackState.settlingTime + 0.05))) != nil, !Task.isCancelled else { return }
            await readOnce()
        }
    }

    /// The zone's presence by its source's word.
    enum Presence {
        case there, unreachable, missing
    }

    /// The zone's presence; waits for the source's answer where it has not been asked.
    func presence() async -> Presence {
        await settle()
        return knownPresence ?? .unreachable
    }

    /// The zone's presence; nil until the source has been asked.
    var knownPresence: Presence? {
        guard hasAsked else { return nil }
        switch state.connection.value {
        case .live: return .there
        case .zoneMissing: return .missing
        default: return .unreachable
        }
    }

    /// False where the source has just said that the zone is gone, or has another name; waits for its word where it has not been asked.
    func isStill(_ name: String) async -> Bool {
        await settle()
        switch lastError {
        case .zoneMissing: return false
        // Nothing better is known while the source does not answer.
        case .some: return true
        case nil: return state.connection.value != .zoneMissing && Zone(id: zone, name: state.name.value).isMeant(by: name)
        }
    }

    /// True while nobody looks, and nothing is on its way.
    var isIdle: Bool { asking == nil && watchers.isEmpty && burst == nil && sending == nil && !isStepping }

    /// Asks no more, and lets all who look go.
    func stop() {
        asking?.cancel()
        confirming?.cancel()
        for watcher in watchers.values { watcher.continuation.finish() }
        watchers.removeAll()
    }

    private func forget(_ number: Int) {
        // The last watcher's rules hold for as long as the questions go on.
        if watchers.count == 1 { lookingRules = watchers[number]?.recordingRules }
        watchers[number] = nil
        lastLook = .now
        if watchers.isEmpty, source.isDrivenByPushes(zone) { wakeUp?.yield() }
    }

    /// Asks for as long as somebody looks.
    private func ask() async {
        let (pokes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        wakeUp = continuation
        defer {
            wakeUp = nil
            asking = nil
            // Nobody has looked for a while: whoever looks next waits for an answer, and until then sees that this is old.
            hasAsked = false
            state.merge(Self.unconfirmed(state, at: .steady))
            lookingRules = nil
            history?.leave(zone, at: address)
            becameIdle()
        }
        let pushes = Task { [source, zone] in
            for await reading in source.pushes(of: zone) { self.merge(reading) }
        }
        defer { pushes.cancel() }
        var poked = pokes.makeAsyncIterator()
        while !Task.isCancelled, !watchers.isEmpty || .now - lastLook < lingering {
            await readOnce()
            var wait = max(0.05, (timeline().reloadDate ?? .distantFuture).timeIntervalSince(.steady))
            if source.isDrivenByPushes(zone) {
                // Nobody is asked twice; where nobody looks any more, this is to end nevertheless.
                wait = watchers.isEmpty ? lingering / .seconds(1) : .infinity
            }
            let timer =
                wait.isFinite
                ? Task {
                    try await Task.sleep(for: .seconds(wait))
                    continuation.yield()
                } : nil
            _ = await poked.next()
            timer?.cancel()
        }
        logger.debug("nobody looks at the zone any more", metadata: ["zone": "\(zone)"])
    }

    /// Asks the source once.
    ///
    /// - Parameter correcting: Whether its word counts before what a control promised.
    func readOnce(correcting: Bool = false) async {
        do throws(SourceError) {
            var reading = try await source.read(zone)
            if correcting { reading.stamp.authority = .correction }
            (failures, lastError) = (0, nil)
            hasAsked = true
            merge(reading)
        } catch {
            guard error != .cancelled else { return }
            if failures == 0 { logger.warning("\(error)", metadata: ["zone": "\(zone)"]) }
            (failures, lastError) = (failures + 1, error)
            hasAsked = true
            var reading = Self.unconfirmed(state, at: .steady)
            if case .zoneMissing = error { reading.connection = .zoneMissing }
            merge(reading)
        }
    }

    /// The reading that says that nobody has confirmed the state at `now`.
    private static func unconfirmed(_ state: PlaybackState, at now: Date) -> Reading {
        var reading = Reading(zone: state.zone, stamp: Stamp(now, .poll))
        reading.connection = state.lastContact == .distantPast ? .offline : .stale
        return reading
    }

    func merge(_ reading: Reading) {
        state.merge(reading)
        keepShowingVolume()
        tell()
        record()
        keepIfChanged()
    }

    /// Has what is heard recorded as far as one of those who look lets it be.
    private func record() {
        guard let history else { return }
        let seen = Zone(id: zone, name: state.name.value, source: state.source.value)
        let all = watchers.isEmpty ? [lookingRules].compactMap { $0 } : watchers.values.map(\.recordingRules)
        let rules = all.lazy.compactMap { $0.recording(of: seen) }.first
        history.observe(state, at: address, rules)
    }

    /// Shows the entry to all who look.
    func tell() {
        let entry = entry()
        for watcher in watchers.values { watcher.show(entry) }
    }

    /// Writes the state where it would look different after a restart; positions alone are not worth a write.
    private func keepIfChanged() {
        let isWorthIt =
            kept?.track.value != state.track.value || kept?.rawStatus.value != state.rawStatus.value
            || kept?.volumeValue.value != state.volumeValue.value
            || kept?.name.value != state.name.value
        guard isWorthIt, state.connection.value == .live else { return }
        kept = state
        store.keep(state.moved(by: Date.wallOffset), at: address)
    }
}
