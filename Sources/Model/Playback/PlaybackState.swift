import FoundationEssentials
import SubdialBasics

/// The state of one zone; for each field the last writer wins.
public struct PlaybackState: Hashable, Sendable {
    /// The seconds for which a loading track is shown as playing.
    public static let loadingGrace = 10.0

    /// The zone that the state describes.
    public let zone: ZoneID
    /// The zone's display name; its id until a source has reported a name.
    public private(set) var name: Stamped<String>
    /// The kind of source, such as `roon` or `lms`; nil if unknown.
    public private(set) var source: Stamped<String?>
    /// The status as reported, including `loading`.
    public private(set) var rawStatus: Stamped<PlaybackStatus>
    /// The last status other than `loading`.
    public private(set) var settledStatus: Stamped<PlaybackStatus>
    /// The track; nil if nothing is loaded, or unknown.
    public private(set) var track: Stamped<Track?>
    /// The last reported position; nil if the source does not report one.
    public private(set) var position: Stamped<PlaybackPosition?>
    /// The range of the volume; nil if the volume is fixed or unknown.
    public private(set) var volumeScale: Stamped<VolumeScale?>
    /// The volume on the zone's own scale as reported; nil before the first report.
    public private(set) var volumeValue: Stamped<Double?>
    /// True if the zone is muted; its volume is unchanged then.
    public private(set) var isMuted: Stamped<Bool>
    /// The cover of the track; nil if it has none.
    public private(set) var artwork: Stamped<Artwork?>
    /// The controls that the zone does not permit now; nil if its source has reported none.
    public private(set) var unavailable: Stamped<Set<UnavailableControl>>?
    /// The upcoming tracks in playback order.
    public private(set) var queue: Stamped<[Track]>
    /// Additional metadata by MPRIS's names.
    public private(set) var metadata: Stamped<[String: MetadataValue]>
    /// The state of the connection; `offline` until the source has responded once.
    public private(set) var connection: Stamped<Connection>
    /// The reason why the connection is not live; nil if the source has not reported one.
    public private(set) var problem: Stamped<String?>?
    /// When the source last responded; the distant past if it never did.
    public private(set) var lastContact: SteadyDate

    /// Makes the state of a zone without readings.
    public init(zone: ZoneID, name: String? = nil) {
        let never = Stamp(.distantPast, .poll)
        self.zone = zone
        self.name = Stamped(name ?? zone.rawValue, never)
        source = Stamped(nil, never)
        rawStatus = Stamped(.unknown, never)
        settledStatus = Stamped(.unknown, never)
        track = Stamped(nil, never)
        position = Stamped(nil, never)
        volumeScale = Stamped(nil, never)
        volumeValue = Stamped(nil, never)
        isMuted = Stamped(false, never)
        artwork = Stamped(nil, never)
        queue = Stamped([], never)
        metadata = Stamped([:], never)
        connection = Stamped(.offline, never)
        lastContact = .distantPast
    }

    /// Merges the fields of `reading` that are newer than the present ones, within ``SourceLimits``.
    ///
    /// A reading of another zone is ignored.
    public mutating func merge(_ reading: Reading) {
        guard reading.zone == zone else { return }
        let reading = reading.bounded
        // Only fields that controls can change are held against later polls.
        let (held, stamp) = (reading.stamp, Stamp(reading.stamp.time, .poll))
        if let said = reading.name { name.merge(said, stamp) }
        if let said = reading.source { source.merge(said, stamp) }
        if let said = reading.status {
            rawStatus.merge(said, held)
            if said != .loading { settledStatus.merge(said, held) }
        }
        if let said = reading.track { track.merge(said, stamp) }
        if let said = reading.position { position.merge(said, held) }
        if let said = reading.volumeScale { volumeScale.merge(said, stamp) }
        if let said = reading.volumeValue { volumeValue.merge(said, held) }
        if let said = reading.isMuted { isMuted.merge(said, held) }
        if let said = reading.artwork { artwork.merge(said, stamp) }
        if let said = reading.unavailable {
            if unavailable == nil { unavailable = Stamped(said, stamp) } else { unavailable?.merge(said, stamp) }
        }
        if let said = reading.queue { queue.merge(said, stamp) }
        if let said = reading.metadata { metadata.merge(said, stamp) }
        if let said = reading.connection {
            connection.merge(said, stamp)
            let reason = said == .live ? nil : reading.problem
            if problem == nil { problem = Stamped(reason, stamp) } else { problem?.merge(reason, stamp) }
            if said == .live { lastContact = max(lastContact, reading.received) }
        }
    }

    /// The status to display: a track that loads after another one counts as playing, so that the display does not flicker between tracks.
    public func status(at now: SteadyDate) -> PlaybackStatus {
        guard rawStatus.value == .loading, settledStatus.value == .playing else { return rawStatus.value }
        return now - settledStatus.stamp.time < Self.loadingGrace ? .playing : .loading
    }

    /// The volume; nil if it is fixed or unknown.
    public var volume: Volume? {
        guard let scale = volumeScale.value, scale.isUsable, let value = volumeValue.value else { return nil }
        return Volume(value: value.withoutFloatNoise, scale: scale, isMuted: isMuted.value)
    }

    /// The seconds into the track at `now`; nil if unknown.
    ///
    /// It stops at the track's end while the next one loads.
    public func elapsed(at now: SteadyDate) -> Double? {
        guard let position = position.value else { return nil }
        let seconds = position.seconds(at: now, running: status(at: now) == .playing)
        guard rawStatus.value == .loading, let length = track.value?.length else { return seconds }
        return min(seconds, length)
    }
}
