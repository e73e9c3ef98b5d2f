import FoundationEssentials
import SubdialBasics

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

/// A control that a zone may not permit at times: a radio station has no next track.
///
/// The raw values are those of intents and of `subdial control`.
public enum UnavailableControl: String, Hashable, Sendable, Codable, CaseIterable {
    case next, previous
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
    public var received: SteadyDate

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
    /// True if the zone is audible again after its volume is set.
    public var volumeUnmutes = false
    /// `.some(nil)`: the track has no cover.
    public var artwork: Artwork??
    /// The controls that the zone does not permit now.
    public var unavailable: Set<UnavailableControl>?
    /// The upcoming tracks in playback order.
    public var queue: [Track]?
    /// Additional metadata by MPRIS's names.
    public var metadata: [String: MetadataValue]?
    /// The state of the connection; only `live` counts as a contact.
    public var connection: Connection?
    /// The reason why `connection` is not live, without a remedy; nil if it is unknown.
    public var problem: String?

    /// Makes an empty reading; without `received` the response came at the time of the stamp.
    public init(zone: ZoneID, stamp: Stamp, received: SteadyDate? = nil) {
        self.zone = zone
        self.stamp = stamp
        self.received = received ?? stamp.time
    }
}

extension Reading {
    /// The reading with texts, lists and numbers within ``SourceLimits``.
    ///
    /// ``PlaybackState/merge(_:)`` applies it to every reading.
    public var bounded: Reading {
        var reading = self
        reading.name = name?.bounded()
        reading.problem = problem?.bounded()
        reading.source = source?.bounded(bytes: SourceLimits.idBytes)
        reading.track = track.map { $0?.bounded }
        reading.position = position.map { $0?.bounded }
        reading.volumeScale = volumeScale.map { $0?.bounded }
        reading.volumeValue = volumeValue?.bounded
        reading.artwork = artwork.map { $0?.bounded }
        reading.queue = queue.map { $0.prefix(SourceLimits.queue).map(\.bounded) }
        reading.metadata = metadata?.bounded
        return reading
    }
}

extension Track {
    /// The track with texts and numbers within ``SourceLimits``; its length is nil if it is not a number above 0.
    public var bounded: Track {
        Track(
            title: title.bounded(), artist: artist.bounded(), album: album.bounded(),
            length: length?.bounded.flatMap { $0 > 0 ? $0 : nil })
    }
}

extension PlaybackPosition {
    /// The position with numbers within ``SourceLimits``; nil if a number is not finite or out of range.
    fileprivate var bounded: PlaybackPosition? {
        guard let seconds = seconds.bounded, rate.isFinite, rate.magnitude <= 1000 else { return nil }
        return PlaybackPosition(seconds: seconds, time: time, rate: rate)
    }
}

extension Artwork {
    /// The cover; nil if its key or location exceeds the text limit, since a truncated one would name another picture.
    fileprivate var bounded: Artwork? {
        guard key.utf8.count <= SourceLimits.textBytes, (location ?? "").utf8.count <= SourceLimits.textBytes else { return nil }
        return self
    }
}

extension [String: MetadataValue] {
    /// The metadata within ``SourceLimits``; if there are too many keys, the first ones in alphabetical order are kept.
    fileprivate var bounded: Self {
        let kept = count <= SourceLimits.metadataKeys ? keys.map { $0 } : Array(keys.sorted().prefix(SourceLimits.metadataKeys))
        var result: Self = [:]
        for key in kept { result[key.bounded(bytes: SourceLimits.idBytes)] = self[key]?.bounded }
        return result
    }
}

extension MetadataValue {
    /// The value within ``SourceLimits``; line feeds are kept, as in lyrics.
    fileprivate var bounded: MetadataValue {
        switch self {
        case .flag, .integer: self
        case .number(let number): .number(number.isFinite ? number : 0)
        case .text(let text): .text(text.bounded(keepingLines: true))
        case .texts(let texts): .texts(texts.prefix(SourceLimits.texts).map { $0.bounded(keepingLines: true) })
        }
    }
}

/// A value of a source's additional metadata, whose keys are MPRIS names such as `xesam:genre`.
public enum MetadataValue: Hashable, Sendable, Codable {
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case texts([String])
}

extension String {
    /// The text on one line, cleaned, in at most `bytes` of UTF-8; it is truncated between two scalars.
    public func bounded(bytes: Int = SourceLimits.textBytes, keepingLines: Bool = false) -> String {
        cut(bytes: bytes).cleaned(keepingLines: keepingLines).cut(bytes: bytes)
    }

    /// The longest prefix of at most `bytes` of UTF-8 that ends between two scalars.
    private func cut(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var result = UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= bytes else { break }
            result.append(scalar)
        }
        return String(result)
    }
}

extension Double {
    /// The number clamped to the limits of a source; nil if it is NaN.
    public var bounded: Double? {
        isNaN ? nil : Swift.min(Swift.max(self, -SourceLimits.magnitude), SourceLimits.magnitude)
    }
}
