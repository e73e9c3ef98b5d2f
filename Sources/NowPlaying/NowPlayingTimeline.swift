import Expressions
import FoundationEssentials
import Playback
import Timeline

/// How closely someone looks.
public enum Pace: Hashable, Sendable {
    /// A bar or a `--watch` is on screen: asks every 2 seconds.
    case watched
    /// Nobody is known to look: asks every 15 minutes, the most often that WidgetKit's budget allows all day.
    case background

    /// Seconds between two questions while nothing foretells a change.
    public var interval: Double {
        switch self {
        case .watched: 2
        case .background: 15 * 60
        }
    }
}

/// The timeline of what one zone plays, made from what is known of it.
public struct NowPlayingTimeline: Sendable {
    /// How long after the last contact a state counts as old, and then as gone.
    public static let offlineAge = 24 * 3600.0

    /// How often to ask while nothing foretells a change.
    public var pace: Pace
    /// How long to wait after questions that had no answer.
    public var backoff: Backoff

    /// Makes timelines for someone who looks at that pace.
    public init(pace: Pace, backoff: Backoff = Backoff()) {
        self.pace = pace
        self.backoff = backoff
    }

    /// The entries from `now` on.
    ///
    /// - Parameters:
    ///   - failures: How many questions in a row had no answer; 0 after an answer.
    ///   - jitter: 0 to 1, at random, for the wait after a failure.
    ///   - previous: What was shown before, so that a position told in whole seconds does not stutter.
    public func timeline(
        of state: PlaybackState, at now: Date, failures: Int = 0, jitter: Double = 0.5, previous: NowPlaying? = nil
    ) -> Timeline {
        let entry = NowPlaying(state, at: now, previous: previous)
        return Timeline(entries: [entry.entry], policy: .after(nextQuestion(of: entry, at: now, failures: failures, jitter: jitter)))
    }

    /// The timeline of one entry that is given, as from a file.
    public func timeline(showing entry: Entry, at now: Date) -> Timeline {
        Timeline(entries: [entry], policy: .after(nextQuestion(of: NowPlaying(entry), at: now, failures: 0, jitter: 0)))
    }

    private func nextQuestion(of entry: NowPlaying, at now: Date, failures: Int, jitter: Double) -> Date {
        if failures > 0 {
            return now.addingTimeInterval(
                max(backoff.delay(failures: failures, jitter: jitter), pace == .background ? pace.interval / 15 : 0))
        }
        let regular = now.addingTimeInterval(pace.interval)
        guard entry.isRunning, let ends = entry.ends, ends > now else { return regular }
        // Just behind the end: at the end itself the bridge still has the old track.
        return min(regular, ends.addingTimeInterval(0.25))
    }
}

extension NowPlaying {
    /// What shows `state` at `now`.
    ///
    /// - Parameter previous: What was shown before: where both tell the same position within its rounding, that of `previous` goes on.
    public init(_ state: PlaybackState, at now: Date, previous: NowPlaying? = nil) {
        let status = state.status(at: now)
        let name = Subject(id: state.zone.rawValue, name: state.name.value, source: state.source.value)
        self.init(
            date: now, zone: name, status: status, track: state.track.value, position: state.elapsed(at: now), volume: state.volume,
            cover: state.artwork.value.map { EntryPicture(key: $0.key, location: $0.location) },
            freshness: Freshness(state.connection.value),
            metadata: state.metadata.value.mapValues(\.value))
        if freshness != .live {
            // What nobody confirms does not run on for ever.
            lastContact = state.lastContact == .distantPast ? nil : state.lastContact
            if freshness == .stale, now.timeIntervalSince(state.lastContact) > NowPlayingTimeline.offlineAge { freshness = .offline }
        }
        guard let previous, let position, let before = previous.position, previous.status == status, previous.zone?.id == name.id,
            let track, let shown = previous.track, track.isSame(as: shown)
        else { return }
        let anchor = PlaybackPosition(seconds: before, date: previous.date)
        // Whole seconds are rounded; what has decimals, or was asked for by the user, is meant.
        let told = state.position
        let isExact = told.stamp.authority == .control || told.value.map { $0.seconds != $0.seconds.rounded() } ?? false
        let tolerance = isExact ? PlaybackPosition.exactTolerance : PlaybackPosition.wholeSecondsTolerance
        let steady = PlaybackPosition(seconds: position, date: now).steadied(by: anchor, running: isRunning, tolerance: tolerance)
        self.position = steady.seconds(at: now, running: isRunning)
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
    /// The freshness of a zone's state.
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
