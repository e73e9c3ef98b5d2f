import FoundationEssentials

/// All that is known of one zone: each field as its last writer left it.
public struct PlaybackState: Hashable, Sendable, Codable {
    /// How long a track may load before the pause between two tracks is shown as one.
    public static let loadingGrace = 10.0

    /// The zone of which all the rest is told.
    public let zone: ZoneID
    /// The zone's name for people; its id until a source has told one.
    public private(set) var name: Stamped<String>
    /// What serves the zone, such as `roon` or `lms`; nil where it cannot be told.
    public private(set) var source: Stamped<String?>
    /// The status as it was told, `loading` included.
    public private(set) var rawStatus: Stamped<PlaybackStatus>
    /// The last status that was not `loading`.
    public private(set) var settledStatus: Stamped<PlaybackStatus>
    /// What is loaded; nil where nothing is, or until it was told.
    public private(set) var track: Stamped<Track?>
    /// The last place in the track that was told; nil where the source cannot tell.
    public private(set) var position: Stamped<PlaybackPosition?>
    /// The range of the volume; nil where the volume is fixed, or until it was told.
    public private(set) var volumeScale: Stamped<VolumeScale?>
    /// The volume on the zone's own scale, as it was told; nil until it was.
    public private(set) var volumeValue: Stamped<Double?>
    /// Whether the zone is silenced; its volume stays what it was.
    public private(set) var isMuted: Stamped<Bool>
    /// The cover of the track; nil where it has none.
    public private(set) var artwork: Stamped<Artwork?>
    /// The tracks to come, the next first.
    public private(set) var queue: Stamped<[Track]>
    /// What the source tells beyond these fields, by MPRIS's names.
    public private(set) var metadata: Stamped<[String: MetadataValue]>
    /// Whether all of this can be trusted; `offline` until the source has answered once.
    public private(set) var connection: Stamped<Connection>
    /// When the source last answered; the distant past where it never did.
    public private(set) var lastContact: Date

    /// A zone of which nothing is known yet.
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

    /// Takes from `reading` every field that is newer than what is known, within ``SourceLimits``.
    ///
    /// A reading of another zone changes nothing.
    public mutating func merge(_ reading: Reading) {
        guard reading.zone == zone else { return }
        let reading = reading.bounded
        // Only what a control changes is held against polls that follow it.
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
        if let said = reading.queue { queue.merge(said, stamp) }
        if let said = reading.metadata { metadata.merge(said, stamp) }
        if let said = reading.connection {
            connection.merge(said, stamp)
            if said == .live { lastContact = max(lastContact, reading.received) }
        }
    }

    /// Moves position and last contact by `seconds`.
    mutating func move(by seconds: Double) {
        if lastContact != .distantPast { lastContact.addTimeInterval(seconds) }
        guard var place = position.value else { return }
        place.date.addTimeInterval(seconds)
        position = Stamped(place, position.stamp)
    }

    /// What to show as the zone's status: a track that loads after another one counts as playing, so that nothing flickers between the two.
    public func status(at now: Date) -> PlaybackStatus {
        guard rawStatus.value == .loading, settledStatus.value == .playing else { return rawStatus.value }
        return now.timeIntervalSince(settledStatus.stamp.time) < Self.loadingGrace ? .playing : .loading
    }

    /// The volume, nil where it is fixed or not known.
    public var volume: Volume? {
        guard let scale = volumeScale.value, scale.isUsable, let value = volumeValue.value else { return nil }
        return Volume(value: value.withoutFloatNoise, scale: scale, isMuted: isMuted.value)
    }

    /// Seconds into the track at `now`; nil where it is not known.
    ///
    /// It stops at the track's end while the next one loads.
    public func elapsed(at now: Date) -> Double? {
        guard let position = position.value else { return nil }
        let seconds = position.seconds(at: now, running: status(at: now) == .playing)
        guard rawStatus.value == .loading, let length = track.value?.length else { return seconds }
        return min(seconds, length)
    }
}
