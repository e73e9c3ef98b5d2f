import Expressions
import FoundationEssentials
import Playback
import Timeline

/// What a zone plays at a moment: the typed view of an entry of the kind `now-playing`.
public struct NowPlaying: Hashable, Sendable {
    /// A track that is to come.
    public struct QueuedTrack: Hashable, Sendable {
        /// What will play.
        public var track: Track
        /// Where its cover is, a path or an address; nil where there is none.
        public var artwork: String?

        /// Makes a track of the queue.
        public init(_ track: Track, artwork: String? = nil) {
            self.track = track
            self.artwork = artwork
        }
    }

    /// The moment from which it is shown, and at which `position` was true.
    public var date: Date
    /// The zone it is about; nil where that is not known.
    public var zone: Subject?
    /// What the zone is doing from `date` on.
    public var status: PlaybackStatus
    /// nil where nothing is loaded.
    public var track: Track?
    /// Seconds into the track at `date`; while playing it runs on.
    public var position: Double?
    /// nil where the volume is fixed.
    public var volume: Volume?
    /// The cover; nil where there is none.
    public var cover: EntryPicture?
    /// How far what it shows can be trusted.
    public var freshness: Freshness
    /// When the source last answered, where that is not `date`: what "2 min ago" counts from.
    public var lastContact: Date?
    /// Raw MPRIS keys.
    public var metadata: [String: Value]
    /// What plays after this track, the next one first; empty where that is not known.
    public var queue: [QueuedTrack]

    /// Makes a moment; what is left out is not known, and the content is live.
    public init(
        date: Date, zone: Subject? = nil, status: PlaybackStatus, track: Track? = nil, position: Double? = nil, volume: Volume? = nil,
        cover: EntryPicture? = nil, freshness: Freshness = .live, lastContact: Date? = nil, metadata: [String: Value] = [:],
        queue: [QueuedTrack] = []
    ) {
        self.date = date
        self.zone = zone
        self.status = status
        self.track = track
        self.position = position
        self.volume = volume
        self.cover = cover
        self.freshness = freshness
        self.lastContact = lastContact
        self.metadata = metadata
        self.queue = queue
    }

    /// Whether the position runs.
    public var isRunning: Bool { status == .playing }

    /// Seconds into the track at `now`, to the microsecond; nil where it is not known.
    ///
    /// Before `date` it stands still.
    public func elapsed(at now: Date) -> Double? {
        position.map { max(0, isRunning ? $0 + max(0, now.timeIntervalSince(date)) : $0).wholeMicroseconds }
    }

    /// The track's length where it can be trusted: bridges keep the last track's, so one that `position` has passed tells nothing.
    public func length(at now: Date) -> Double? {
        guard let length = track?.length, length > 0 else { return nil }
        // Past its end by the clock alone, a track is just late in being replaced.
        guard let position, position <= length + 2 else { return position == nil ? length : nil }
        return length
    }

    /// How much of the track has been played at `now`, 0 to 1 with seven decimals; nil where position or length is not known.
    public func progress(at now: Date) -> Double? {
        guard let elapsed = elapsed(at: now), let length = length(at: now) else { return nil }
        return min((elapsed / length * 1e7).rounded() / 1e7, 1)
    }

    /// When the track began, were it never paused; nil where the position is not known.
    public var started: Date? {
        position.map { date.addingTimeInterval(-$0) }
    }

    /// When the track ends if it plays on; nil where position or length is not known.
    public var ends: Date? {
        guard let started, let length = length(at: date) else { return nil }
        return started.addingTimeInterval(length)
    }
}
