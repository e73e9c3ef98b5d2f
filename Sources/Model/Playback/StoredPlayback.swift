import FoundationEssentials
import SubdialBasics

/// The state of a zone as one run stores it for the next, with dates of the wall clock.
///
/// Files of earlier releases have stamps beside the values, which are ignored.
public struct StoredPlayback: Hashable, Sendable, Codable {
    private struct Field<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
        var value: Value
    }

    private struct Position: Hashable, Sendable, Codable {
        var seconds: Double
        var date: Date
        var rate: Double
    }

    /// The zone that the state describes.
    public let zone: ZoneID
    private let name: Field<String>
    private let source: Field<String?>
    private let rawStatus: Field<PlaybackStatus>
    private let track: Field<Track?>
    private let position: Field<Position?>
    private let volumeScale: Field<VolumeScale?>
    private let volumeValue: Field<Double?>
    private let isMuted: Field<Bool>
    private let artwork: Field<Artwork?>
    private let queue: Field<[Track]>
    private let metadata: Field<[String: MetadataValue]>
    private let lastContact: Date
    /// Files of earlier releases do not have it.
    private let pausedSince: Date?

    /// Makes what is to be stored of a state.
    ///
    /// - Parameter pausedSince: The time since when the playback is paused; nil if it is not, or the time is unknown.
    public init(_ state: PlaybackState, pausedSince: SteadyDate? = nil, at clock: ClockPair) {
        self.pausedSince = pausedSince.map { clock.date($0) }
        zone = state.zone
        name = Field(value: state.name.value)
        source = Field(value: state.source.value)
        rawStatus = Field(value: state.rawStatus.value)
        track = Field(value: state.track.value)
        position = Field(
            value: state.position.value.map { Position(seconds: $0.seconds, date: clock.date($0.time), rate: $0.rate) })
        volumeScale = Field(value: state.volumeScale.value)
        volumeValue = Field(value: state.volumeValue.value)
        isMuted = Field(value: state.isMuted.value)
        artwork = Field(value: state.artwork.value)
        queue = Field(value: state.queue.value)
        metadata = Field(value: state.metadata.value)
        lastContact = state.lastContact == .distantPast ? .distantPast : clock.date(state.lastContact)
    }

    /// The zone's display name.
    public var displayName: String { name.value }

    /// True if the next run would show something else than after `earlier`; a changed position alone is not worth a write.
    public func isWorthStoring(after earlier: StoredPlayback) -> Bool {
        track != earlier.track || rawStatus != earlier.rawStatus || volumeValue != earlier.volumeValue || name != earlier.name
            || isAnotherPause(than: earlier)
    }

    /// True if the pause began at another time, apart from the rounding of the two clocks.
    private func isAnotherPause(than earlier: StoredPlayback) -> Bool {
        guard let pausedSince else { return false }
        return earlier.pausedSince.map { abs(pausedSince.timeIntervalSince($0)) > 1 } ?? true
    }

    /// The time since when the playback is paused; nil if it is not, or the time is unknown.
    ///
    /// - Parameter clock: The current time; the stored date is not later.
    public func pausedSince(at clock: ClockPair) -> SteadyDate? { pausedSince.map { min(clock.time($0), clock.steady) } }

    /// The reading that restores the state.
    ///
    /// - Parameter clock: The current time; no stored date is later.
    fileprivate func reading(at clock: ClockPair) -> Reading {
        func time(_ date: Date) -> SteadyDate { min(clock.time(date), clock.steady) }
        let hasContact = lastContact != .distantPast
        // Later than the stamp of a field without a value, and earlier than any time in this run.
        var reading = Reading(
            zone: zone, stamp: Stamp(.distantPast + 1, .poll), received: hasContact ? time(lastContact) : .distantPast)
        reading.name = name.value
        reading.source = source.value
        reading.status = rawStatus.value
        reading.track = .some(track.value)
        reading.position = .some(
            position.value.map { PlaybackPosition(seconds: $0.seconds, time: time($0.date), rate: $0.rate) })
        reading.volumeScale = .some(volumeScale.value)
        reading.volumeValue = volumeValue.value
        reading.isMuted = isMuted.value
        reading.artwork = .some(artwork.value)
        reading.queue = queue.value
        reading.metadata = metadata.value
        reading.connection = hasContact ? .live : .offline
        return reading
    }
}

extension PlaybackState {
    /// Makes a state from the one that an earlier run stored.
    ///
    /// It is older than everything reported from now on, whatever its dates are: if the clock was ahead when the state was stored, the
    /// state must not override the source.
    public init(restoring stored: StoredPlayback, at clock: ClockPair) {
        self.init(zone: stored.zone, name: stored.displayName)
        merge(stored.reading(at: clock))
    }
}
