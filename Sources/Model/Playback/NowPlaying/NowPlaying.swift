import FoundationEssentials
import SubdialExpressions
import SubdialTimeline

/// The playback of a zone at a time: the typed view of an entry of the kind `now-playing`.
public struct NowPlaying: Hashable, Sendable {
    /// A track of the queue.
    public struct QueuedTrack: Hashable, Sendable {
        /// The track.
        public var track: Track
        /// The location of its cover, a path or a URL; nil for none.
        public var artwork: String?

        /// Creates a track of the queue.
        public init(_ track: Track, artwork: String? = nil) {
            self.track = track
            self.artwork = artwork
        }
    }

    /// The time from which the entry is shown, and of `position`.
    public var date: Date
    /// The zone; nil if it is unknown.
    public var zone: Subject?
    /// The playback status from `date` on.
    public var status: PlaybackStatus
    /// The track; nil if nothing is loaded.
    public var track: Track?
    /// The position in the track at `date`, in seconds; it advances during playback.
    public var position: Double?
    /// The volume; nil for a fixed one.
    public var volume: Volume?
    /// The cover; nil for none.
    public var cover: EntryPicture?
    /// The freshness of the content.
    public var freshness: Freshness
    /// The time of the source's last response if it differs from `date`; ages such as "2 min ago" are relative to it.
    public var lastContact: Date?
    /// Raw MPRIS keys.
    public var metadata: [String: Value]
    /// The queue after this track, the next track first; empty if it is unknown.
    public var queue: [QueuedTrack]

    /// Creates an entry; by default it is live, and everything else is unknown.
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

    /// True if the position advances.
    public var isRunning: Bool { status == .playing }

    /// The position in the track at `now` in seconds, to the microsecond; nil if it is unknown.
    ///
    /// Before `date`, it is constant.
    public func elapsed(at now: Date) -> Double? {
        position.map { max(0, isRunning ? $0 + max(0, now.timeIntervalSince(date)) : $0).wholeMicroseconds }
    }

    /// The length of the track in seconds, if it is plausible.
    ///
    /// Bridges may keep the length of the last track, so a length below `position` is ignored.
    public func length(at now: Date) -> Double? {
        guard let length = track?.length, length > 0 else { return nil }
        // If only the clock has passed the end, the update of the track is late.
        guard let position, position <= length + 2 else { return position == nil ? length : nil }
        return length
    }

    /// The played fraction of the track at `now`, 0 to 1 with seven decimals; nil if position or length is unknown.
    public func progress(at now: Date) -> Double? {
        guard let elapsed = elapsed(at: now), let length = length(at: now) else { return nil }
        return min((elapsed / length * 1e7).rounded() / 1e7, 1)
    }

    /// The start of the track, assuming that it was never paused; nil if the position is unknown.
    public var started: Date? {
        position.map { date.addingTimeInterval(-$0) }
    }

    /// The end of the track, assuming that it is not paused; nil if position or length is unknown.
    public var ends: Date? {
        guard let started, let length = length(at: date) else { return nil }
        return started.addingTimeInterval(length)
    }
}
