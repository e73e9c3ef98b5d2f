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
        /// The zones whose readings are sent immediately, with the later time that applies if the track has changed.
        fileprivate var early: [ZoneID: MonotonicTime] = [:]
        /// When the last readings of the zones were sent.
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
            pushing.early[zone] = nil
            pushing.told[zone] = nil
        }
    }

    func finishPushing() {
        let left = pushing.readers.values.flatMap(\.values)
        pushing = Pushing()
        for reader in left { reader.stream.finish() }
    }

    /// Marks the zone as changed; further changes before the next reading are part of it.
    func touch(_ zone: ZoneID) {
        guard pushing.readers[zone] != nil, pushing.due[zone] == nil else { return }
        let now = MonotonicTime.now
        let later = now + options.mergingTime
        // The first change of a series is sent immediately, since it is usually the only one.
        if let told = pushing.told[zone], told + options.mergingTime <= now {
            pushing.due[zone] = now
            pushing.early[zone] = later
        } else {
            pushing.due[zone] = later
        }
    }

    /// Sends readings of the zones that are due.
    func push(at now: MonotonicTime) {
        for (zone, time) in pushing.due where time <= now && isSettled(zone, at: now) {
            let reading = reading(of: zone, Stamp(Date.steady, .push))
            let later = pushing.early.removeValue(forKey: zone)
            // The metadata of a new track usually arrives in parts: the file name before the tags, the length after them.
            if let later, pushing.readers[zone]?.values.contains(where: { $0.last.map { $0.track != reading.track } ?? false }) == true {
                pushing.due[zone] = later
                continue
            }
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

    /// When the next reading is due; nil if only a message can make one due.
    func pushDeadline(at now: MonotonicTime) -> MonotonicTime? {
        pushing.due.compactMap { zone, time in
            if isSettled(zone, at: now) { return time }
            // The active zone waits for slow players only for a limited time. Another zone waits for its own player, whose reply wakes the
            // thread.
            guard zone == MPRISSource.countedZone, case .connected(let since) = phase else { return nil }
            return max(time, since + options.settlingTime)
        }.min()
    }
}
