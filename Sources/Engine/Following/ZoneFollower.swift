import Clocks
import FoundationEssentials
import Logging
import NowPlaying
import Playback
import Timeline

/// Follows one zone for all subscribers, with one connection and one poll at a time.
///
/// It polls at the timeline's reload dates, and only while there is a subscriber, or was one recently.
actor ZoneFollower {
    /// The time after the last access for which polling continues, so that a bar that requests data every few seconds gets them from memory.
    static let usualLingering = Duration.seconds(30)
    /// The seconds for which a reading counts as current.
    static let freshTime = 3.0

    let zone: ZoneID
    let source: any PlaybackSource
    let clock: any Clock<Duration>
    private let address: String
    private let store: StateStore
    /// Records playback in the listening history; nil for no recording.
    private let history: HistoryRecorder?
    private let logger: Logger
    private let pace: Pace
    /// Called after a time without subscribers.
    private let becameIdle: @Sendable () -> Void
    private let lingering: Duration

    private(set) var state: PlaybackState
    /// A subscriber with its rules.
    private struct Watcher {
        let continuation: AsyncStream<Entry>.Continuation
        let rules: ZoneRules
        /// The rules by which playback is recorded.
        let recordingRules: ZoneRules

        func show(_ entry: Entry) { continuation.yield(entry.seen(through: rules)) }
    }

    /// The last entry that was created.
    private var shown: NowPlaying?
    private var failures = 0
    private(set) var lastError: SourceError?
    /// True if the source has answered or failed since following began.
    private(set) var hasAsked = false
    private var watchers: [Int: Watcher] = [:]
    private var nextWatcher = 0
    private var lastLook = ContinuousClock.now
    /// The rules of the last caller, which apply to recording while there are no subscribers.
    private var lookingRules: ZoneRules?
    private var asking: Task<Void, Never>?
    private var wakeUp: AsyncStream<Void>.Continuation?
    /// True if the loop polls when it wakes; false if it only computes its wait.
    private var isPollDue = true
    private var kept: PlaybackState?
    /// The volume changes that are being gathered; nil if there are none.
    var burst: VolumeBurst?
    var nextBurst = 0
    /// The volume that is being sent to the source; the next one waits until it has arrived.
    var sending: Volume?
    /// True while steps are being sent to a zone that does not report its volume.
    var isStepping = false
    /// The delayed poll after a control; nil if no control has been sent.
    private var confirming: Task<Void, Never>?

    /// - Parameters:
    ///   - clock: The clock for gathering volume changes.
    ///   - lingering: The time after the last access for which polling continues.
    ///   - becameIdle: Called after a time without subscribers.
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
        self.pace = pace
        let now = Date.steady
        let kept = store.state(of: zone, at: address)?.moved(by: -Date.wallOffset)
        state = kept.map { PlaybackState(restoring: $0, at: now) } ?? PlaybackState(zone: zone, name: name)
        // The state of an earlier run is stale until the source confirms it.
        state.merge(Self.unconfirmed(state, at: now))
    }

    /// Returns the current entry.
    ///
    /// - Parameter now: The date on the steady time line, as all dates of the entry.
    func entry(at now: Date = .steady) -> Entry {
        let moment = NowPlaying(state, at: now, previous: shown)
        shown = moment
        return moment.entry
    }

    /// Returns the timeline from now on.
    func timeline(at now: Date = .steady) -> Timeline {
        NowPlayingTimeline(pace: source.polling(of: zone) == .occasional ? .pushed : pace)
            .timeline(of: state, at: now, failures: failures, jitter: .random(in: 0...1), previous: shown)
    }

    /// A stream of entries from now on, the first immediately.
    ///
    /// A slow subscriber misses all but the newest.
    ///
    /// - Parameters:
    ///   - rules: The rules for what the subscriber may see.
    ///   - recordingRules: The rules by which playback is recorded for the subscriber; nil for `rules`.
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

    /// Records an access, and starts polling unless it is running.
    func look() {
        lastLook = .now
        guard asking == nil else { return }
        asking = Task { await ask() }
    }

    /// Waits until the source has answered or failed; returns immediately if it has done so since following began.
    ///
    /// - Parameter rules: The caller's rules, by which playback is recorded while there are no subscribers.
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

    /// Shows the expected result of a control immediately.
    ///
    /// It is not stored on disk, because the source has not confirmed it.
    func expect(_ reading: Reading) {
        state.merge(reading)
        tell()
    }

    /// Polls the source, unless its last answer is at most ``freshTime`` seconds old.
    ///
    /// - Throws: The error of the poll, such as that of a missing zone.
    func renew() async throws(SourceError) {
        if lastError == nil, hasAsked, Date.steady.timeIntervalSince(state.lastContact) < Self.freshTime { return }
        await readOnce()
        if let lastError { throw lastError }
    }

    /// Wakes the polling loop before the next reload date.
    ///
    /// - Parameter correcting: True to poll first with a reading that overrides the expected result of a control.
    func refresh(correcting: Bool = false) async {
        if correcting { await readOnce(correcting: true) }
        pollSoon()
    }

    /// Polls the source after it has had time to execute a control, so that its reading replaces the expected result.
    ///
    /// A source that only pushes reports nothing if it did not execute the control, or if the change was reverted meanwhile.
    func confirm() {
        confirming?.cancel()
        confirming = Task { [clock] in
            guard (try? await clock.sleep(for: .seconds(PlaybackState.settlingTime + 0.05))) != nil, !Task.isCancelled else { return }
            await readOnce()
        }
    }

    /// The presence of the zone according to its source.
    enum Presence {
        case there, unreachable, missing
    }

    /// Returns the zone's presence; waits for the source's answer if it has not been polled.
    func presence() async -> Presence {
        await settle()
        return knownPresence ?? .unreachable
    }

    /// The zone's presence; nil until the source has answered or failed.
    var knownPresence: Presence? {
        guard hasAsked else { return nil }
        switch state.connection.value {
        case .live: return .there
        case .zoneMissing: return .missing
        default: return .unreachable
        }
    }

    /// Returns false if the source has reported that the zone is gone, or has another name; waits for its answer if it has not been polled.
    func isStill(_ name: String) async -> Bool {
        await settle()
        switch lastError {
        case .zoneMissing: return false
        // While the source does not answer, the known name remains valid.
        case .some: return true
        case nil: return state.connection.value != .zoneMissing && Zone(id: zone, name: state.name.value).isMeant(by: name)
        }
    }

    /// True if there are no subscribers, no polling and no pending volume changes.
    var isIdle: Bool { asking == nil && watchers.isEmpty && burst == nil && sending == nil && !isStepping }

    /// Stops polling, and ends the streams of all subscribers.
    func stop() {
        asking?.cancel()
        confirming?.cancel()
        for watcher in watchers.values { watcher.continuation.finish() }
        watchers.removeAll()
    }

    private func forget(_ number: Int) {
        // The last subscriber's rules apply until polling ends.
        if watchers.count == 1 { lookingRules = watchers[number]?.recordingRules }
        watchers[number] = nil
        lastLook = .now
        if watchers.isEmpty, source.polling(of: zone) != .regular { wakeUp?.yield() }
    }

    /// Polls while there are subscribers, and for a time after the last access.
    private func ask() async {
        let (pokes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        wakeUp = continuation
        defer {
            wakeUp = nil
            asking = nil
            // The next subscriber waits for a new answer, and sees until then that the state is stale.
            hasAsked = false
            state.merge(Self.unconfirmed(state, at: .steady))
            lookingRules = nil
            history?.leave(zone, at: address)
            becameIdle()
        }
        let pushes = Task { [source, zone] in
            for await reading in source.pushes(of: zone) {
                self.merge(reading)
                // The date of the next poll depends on the reading, and on the state of the source's connection.
                if source.polling(of: zone) != .none { continuation.yield() }
            }
        }
        defer { pushes.cancel() }
        isPollDue = true
        var poked = pokes.makeAsyncIterator()
        while !Task.isCancelled, !watchers.isEmpty || .now - lastLook < lingering {
            if isPollDue {
                isPollDue = false
                await readOnce()
            }
            let wait = self.wait
            let timer =
                wait.isFinite
                ? Task {
                    try await Task.sleep(for: .seconds(wait))
                    pollSoon()
                } : nil
            _ = await poked.next()
            timer?.cancel()
        }
        logger.debug("nobody looks at the zone any more", metadata: ["zone": "\(zone)"])
    }

    /// The seconds until the next poll.
    ///
    /// Without subscribers, it ends with the time of lingering, so that the loop ends too.
    private var wait: Double {
        let end = watchers.isEmpty ? lingering / .seconds(1) : .infinity
        let regular = max(0.05, (timeline().reloadDate ?? .distantFuture).timeIntervalSince(.steady))
        return switch source.polling(of: zone) {
        case .none: end
        case .occasional: min(regular, end)
        case .regular: regular
        }
    }

    /// Wakes the loop for a poll.
    private func pollSoon() {
        isPollDue = true
        wakeUp?.yield()
    }

    /// Polls the source once.
    ///
    /// - Parameter correcting: True if the reading overrides the expected result of a control.
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

    /// Returns a reading that marks the state as unconfirmed at `now`.
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

    /// Records playback in the listening history, if the rules of a subscriber permit it.
    private func record() {
        guard let history else { return }
        let seen = Zone(id: zone, name: state.name.value, source: state.source.value)
        let all = watchers.isEmpty ? [lookingRules].compactMap { $0 } : watchers.values.map(\.recordingRules)
        let rules = all.lazy.compactMap { $0.recording(of: seen) }.first
        history.observe(state, at: address, rules)
    }

    /// Sends the entry to all subscribers.
    func tell() {
        let entry = entry()
        for watcher in watchers.values { watcher.show(entry) }
    }

    /// Stores the state if it would look different after a restart; a changed position alone is not worth a write.
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
