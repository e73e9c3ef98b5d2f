import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialLibrary
import SubdialPlayback
import SubdialTimeline
import Synchronization

/// Follows one zone for all subscribers, with one connection and one poll at a time.
///
/// It polls at the timeline's reload dates, and only while there is a subscriber, or was one recently.
actor ZoneFollower {
    /// The time after the last access for which polling continues, so that a bar that requests data every few seconds gets them from memory.
    static let usualLingering = Duration.seconds(30)

    let zone: ZoneID
    let source: any PlaybackSource
    let clock: any Clock<Duration>
    private let address: String
    private let store: StateStore
    /// Records playback in the listening history; nil for no recording.
    private let history: HistoryRecorder?
    private let logger: Logger
    private let pace: Pace
    private let audience = ZoneAudience()
    private let loop: PollingLoop
    /// Called after a time without subscribers.
    private let becameIdle: @Sendable () async -> Void
    /// The polling, and the volume changes that are under way.
    let tasks = TaskSet()
    private var sleep = SleepMeter()

    private(set) var state: PlaybackState
    /// The last entry that was created.
    private var shown: NowPlaying?
    private var kept: StoredPlayback?
    /// True after ``stop()``: nothing is polled, shown or stored any more.
    private(set) var isStopped = false

    /// True while the polling loop runs.
    private var isPolling = false
    /// True if the source has answered or failed since following began.
    var hasAsked = false
    /// The number of consecutive failed polls.
    private var failures = 0
    /// The error of the last poll; nil if it succeeded, or the source has pushed a live reading since then.
    private(set) var lastError: SourceError?
    /// The time of the last failed poll.
    private var lastFailure = SteadyDate.distantPast
    /// Determines since when the playback is paused.
    private var pauseClock: PauseClock
    /// The time of the next poll; nil until it is determined from the last reading.
    private var pollTime: SteadyDate?
    /// The delayed poll after a control; nil if no control has been sent.
    private var confirming: Task<Void, Never>?

    /// The volume changes that are being gathered; nil if there are none.
    var burst: VolumeBurst?
    var nextBurst = 0
    /// The volume that is being sent to the source; the next one waits until it has arrived.
    var sending: Volume?
    /// True while steps are being sent to a zone that does not report its volume.
    var isStepping = false

    /// - Parameters:
    ///   - kept: The state of an earlier run; nil if there is none.
    ///   - clock: The clock for gathering volume changes.
    ///   - lingering: The time after the last access for which polling continues.
    ///   - becameIdle: Called after a time without subscribers.
    init(
        zone: ZoneID, name: String?, kept: StoredPlayback?, source: any PlaybackSource, address: String, store: StateStore,
        history: HistoryRecorder? = nil, pace: Pace, logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
        lingering: Duration = usualLingering,
        becameIdle: @escaping @Sendable () async -> Void = {}
    ) {
        self.becameIdle = becameIdle
        loop = PollingLoop(lingering: lingering)
        self.zone = zone
        self.source = source
        self.clock = clock
        self.address = address
        self.store = store
        self.history = history
        self.logger = logger
        self.pace = pace
        let now = ClockPair.now
        state = kept.map { PlaybackState(restoring: $0, at: now) } ?? PlaybackState(zone: zone, name: name)
        pauseClock = PauseClock(state, since: kept?.pausedSince(at: now), at: now.steady)
        // The state of an earlier run is stale until the source confirms it.
        state.merge(Self.unconfirmed(state, at: now.steady))
    }

    /// Returns the current entry.
    func entry(at now: ClockPair = .now) -> Entry {
        let moment = NowPlaying(state, at: now, previous: shown)
        shown = moment
        return moment.entry
    }

    /// Returns the timeline from now on.
    func timeline(at now: ClockPair = .now) -> Timeline {
        NowPlayingTimeline(pace: source.polling(of: zone) == .occasional ? .pushed : pace, intervals: audience.intervals)
            .timeline(of: state, at: now, failures: failures, jitter: .random(in: 0...1), previous: shown)
    }

    /// A stream of entries from now on, the first immediately.
    ///
    /// A slow subscriber misses all but the newest.
    ///
    /// - Parameters:
    ///   - rules: The rules for what the subscriber may see.
    ///   - recordingRules: The rules by which playback is polled and recorded for the subscriber; nil for `rules`.
    func entries(through rules: ZoneRules = ZoneRules(), recordedBy recordingRules: ZoneRules? = nil) -> AsyncStream<Entry> {
        let intervals = audience.intervals
        let stream = audience.entries(through: rules, recordedBy: recordingRules ?? rules, first: entry()) { [loop] in loop.wake() }
        record()
        if let time = pollTime, audience.intervals != intervals {
            // Never later: subscribers who come and go must not postpone it.
            pollTime = min(time, nextPollTime(at: .now))
            loop.wake()
        }
        recordAccess()
        return stream
    }

    /// Waits until the source has answered or failed; returns immediately if it has done so since following began.
    ///
    /// - Parameter rules: The caller's rules, by which playback is recorded while there are no subscribers.
    func waitForFirst(through rules: ZoneRules? = nil) async {
        if let rules {
            audience.setRules(rules)
            record()
        }
        recordAccess()
        if hasAsked { return }
        for await _ in answers() where hasAsked { return }
    }

    /// Waits until the source has answered or failed, and reads it again if it has failed before.
    ///
    /// A source that is not polled may not report every change: it is read again if its last answer is at least ``unpolledAge`` seconds old.
    ///
    /// - Parameters:
    ///   - rules: The caller's rules, by which playback is recorded while there are no subscribers.
    ///   - start: The start of the caller's work: an earlier failure is not the caller's.
    /// - Returns: The error of the poll; nil if the source has answered.
    @discardableResult
    func answer(through rules: ZoneRules? = nil, since start: SteadyDate = .now) async -> SourceError? {
        await waitForFirst(through: rules)
        let isOld = source.polling(of: zone) == .none && start - state.lastContact >= Self.unpolledAge
        if lastError == nil ? isOld : lastFailure < start { await readOnce() }
        return lastError
    }

    private func answers() -> AsyncStream<Entry> { entries(recordedBy: audience.callerRules) }

    /// Shows the expected result of a control immediately.
    ///
    /// It is not stored on disk, because the source has not confirmed it.
    func expect(_ reading: Reading) {
        apply(reading)
        publish()
    }

    /// The time since when the playback is paused and nobody has done anything with the player; nil if it is not paused.
    var pausedSince: SteadyDate? { pauseClock.since }

    /// True while the player loads a track.
    var isLoading: Bool { state.rawStatus.value == .loading }

    private func apply(_ reading: Reading) {
        let old = state
        state.merge(reading)
        pauseClock.follow(state, after: old, at: .now)
    }

    /// The presence of the zone according to its source.
    enum Presence {
        case there, unreachable, missing
    }

    /// Returns the zone's presence; polls the source if it has not been polled, or has failed before.
    func presence() async -> Presence {
        await answer()
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
        switch await answer() {
        case .zoneMissing: return false
        // While the source does not answer, the known name remains valid.
        case .some: return true
        case nil: return state.connection.value != .zoneMissing && Zone(id: zone, name: state.name.value).isMeant(by: name)
        }
    }

    /// True if there are no subscribers, no polling and no pending volume changes.
    var isIdle: Bool { !isPolling && audience.isEmpty && burst == nil && sending == nil && !isStepping }

    /// Ends all tasks and the streams of all subscribers; volume changes that are being gathered are not sent.
    func stop() {
        isStopped = true
        audience.finish()
        cancelBurst()
        tasks.cancel()
    }

    /// Takes a reading of the source.
    func merge(_ reading: Reading) {
        guard !isStopped else { return }
        if reading.connection == .live { (failures, lastError) = (0, nil) }
        apply(reading)
        keepShowingVolume()
        publish()
        record()
        storeIfChanged()
    }

    /// Records playback in the listening history, if the rules of a subscriber permit it.
    private func record() {
        guard let history else { return }
        let seen = Zone(id: zone, name: state.name.value, source: state.source.value)
        history.observe(state, at: address, audience.recording(of: seen))
    }

    /// Sends the entry to all subscribers.
    private func publish() { audience.send(entry()) }

    /// Stores the state if it would look different after a restart; a changed position alone is not worth a write.
    private func storeIfChanged() {
        guard state.connection.value == .live else { return }
        let storable = StoredPlayback(state, pausedSince: pausedSince, at: .now)
        guard kept.map({ storable.isWorthStoring(after: $0) }) ?? true else { return }
        kept = storable
        store.store(storable, at: address)
    }
}

