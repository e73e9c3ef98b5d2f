import FoundationEssentials

extension PlaybackState {
    /// Makes a state from the one that an earlier run stored.
    ///
    /// It is older than everything reported from now on, whatever its dates are: if the clock was ahead when the state was stored, the
    /// state must not override the source.
    ///
    /// - Parameter now: The current time; no stored date is later.
    public init(restoring kept: PlaybackState, at now: Date) {
        self.init(zone: kept.zone, name: kept.name.value)
        // Later than the stamp of a field without a value, and earlier than any time in this run.
        var reading = Reading(
            zone: kept.zone, stamp: Stamp(Date.distantPast.addingTimeInterval(1), .poll), received: min(kept.lastContact, now))
        reading.name = kept.name.value
        reading.source = kept.source.value
        reading.status = kept.rawStatus.value
        reading.track = .some(kept.track.value)
        reading.position = .some(
            kept.position.value.map { PlaybackPosition(seconds: $0.seconds, date: min($0.date, now), rate: $0.rate) })
        reading.volumeScale = .some(kept.volumeScale.value)
        reading.volumeValue = kept.volumeValue.value
        reading.isMuted = kept.isMuted.value
        reading.artwork = .some(kept.artwork.value)
        reading.queue = kept.queue.value
        reading.metadata = kept.metadata.value
        reading.connection = kept.lastContact == .distantPast ? .offline : .live
        merge(reading)
    }

    /// The state with the dates that other runs use shifted by `seconds`, to convert it from one time line to another.
    public func moved(by seconds: Double) -> PlaybackState {
        guard seconds != 0 else { return self }
        var state = self
        state.move(by: seconds)
        return state
    }
}
