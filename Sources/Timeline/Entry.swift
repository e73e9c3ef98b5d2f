import Expressions
import FoundationEssentials
import JSON
import Playback

/// One moment of a zone: all that a widget or a bar shows is a function of an entry and of how it is looked at.
public struct Entry: Hashable, Sendable {
    /// Which zone an entry tells of.
    public struct ZoneName: Hashable, Sendable {
        /// The id as the zone's source spells it.
        public var id: String
        /// The name that people gave the zone; its id where they gave none.
        public var name: String
        /// `roon`, `lms`, …; nil where it is not known.
        public var source: String?
        /// Whether its owner has locked it: it is named, and nothing of what it plays is shown.
        public var isLocked: Bool

        /// Makes the name of a zone; without `name` it is called by its id.
        public init(id: String, name: String? = nil, source: String? = nil, isLocked: Bool = false) {
            self.id = id
            self.name = name ?? id
            self.source = source
            self.isLocked = isLocked
        }
    }

    /// A track that is to come.
    public struct QueuedTrack: Hashable, Sendable {
        /// What will play.
        public var track: Track
        /// Where its cover is, as ``Entry/artwork`` tells it; nil where there is none.
        public var artwork: String?

        /// Makes a track of the queue.
        public init(_ track: Track, artwork: String? = nil) {
            self.track = track
            self.artwork = artwork
        }
    }

    /// When the entry is to be shown from, and the moment at which `position` was true.
    public var date: Date
    /// The zone it is about; nil where that is not known.
    public var zone: ZoneName?
    /// What the zone is doing from `date` on.
    public var status: PlaybackStatus
    /// nil where nothing is loaded.
    public var track: Track?
    /// Seconds into the track at `date`; while playing it runs on.
    public var position: Double?
    /// nil where the volume is fixed.
    public var volume: Volume?
    /// Where the cover is, absolute or relative to the entry's file; nil where there is none.
    public var artwork: String?
    /// Whether what it shows can be trusted.
    public var connection: Connection
    /// When the source last answered, where that is not `date`: what "2 min ago" counts from.
    public var lastContact: Date?
    /// Raw MPRIS keys.
    public var metadata: [String: JSONValue]
    /// What plays after this track, the next one first; empty where that is not known.
    public var queue: [QueuedTrack]

    /// Makes an entry; what is left out is not known, and the connection is live.
    public init(
        date: Date, zone: ZoneName? = nil, status: PlaybackStatus, track: Track? = nil, position: Double? = nil, volume: Volume? = nil,
        artwork: String? = nil, connection: Connection = .live, lastContact: Date? = nil, metadata: [String: JSONValue] = [:],
        queue: [QueuedTrack] = []
    ) {
        self.date = date
        self.zone = zone
        self.status = status
        self.track = track
        self.position = position
        self.volume = volume
        self.artwork = artwork
        self.connection = connection
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

    /// Seconds since the source last answered; 0 while it does.
    public func age(at now: Date) -> Double {
        connection == .live ? 0 : max(0, now.timeIntervalSince(lastContact ?? date)).wholeMicroseconds
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