/// The polls of the source: in a loop, and on request.
extension ZoneFollower {
    /// The seconds for which a reading counts as current.
    private static let freshTime = 3.0
    /// The seconds for which a reading of a source that is not polled counts as current.
    private static let unpolledAge = 1.0
    /// The minimum number of seconds between two polls.
    private static let shortestPause = 0.05

    /// Records an access, and starts polling unless it is running.
    private func recordAccess() {
        loop.recordAccess()
        guard !isPolling, !isStopped else { return }
        isPolling = true
        tasks.add { await self.poll() }
    }

    /// Polls the source, unless its last answer is at most ``freshTime`` seconds old.
    ///
    /// - Throws: The error of the poll, such as that of a missing zone.
    func renew() async throws(SourceError) {
        if lastError == nil, hasAsked, SteadyDate.now - state.lastContact < Self.freshTime { return }
        if let error = await readOnce() { throw error }
    }

    /// Wakes the polling loop before the next reload date.
    ///
    /// - Parameter correcting: True to poll first with a reading that overrides the expected result of a control.
    func refresh(correcting: Bool = false) async {
        if correcting { await readOnce(correcting: true) }
        loop.wake(asking: true)
    }

    /// Polls the source after it has had time to execute a control, so that its reading replaces the expected result.
    ///
    /// A source that only pushes reports nothing if it did not execute the control, or if the change was reverted meanwhile.
    func confirm() {
        guard !isStopped else { return }
        confirming?.cancel()
        confirming = tasks.add { [clock] in
            guard (try? await clock.sleep(for: .seconds(PlaybackState.settlingTime + 0.05))) != nil, !Task.isCancelled else { return }
            await self.readOnce()
        }
    }

