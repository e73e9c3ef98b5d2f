import Clocks
import FoundationEssentials
import Playback

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
        /// When to send readings of the zones that have changed.
        fileprivate var due: [ZoneID: MonotonicTime] = [:]
        /// When zones were told of last.
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

    /// Notes that the zone has changed.
    ///
    /// The first change of a row is told of at once: it is mostly the only one. Those that come shortly after it go into one reading.
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

    /// Until when the zone's track is held back, as the player is sending it in pieces.
    private func pieceDeadline(of zone: ZoneID, at now: MonotonicTime) -> MonotonicTime? {
        player(of: zone).flatMap { pieces[$0.name]?.deadline(at: now) }
    }

    /// When the next zone is to be told of; nil where it is waited for messages alone.
    func pushDeadline(at now: MonotonicTime) -> MonotonicTime? {
        pushing.due.compactMap { zone, time in
            if isSettled(zone, at: now) { return max(time, pieceDeadline(of: zone, at: now) ?? time) }
            // The zone that counts waits for slow players for a while only; another one for its own player, whose answer wakes the thread.
            guard zone == MPRISSource.countedZone, case .connected(let since) = phase else { return nil }
            return max(time, since + options.settlingTime)
        }.min()
    }
}
