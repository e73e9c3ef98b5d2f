import FoundationEssentials

/// The state of the connection to a zone.
public enum Connection: String, Hashable, Sendable, Codable, CaseIterable {
    case live
    /// The source no longer responds, or reports that its data are old.
    case stale
    /// The source is unreachable, and there is no earlier state, or only an old one.
    case offline
    /// The source responds, but the zone does not exist.
    case zoneMissing = "zone-missing"
}

/// The cover of the current track, as its source identifies it.
public struct Artwork: Hashable, Sendable, Codable {
    /// An opaque key; a different key means a different picture.
    public var key: String
    /// The path or URL from which it can be read without the source; nil if only the source has it.
    public var location: String?

    /// Makes a cover that only its source can provide, or with `location` one that can be read directly.
    public init(key: String, location: String? = nil) {
        self.key = key
        self.location = location
    }
}

/// A source's report about one zone at one time.
///
/// A field that is nil leaves the state as it was.
public struct Reading: Hashable, Sendable {
    /// The zone that the reading describes.
    public var zone: ZoneID
    /// The time at which the reading was valid, and its authority.
    public var stamp: Stamp
    /// When the response arrived; `connection` was valid at this time.
    public var received: Date

    /// The zone's display name.
    public var name: String?
    /// The kind of source, such as `roon` or `lms`.
    public var source: String?
    /// The status, including `loading`.
    public var status: PlaybackStatus?
    /// `.some(nil)`: nothing is loaded.
    public var track: Track??
    /// `.some(nil)`: the source does not report a position.
    public var position: PlaybackPosition??
    /// `.some(nil)`: the volume is fixed.
    public var volumeScale: VolumeScale??
    /// The volume on the zone's own scale.
    public var volumeValue: Double?
    /// True if the zone is muted.
    public var isMuted: Bool?
    /// `.some(nil)`: the track has no cover.
    public var artwork: Artwork??
    /// The upcoming tracks in playback order.
    public var queue: [Track]?
    /// Additional metadata by MPRIS's names.
    public var metadata: [String: MetadataValue]?
    /// The state of the connection; only `live` counts as a contact.
    public var connection: Connection?

    /// Makes an empty reading; without `received` the response came at the time of the stamp.
    public init(zone: ZoneID, stamp: Stamp, received: Date? = nil) {
        self.zone = zone
        self.stamp = stamp
        self.received = received ?? stamp.time
    }
}