    /// Polls the source once.
    ///
    /// - Parameter correcting: True if the reading overrides the expected result of a control.
    /// - Returns: The error of this poll; nil if the source has answered, or has pushed a live reading meanwhile.
    @discardableResult
    func readOnce(correcting: Bool = false) async -> SourceError? {
        let start = SteadyDate.now
        do throws(SourceError) {
            var reading = try await source.read(zone)
            if correcting { reading.stamp.authority = .correction }
            (failures, lastError) = (0, nil)
            hasAsked = true
            merge(reading)
            return nil
        } catch {
            guard error != .cancelled else { return nil }
            hasAsked = true
            guard state.lastContact < start else {
                // The reading may be older than the failure: the next poll determines that.
                loop.wake(asking: true)
                return nil
            }
            if failures == 0 { logger.warning("\(error)", metadata: ["zone": "\(zone)"]) }
            (failures, lastError, lastFailure) = (failures + 1, error, .now)
            var reading = Self.unconfirmed(state, at: .now)
            if case .zoneMissing = error { reading.connection = .zoneMissing }
            reading.problem = error.problem
            merge(reading)
            // The time of the next poll depends on the failure.
            loop.wake()
            return error
        }
    }

    /// Returns a reading that marks the state as unconfirmed at `now`.
    private static func unconfirmed(_ state: PlaybackState, at now: SteadyDate) -> Reading {
        var reading = Reading(zone: state.zone, stamp: Stamp(now, .poll))
        reading.connection = state.lastContact == .distantPast ? .offline : .stale
        return reading
    }

