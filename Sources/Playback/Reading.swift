import FoundationEssentials

/// Whether what is shown can be trusted.
public enum Connection: String, Hashable, Sendable, Codable, CaseIterable {
    case live
    /// The source answers no longer, or knows itself that its data are old.
    case stale
    /// The source could not be reached, and nothing is known from before, or for long.
    case offline
    /// The source answers, but this zone is gone.
    case zoneMissing = "zone-missing"
}

/// The cover of what plays, as its source names it.
public struct Artwork: Hashable, Sendable, Codable {
    /// Opaque; another key means another picture.
    public var key: String
    /// Where it can be had without the source, as a path or an address; nil where only the source knows.
    public var location: String?

    /// Makes a cover that only its source can give, or with `location` one that anybody can fetch.
    public init(key: String, location: String? = nil) {
        self.key = key
        self.location = location
    }
}

/// What a source said about one zone at one moment.
///
/// A field that is nil says nothing.
public struct Reading: Hashable, Sendable {
    /// The zone that it is about.
    public var zone: ZoneID
    /// When all of it was true, and who says so.
    public var stamp: Stamp
    /// The moment of the answer: when `connection` was known to be so.
    public var received: Date

    /// The zone's name for people.
    public var name: String?
    /// What serves the zone, such as `roon` or `lms`.
    public var source: String?
    /// What the zone is doing, `loading` included.
    public var status: PlaybackStatus?
    /// `.some(nil)`: nothing is loaded.
    public var track: Track??
    /// `.some(nil)`: the source cannot tell.
    public var position: PlaybackPosition??
    /// `.some(nil)`: the volume is fixed.
    public var volumeScale: VolumeScale??
    /// The volume on the zone's own scale.
    public var volumeValue: Double?
    /// Whether the zone is silenced.
    public var isMuted: Bool?
    /// `.some(nil)`: the track has no cover.
    public var artwork: Artwork??
    /// The tracks to come, the next first.
    public var queue: [Track]?
    /// What the source tells beyond these fields, by MPRIS's names.
    public var metadata: [String: MetadataValue]?
    /// Whether the source itself can be trusted; only `live` counts as a contact.
    public var connection: Connection?

    /// Makes a reading that says nothing yet; without `received` the answer came at the moment of the stamp.
    public init(zone: ZoneID, stamp: Stamp, received: Date? = nil) {
        self.zone = zone
        self.stamp = stamp
        self.received = received ?? stamp.time
    }
}
