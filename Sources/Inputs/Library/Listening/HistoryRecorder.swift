import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialHTTP
import SubdialPlayback
import SubdialSystem
import Synchronization

/// Records the tracks played in followed zones, and submits them if an account is configured.
package final class HistoryRecorder: Sendable {
    /// The delay before the current track is announced: skipped tracks need no announcement, and players report the artist late.
    private static let announcementDelay = Duration.seconds(2)
    /// The interval between two removals of old listens.
    private static let pruningPause = Duration.seconds(24 * 3600)

    private struct State {
        var tracker = ListenTracker()
        /// The rules by zone key.
        var rules: [String: HistoryRules] = [:]
        /// The timer for the next track that becomes a listen.
        var timer: Task<Void, Never>?
        var timerInstant: Double?
        var pruned: ContinuousClock.Instant?
        /// The accounts of the recorded zones.
        var accounts: Set<ListenBrainzAccount> { Set(rules.values.compactMap(\.listenBrainz)) }
    }

    private let database: HistoryDatabase
    private let submitter: ListenBrainzSubmitter
    private let lane: WorkLane
    private let logger: Logger
    private let state = Mutex(State())
    /// The timer, the announcements, and the starts of submissions.
    private let tasks = TaskSet()
    private let origin = SuspendingClock.now

    /// - Parameter version: The version of the program, which submissions contain.
    package init(file: PrivateFile, version: String, http: HTTPClient, lane: WorkLane, logger: Logger) {
        database = HistoryDatabase(file)
        submitter = ListenBrainzSubmitter(database: database, version: version, http: http, logger: logger)
        self.lane = lane
        self.logger = logger
    }

    /// Processes the state of a zone.
    ///
    /// - Parameter rules: The rules of the zone; nil if it is not recorded.
    package func observe(_ zone: PlaybackState, at address: String, _ rules: HistoryRules?) {
        let key = "\(address)\u{1}\(zone.zone.rawValue)"
        let (now, date) = (instant, Date.now)
        state.withLock { state in
            guard let rules else { return forget(key, &state) }
            let isNewAccount = rules.listenBrainz.map { !state.accounts.contains($0) } ?? false
            state.rules[key] = rules
            if isNewAccount, let account = rules.listenBrainz { submit(to: account) }
            prune(rules, &state)
            let moment = SteadyDate.now
            let events = state.tracker.observe(
                ListenTracker.Observation(
                    key: key, zone: zone.name.value, source: zone.source.value, track: zone.track.value,
                    isPlaying: zone.connection.value == .live && zone.status(at: moment) == .playing, position: zone.elapsed(at: moment),
                    instant: now, date: date))
            receive(events, &state)
            schedule(&state)
        }
    }

    /// Ends the announcements and submissions, and waits for their ends; listens that are not submitted stay in the queue on disk.
    package func stop() async {
        // Without rules, nothing more is observed or submitted.
        state.withLock { $0 = State() }
        await tasks.end()
        await submitter.stop()
    }

    /// Stops tracking a zone that is no longer followed, because its playback is unknown from now on.
    package func leave(_ zone: ZoneID, at address: String) {
        state.withLock { forget("\(address)\u{1}\(zone.rawValue)", &$0) }
    }

    private func forget(_ key: String, _ state: inout State) {
        state.tracker.forget(key)
        state.rules[key] = nil
        schedule(&state)
    }

    /// Submits the queue while a followed zone has the account.
    private func submit(to account: ListenBrainzAccount) {
        tasks.add { [weak self, submitter] in
            await submitter.submit(to: account) { [weak self] in
                self?.state.withLock { $0.accounts.contains(account) } ?? false
            }
        }
    }

    /// Removes old listens, once a day.
    private func prune(_ rules: HistoryRules, _ state: inout State) {
        guard let days = rules.keptDays, state.pruned.map({ .now - $0 > Self.pruningPause }) ?? true else { return }
        state.pruned = .now
        let limit = Date.now.addingTimeInterval(-86_400 * days)
        _ = lane.add { [database, logger] in
            do throws(SQLiteError) {
                try database.forget(before: limit)
            } catch {
                logger.error("old listens are not forgotten: \(error)")
            }
        }
    }

    private var instant: Double { (SuspendingClock.now - origin) / .seconds(1) }

    private func advance() {
        let (now, date) = (instant, Date.now)
        state.withLock { state in
            state.timerInstant = nil
            receive(state.tracker.advance(to: now, date: date), &state)
            schedule(&state)
        }
    }

    /// Schedules the next check of the tracker, for when a track becomes a listen.
    private func schedule(_ state: inout State) {
        let next = state.tracker.nextInstant
        guard next != state.timerInstant else { return }
        state.timer?.cancel()
        state.timerInstant = next
        state.timer = next.map { next in
            let until = origin.advanced(by: .seconds(next))
            return tasks.add { [weak self] in
                guard (try? await Task.sleep(until: until, clock: .suspending)) != nil else { return }
                self?.advance()
            }
        }
    }

    private func receive(_ events: [ListenTracker.Event], _ state: inout State) {
        for event in events {
            switch event {
            case .counted(let listen, let key): state.rules[key].map { store(listen, $0) }
            case .began(let listen, let key):
                guard let account = state.rules[key]?.listenBrainz else { continue }
                tasks.add(after: Self.announcementDelay) { [weak self] in
                    guard let self, let playing = announceable(key, since: listen.started) else { return }
                    await submitter.announce(playing, to: account)
                }
            }
        }
    }

    /// The listen that began in a zone at `date`, if it continues and no earlier zone reports the same music.
    private func announceable(_ key: String, since date: Date) -> Listen? {
        state.withLock { state in
            guard let listen = state.tracker.playing(key), listen.started == date, ListenBrainzSubmission.accepts(listen),
                !state.tracker.isHeardElsewhere(listen, than: key)
            else { return nil }
            return listen
        }
    }

    /// Stores a listen.
    private func store(_ listen: Listen, _ rules: HistoryRules) {
        let isAdded = lane.add { [self] in
            do throws(SQLiteError) {
                let isNew = try database.record(
                    listen, submitting: rules.listenBrainz != nil && ListenBrainzSubmission.accepts(listen))
                if isNew, let account = rules.listenBrainz { submit(to: account) }
            } catch {
                logger.error("a listen is not recorded: \(error)")
            }
        }
        if !isAdded { logger.error("a listen is not recorded: the system gives no thread") }
    }
}