    /// Polls while there are subscribers, and for a time after the last access.
    private func poll() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.receivePushes() }
            group.addTask { for await _ in ClockWatch.shared.changes() { await self.wallClockChanged() } }
            await loop.run(asking: true) {
                !audience.isEmpty
            } turn: { isAsked in
                await pollIfDue(isAsked: isAsked)
            }
            group.cancelAll()
        }
        (isPolling, pollTime) = (false, nil)
        // The next subscriber waits for a new answer, and sees until then that the state is stale.
        hasAsked = false
        (failures, lastError) = (0, nil)
        merge(Self.unconfirmed(state, at: .now))
        history?.leave(zone, at: address)
        // A subscriber may have arrived meanwhile.
        guard audience.isEmpty || isStopped else { return recordAccess() }
        audience.setRules(nil)
        logger.debug("nobody looks at the zone any more", metadata: ["zone": "\(zone)"])
        await becameIdle()
    }

    /// Publishes the entry with the dates of the wall clock as it is now, and reads the source if the machine has slept.
    private func wallClockChanged() async {
        // Its position has a date of the earlier wall clock.
        shown = nil
        // Players of this machine have slept too, and connections to others may be dead.
        if sleep.hasSlept() { await readOnce(correcting: true) }
        publish()
    }

    private func receivePushes() async {
        for await reading in source.pushes(of: zone) {
            merge(reading)
            guard source.polling(of: zone) != .none else {
                if lastError == nil { pollTime = nil }
                continue
            }
            // The time of the next poll depends on the reading, and on the state of the source's connection.
            pollTime = nil
            // A failure is followed by polls until the zone is there again, because the source may push nothing more.
            loop.wake(asking: reading.connection.map { $0 != .live } ?? false)
        }
    }

    /// Polls the source if its time has come.
    ///
    /// - Returns: The time of the next poll; nil if the source has answered, and reports all changes by itself.
    private func pollIfDue(isAsked: Bool) async -> SteadyDate? {
        if isAsked || pollTime.map({ $0 <= .now }) ?? false {
            pollTime = nil
            await readOnce()
        }
        // After a failed poll, a source that has nothing new to report would not end the failure by itself.
        guard source.polling(of: zone) != .none || lastError != nil else { return nil }
        let time = pollTime ?? nextPollTime(at: .now)
        pollTime = time
        return time
    }

    private func nextPollTime(at now: ClockPair) -> SteadyDate {
        max(now.time(timeline(at: now).reloadDate ?? .distantFuture), now.steady + Self.shortestPause)
    }
}

/// The subscribers of a zone, each with the rules for what it may see and for what is recorded.
final class ZoneAudience: Sendable {
    private struct Interest {
        let rules: ZoneRules
        let recordingRules: ZoneRules
    }

    private let subscribers = Subscribers<Interest, Entry>()
    /// The rules of the last caller, which apply to recording while there are no subscribers.
    private let lastRules = Mutex<ZoneRules?>(nil)

    /// True if there are no subscribers.
    var isEmpty: Bool { subscribers.isEmpty }

    /// A stream of the entries from now on, the first immediately; a slow subscriber misses all but the newest.
    ///
    /// - Parameters:
    ///   - rules: The rules for what the subscriber may see.
    ///   - recordingRules: The rules by which playback is polled and recorded for the subscriber.
    ///   - left: Called after the subscriber has ended the stream.
    func entries(
        through rules: ZoneRules, recordedBy recordingRules: ZoneRules, first: Entry, left: @escaping @Sendable () -> Void
    ) -> AsyncStream<Entry> {
        // A subscriber that leaves is the last caller only after it has left the list.
        lastRules.withLock { $0 = $0 ?? recordingRules }
        let interest = Interest(rules: rules, recordingRules: recordingRules)
        return subscribers.stream(for: interest, first: first.seen(through: rules)) { [weak self] in
            self?.setRules(recordingRules)
            left()
        }
    }

    /// Sends an entry to each subscriber, as its rules permit.
    func send(_ entry: Entry) { subscribers.send { entry.seen(through: $0.rules) } }

    /// Ends the streams of all subscribers, and those of later ones.
    func finish() { subscribers.finish() }

    /// The rules of the last caller; nil if there was none.
    fileprivate var callerRules: ZoneRules? { lastRules.withLock { $0 } }

    /// Notes the rules of a caller; nil when following has ended.
    func setRules(_ rules: ZoneRules?) { lastRules.withLock { $0 = rules } }

    /// The shortest intervals of the subscribers; without subscribers, those of the last caller.
    var intervals: PollIntervals {
        let all = subscribers.interests.map(\.recordingRules.polls)
        guard let first = all.first else { return callerRules?.polls ?? PollIntervals() }
        return all.dropFirst().reduce(first) { $0.shortest(with: $1) }
    }

    /// The rules for recording the zone, if those of a subscriber permit it; without subscribers, if those of the last caller do.
    func recording(of zone: Zone) -> HistoryRules? {
        let interests = subscribers.interests
        let rules = interests.isEmpty ? [callerRules].compactMap { $0 } : interests.map(\.recordingRules)
        return rules.lazy.compactMap { $0.recording(of: zone) }.first
    }
}
