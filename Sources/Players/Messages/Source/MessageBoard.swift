import FoundationEssentials
import HTTP
import Logging
import Playback
import Synchronization

/// What the messages have said so far, shared by the thread that reads them and those who ask.
final class MessageBoard: Sendable {
    private struct State {
        /// By the name that messages give the zone; nil for the one that needs none.
        var zones: [String?: MessageMerge] = [:]
        /// nil until the first look.
        var isThere: Bool?
        var wasThere = false
        var reason = ""
        var answered = 0
        var isClosed = false
        var isGood = true
        /// Zones that have changed since they were last told.
        var changed: Set<String?> = []
        var waiters: [UUID: (question: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
        var readers: [UUID: (zone: ZoneID, continuation: AsyncStream<Reading>.Continuation)] = [:]
    }

    private let address: MessageFileAddress
    private let limits: MessageLimits
    private let logger: Logger
    private let state = Mutex(State())

    init(_ address: MessageFileAddress, limits: MessageLimits, logger: Logger) {
        self.address = address
        self.limits = limits
        self.logger = logger
    }

    /// Takes what the thread tells.
    func take(_ event: MessageFollower.Event) {
        switch event {
        case .lines(let lines):
            for line in lines { take(line) }
            // Until all of it is read it is history.
            if state.withLock({ $0.isThere == true }) { tell() }
        case .caughtUp(let question): settle(isThere: true, reason: "", question)
        case .lost(let reason, let question): settle(isThere: false, reason: reason, question)
        }
    }

    /// Takes a message that this program has sent itself.
    func take(_ message: PlayerMessage) {
        state.withLock { state in
            if state.zones[message.zone, default: MessageMerge()].merge(message) { state.changed.insert(message.zone) }
        }
        tell()
    }

    private func take(_ line: MessageLines.Line) {
        let error: MessageError
        do throws(MessageError) {
            guard let bytes = line.bytes else { throw .tooLong(limit: limits.maximumLine) }
            let message = try PlayerMessage(line: bytes)
            let lead = message.timestamp.timeIntervalSinceNow
            guard lead <= limits.maximumLead else { throw .ahead(seconds: Int(min(lead, 1e15).rounded())) }
            try state.withLock { (state) throws(MessageError) in
                guard state.zones[message.zone] != nil || state.zones.count < limits.maximumZones else {
                    throw .tooManyZones(limit: limits.maximumZones)
                }
                if state.zones[message.zone, default: MessageMerge()].merge(message) { state.changed.insert(message.zone) }
                state.isGood = true
            }
            return
        } catch let caught {
            error = caught
        }
        // Of a row of bad lines the first is told: what is no file of messages at all has nothing else.
        let isFirst = state.withLock { state in
            defer { state.isGood = false }
            return state.isGood
        }
        logger.log(level: isFirst ? .warning : .debug, "line \(line.number) of \(address) is skipped: \(error)")
    }

    private func settle(isThere: Bool, reason: String, _ question: Int) {
        let waiters = state.withLock { state in
            if state.isThere != isThere {
                for zone in state.zones.keys { state.changed.insert(zone) }
                state.changed.insert(nil)
            }
            state.isThere = isThere
            state.wasThere = state.wasThere || isThere
            state.reason = reason
            state.answered = max(state.answered, question)
            let done = state.waiters.filter { $0.value.question <= question }
            for key in done.keys { state.waiters[key] = nil }
            return done.values.map(\.continuation)
        }
        tell()
        for waiter in waiters { waiter.resume() }
    }

    /// Lets all go who wait or read.
    func close() {
        let (waiters, readers) = state.withLock { state in
            state.isClosed = true
            defer {
                state.waiters.removeAll()
                state.readers.removeAll()
            }
            return (state.waiters.values.map(\.continuation), state.readers.values.map(\.continuation))
        }
        for waiter in waiters { waiter.resume() }
        for reader in readers { reader.finish() }
    }

    /// Returns once the question is answered, the task is cancelled or the board closed.
    func answer(to question: Int) async {
        let key = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed || state.answered >= question || Task.isCancelled { return true }
                    state.waiters[key] = (question, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    /// Readings of a zone from now on, the first as soon as all that is there has been read.
    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let key = UUID()
            let isClosed = state.withLock { state in
                guard !state.isClosed else { return true }
                state.readers[key] = (zone, continuation)
                if let name = name(of: zone, in: state), state.isThere != nil {
                    continuation.yield(reading(of: name, in: state, stamp: Stamp(.now, .push)))
                }
                return false
            }
            guard !isClosed else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.readers.removeValue(forKey: key) }
            }
        }
    }

    private func tell() {
        state.withLock { state in
            guard state.isThere != nil else { return }
            let changed = state.changed
            state.changed.removeAll()
            for name in changed {
                let zone = address.zone(name)
                // In the lock, so that no reading overtakes a newer one.
                for reader in state.readers.values where reader.zone == zone {
                    reader.continuation.yield(reading(of: name, in: state, stamp: Stamp(.now, .push)))
                }
            }
        }
    }

    /// Why nothing can be told; nil where something can.
    var failure: SourceError? {
        state.withLock { state in
            guard !state.wasThere else { return nil }
            return .unreachable(address: address.text, reason: state.reason.isEmpty ? "it has not been read" : state.reason)
        }
    }

    /// The zones of which messages speak, by name; the one that needs none where there are no others.
    var zones: [Zone] {
        state.withLock { state in
            let names = state.zones.isEmpty ? [nil] : Array(state.zones.keys)
            return names.map { name in
                let said = state.zones[name]?.state ?? MessageState()
                return Zone(
                    id: address.zone(name), name: name ?? address.name, source: "file", status: said.status, volume: said.fullVolume)
            }.sortedByName()
        }
    }

    /// The names of zones by which messages know them: the outer nil is for a zone that is not there.
    func name(of zone: ZoneID) -> String?? { state.withLock { name(of: zone, in: $0) } }

    private func name(of zone: ZoneID, in state: State) -> String?? {
        if zone == address.zone(nil) { return .some(nil) }
        return state.zones.keys.first { address.zone($0) == zone }
    }

    func state(of name: String?) -> MessageState { state.withLock { $0.zones[name]?.state ?? MessageState() } }

    func reading(of name: String?, stamp: Stamp) -> Reading { state.withLock { reading(of: name, in: $0, stamp: stamp) } }

    private func reading(of name: String?, in state: State, stamp: Stamp) -> Reading {
        var reading = Reading(of: state.zones[name]?.state ?? MessageState(), zone: address.zone(name), stamp: stamp)
        reading.name = name ?? address.name
        reading.connection = state.isThere == true ? .live : state.wasThere ? .stale : .offline
        return reading
    }
}
