import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// The rate of polling.
public enum Pace: Hashable, Sendable {
    /// A bar or a `--watch` is on screen: polls at ``PollIntervals/watched``.
    case watched
    /// The same, of a source that pushes changes but may lose some: polls at ``PollIntervals/background``.
    case pushed
    /// No client is known to be watching: polls every 15 minutes, the highest rate that WidgetKit's budget allows all day.
    case background

    /// The poll interval in seconds, if no change is predicted.
    public func interval(_ status: PlaybackStatus, of intervals: PollIntervals = PollIntervals()) -> Double {
        switch self {
        case .watched:
            status == .playing || status == .loading ? intervals.watched : max(intervals.watched, PollIntervals.leastIdle)
        case .pushed: intervals.background
        case .background: 15 * 60
        }
    }
}

/// The user's poll intervals for zones on screen, in seconds.
public struct PollIntervals: Hashable, Sendable {
    /// The range of ``watched``: more polls than one a second show nothing more, because sources report whole seconds.
    public static let watchedRange = 1.0...60
    /// The range of ``background``: a bridge sends a sign of life every 15 seconds.
    public static let backgroundRange = 15.0...900
    /// The minimum interval while nothing plays.
    static let leastIdle = 5.0

    /// The interval while a track plays or is loading, for a source that pushes no changes; otherwise it is at least 5 seconds.
    public var watched: Double
    /// The interval for a source that pushes changes but may lose some; the bridge's own client polls once a minute.
    public var background: Double

    /// Makes intervals; by default 2 seconds and one minute.
    public init(watched: Double = 2, background: Double = 60) {
        self.watched = watched
        self.background = background
    }

    /// The shorter one of each two intervals.
    public func shortest(with other: PollIntervals) -> PollIntervals {
        PollIntervals(watched: min(watched, other.watched), background: min(background, other.background))
    }
}

/// Creates the timelines of a zone's playback from its known state.
public struct NowPlayingTimeline: Sendable {
    /// The seconds since the last contact after which a stale state counts as offline.
    public static let offlineAge = 24 * 3600.0

    /// The rate of polling if no change is predicted.
    public var pace: Pace
    /// The intervals of that rate.
    public var intervals: PollIntervals
    /// The backoff after failed polls.
    public var backoff: Backoff

    /// Creates timelines for that rate of polling.
    public init(pace: Pace, intervals: PollIntervals = PollIntervals(), backoff: Backoff = Backoff()) {
        self.pace = pace
        self.intervals = intervals
        self.backoff = backoff
    }

    /// The entries from now on.
    ///
    /// - Parameters:
    ///   - clock: The current time.
    ///   - failures: The number of consecutive failed polls; 0 after a response.
    ///   - jitter: A random number of 0 to 1, for the backoff after a failure.
    ///   - previous: The previous entry, so that a position reported in whole seconds does not jump.
    public func timeline(
        of state: PlaybackState, at clock: ClockPair, failures: Int = 0, jitter: Double = 0.5, previous: NowPlaying? = nil
    ) -> Timeline {
        let entry = NowPlaying(state, at: clock, previous: previous)
        return Timeline(entries: [entry.entry], policy: .after(nextQuestion(of: entry, at: clock.wall, failures: failures, jitter: jitter)))
    }

    /// The timeline of a given entry, such as that of a file.
    public func timeline(showing entry: Entry, at now: Date) -> Timeline {
        Timeline(entries: [entry], policy: .after(nextQuestion(of: NowPlaying(entry), at: now, failures: 0, jitter: 0)))
    }

    private func nextQuestion(of entry: NowPlaying, at now: Date, failures: Int, jitter: Double) -> Date {
        if failures > 0 {
            return now.addingTimeInterval(max(backoff.delay(failures: failures, jitter: jitter), pace == .background ? 60 : 0))
        }
        let regular = now.addingTimeInterval(pace.interval(entry.status, of: intervals))
        guard entry.isRunning, let ends = entry.ends, ends > now else { return regular }
        // Shortly after the end: at the end itself, the bridge still reports the old track.
        return min(regular, ends.addingTimeInterval(0.25))
    }
}

extension NowPlaying {
    /// Creates the entry of `state` now.
    ///
    /// - Parameters:
    ///   - clock: The current time.
    ///   - previous: The previous entry: if both positions are equal within the precision of the source, that of `previous` continues.
    public init(_ state: PlaybackState, at clock: ClockPair, previous: NowPlaying? = nil) {
        let now = clock.steady
        let status = state.status(at: now)
        let name = Subject(id: state.zone.rawValue, name: state.name.value, source: state.source.value)
        self.init(
            date: clock.wall, zone: name, status: status, track: state.track.value, position: state.shownPosition(at: now),
            volume: state.volume,
            cover: state.artwork.value.map { EntryPicture(key: $0.key, location: $0.location) },
            freshness: Freshness(state.connection.value),
            metadata: state.metadata.value.mapValues(\.value))
        self.unavailable = state.unavailable?.value ?? []
        if freshness != .live {
            lastContact = state.lastContact == .distantPast ? nil : clock.date(state.lastContact)
            problem = state.problem?.value.map { EntryProblem(step: "source", message: $0, since: lastContact ?? date) }
            if freshness == .stale, now - state.lastContact > NowPlayingTimeline.offlineAge { freshness = .offline }
        }
        guard let previous, let position = self.position, let before = previous.position, previous.status == status,
            previous.zone?.id == name.id,
            let track = self.track, let shown = previous.track, track.isSame(as: shown)
        else { return }
        let anchor = PlaybackPosition(seconds: before, time: clock.time(previous.date))
        let told = state.position
        if previous.freshness != .live {
            // An unconfirmed position stands still until the source reports another one.
            if freshness != .live, told.stamp.time <= anchor.time { self.position = before }
            return
        }
        // Whole seconds are rounded; positions with decimals, or set by the user, are exact.
        let isExact = told.stamp.authority == .control || told.value.map { $0.seconds != $0.seconds.rounded() } ?? false
        let tolerance = isExact ? PlaybackPosition.exactTolerance : PlaybackPosition.wholeSecondsTolerance
        // Up to now it has advanced as the previous entry did, also if this one stands still.
        let steady = PlaybackPosition(seconds: position, time: now).steadied(by: anchor, running: previous.isRunning, tolerance: tolerance)
        self.position = steady.seconds(at: now, running: previous.isRunning)
    }
}

extension PlaybackState {
    /// The seconds into the track at `now`, limited to the length if the source reported a position within it.
    ///
    /// A clock that has passed the end shows the end: the source is late. A reported position beyond the length shows that the length is wrong.
    fileprivate func shownPosition(at now: SteadyDate) -> Double? {
        guard let elapsed = elapsed(at: now) else { return nil }
        guard let length = track.value?.length, let reported = position.value?.seconds, reported <= length + NowPlaying.lengthTolerance
        else {
            return elapsed
        }
        return min(elapsed, max(length, reported))
    }
}

extension MetadataValue {
    fileprivate var value: Value {
        switch self {
        case .flag(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        case .texts(let texts): .list(texts.map(Value.string))
        }
    }
}

extension Freshness {
    /// Creates the freshness of a zone's connection.
    public init(_ connection: Connection) {
        self =
            switch connection {
            case .live: .live
            case .stale: .stale
            case .offline: .offline
            case .zoneMissing: .missing
            }
    }
}
