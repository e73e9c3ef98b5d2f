import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback

extension MPRISWatch {
    /// The subscribers, and the changes that have not been sent to them.
    struct Pushing {
        /// A subscriber to a zone's readings.
        struct Reader {
            let stream: AsyncStream<Reading>.Continuation
            /// The last reading sent, without its timestamps.
            var last: Reading?
        }

        fileprivate var readers: [ZoneID: [Int: Reader]] = [:]
        /// The dates at which the readings of changed zones are sent.
        fileprivate var due: [ZoneID: MonotonicTime] = [:]
        /// The dates of the last sent readings.
        fileprivate var told: [ZoneID: MonotonicTime] = [:]
        fileprivate var lastTicket = 0

        /// The zones with subscribers.
        var zones: [ZoneID] { Array(readers.keys) }
    }

    /// Subscribes to the zone; the first reading has its current state.
    ///
    /// - Returns: The ticket for `removeReader(_:of:)`.
    func addReader(_ stream: AsyncStream<Reading>.Continuation, of zone: ZoneID) -> Int {
        pushing.lastTicket += 1
        pushing.readers[zone, default: [:]][pushing.lastTicket] = .init(stream: stream)
        touch(zone)
        return pushing.lastTicket
    }

    func removeReader(_ ticket: Int, of zone: ZoneID) {
        pushing.readers[zone]?[ticket] = nil
        if pushing.readers[zone]?.isEmpty == true {
            pushing.readers[zone] = nil
            pushing.due[zone] = nil
            pushing.told[zone] = nil
        }
    }

    func finishPushing() {
        let left = pushing.readers.values.flatMap(\.values)
        pushing = Pushing()
        for reader in left { reader.stream.finish() }
    }

    /// Records a change of the zone.
    ///
    /// The first change of a series is sent at once, because it is usually the only one. The changes that follow it shortly are merged into
    /// one reading.
    func touch(_ zone: ZoneID) {
        guard pushing.readers[zone] != nil, pushing.due[zone] == nil else { return }
        let now = MonotonicTime.now
        pushing.due[zone] = pushing.told[zone].map { max(now, $0 + options.mergingTime) } ?? now
    }

    /// Sends readings of the zones that are due.
    func push(at now: MonotonicTime) {
        for (zone, time) in pushing.due where time <= now && isSettled(zone, at: now) && pieceDeadline(of: zone, at: now) == nil {
            let reading = reading(of: zone, Stamp(Date.steady, .push))
            pushing.due[zone] = nil
            pushing.told[zone] = now
            var content = reading
            content.stamp = Stamp(.distantPast, .push)
            content.received = .distantPast
            for (ticket, reader) in pushing.readers[zone] ?? [:] where reader.last != content {
                pushing.readers[zone]?[ticket]?.last = content
                reader.stream.yield(reading)
            }
        }
    }

    /// Returns the time until which the zone's track is held back because the player sends it in pieces.
    private func pieceDeadline(of zone: ZoneID, at now: MonotonicTime) -> MonotonicTime? {
        player(of: zone).flatMap { pieces[$0.name]?.deadline(at: now) }
    }

    /// Returns the time at which the next reading is due; nil if only a message can cause one.
    func pushDeadline(at now: MonotonicTime) -> MonotonicTime? {
        pushing.due.compactMap { zone, time in
            if isSettled(zone, at: now) { return max(time, pieceDeadline(of: zone, at: now) ?? time) }
            // The zone of the active player waits for slow players only for a limited time. Any other zone waits for its own player, whose
            // reply wakes the thread.
            guard zone == MPRISSource.countedZone, case .connected(let since) = phase else { return nil }
            return max(time, since + options.settlingTime)
        }.min()
    }
}
