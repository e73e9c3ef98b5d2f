import FoundationEssentials

extension PlaybackState {
    /// The state that an earlier run kept, as this run starts from it.
    ///
    /// All of it is older than anything that is told from now on, whatever the clock said when it was kept: a clock that was ahead then
    /// must not outweigh the source now.
    ///
    /// - Parameter now: The present; nothing of what was kept is dated later.
    public init(restoring kept: PlaybackState, at now: Date) {
        self.init(zone: kept.zone, name: kept.name.value)
        // Later than the stamp of a field that was never told, earlier than any moment of this run.
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

    /// The state with the dates that mean something to another run moved by `seconds`: from one time line to another.
    public func moved(by seconds: Double) -> PlaybackState {
        guard seconds != 0 else { return self }
        var state = self
        state.move(by: seconds)
        return state
    }
}
