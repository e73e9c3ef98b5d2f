import FoundationEssentials
import Logging
import SubdialPlayback
import Synchronization

/// The state according to all messages so far, shared by the reading thread and the clients.
final class MessageBoard: Sendable {
    struct State {
        var zones: MessageZones
        var moments = MessageMoments()
        var complaints = MessageComplaints()
        /// nil until the first attempt to read.
        var condition: MessageFollower.Condition?
        /// True after the input was available once.
        var wasThere = false
        /// True after a line was a valid message.
        var hasMessage = false
        /// The time at which the last line of this round arrived; nil if there was none.
        var arrival: Date?
        /// The number of the last completed request.
        var answered = 0
        var isClosed = false
        /// Zones that have changed since subscribers were last notified.
        var changed: Set<String?> = []
        var waiters: [UUID: Waiter] = [:]
        var readers: [UUID: Reader] = [:]
    }

    let address: MessageFileAddress
    private let limits: MessageLimits
    private let logger: Logger
    private let clock: @Sendable () -> ContinuousClock.Instant
    let state: Mutex<State>

    /// - Parameter clock: The clock that limits the rate of log messages.
    init(
        _ address: MessageFileAddress, limits: MessageLimits, logger: Logger,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.address = address
        self.limits = limits
        self.logger = logger
        self.clock = clock
        state = Mutex(State(zones: MessageZones(maximum: limits.maximumZones)))
    }

    /// Handles an event of the follower's thread.
    func take(_ event: MessageFollower.Event) {
        switch event {
        case .lines(let lines, let written):
            let messages = lines.compactMap(message)
            state.withLock { $0.take(messages, written: written, now: MessageClock.now) }
        case .looked(let condition, let question): settle(condition, question)
        }
    }

    /// Merges a message that Subdial itself has sent.
    func take(_ message: PlayerMessage) {
        state.withLock { state in
            state.moments.note(message.timestamp)
            state.merge([message])
        }
        tell()
    }

    /// Parses the message on a line; returns nil and logs the error if the line is invalid.
    private func message(_ line: MessageLines.Line) -> PlayerMessage? {
        do throws(MessageError) {
            guard let bytes = line.bytes else { throw .tooLong(limit: limits.maximumLine) }
            return try PlayerMessage(line: bytes)
        } catch {
            let complaint = state.withLock { $0.complaints.take(error, at: line.place, of: address, now: clock()) }
            // Logged as an error, because the default log level shows only errors and the contents of the line are lost.
            if let complaint { logger.error("\(complaint)") }
            return nil
        }
    }

    private func settle(_ condition: MessageFollower.Condition, _ question: Int) {
        let waiters = state.withLock { state in
            state.finishRound(now: MessageClock.now)
            if state.condition != condition {
                state.changed.formUnion(state.zones.names)
                state.changed.insert(nil)
            }
            state.condition = condition
            state.wasThere = state.wasThere || condition == .reading
            // Standard input has only one pass: a request that completed before its first message would be answered with nothing.
            guard address.place != .standardInput || state.hasMessage || condition != .reading else { return [Waiter]() }
            state.answered = max(state.answered, question)
            let done = state.waiters.filter { $0.value.question <= question }
            for key in done.keys { state.waiters[key] = nil }
            return Array(done.values)
        }
        tell()
        for waiter in waiters { waiter.continuation.resume() }
        if condition == .ended { finishReaders() }
    }

    /// The reason why there is no state; nil if there is one.
    var failure: SourceError? {
        state.withLock { state in
            switch state.condition {
            case .reading: return nil
            case nil: return .unreachable(address: address.text, reason: "it has not been read")
            case .lost(let loss): return state.wasThere ? nil : loss.error(at: address)
            case .ended where state.hasMessage: return nil
            case .ended:
                let cause = state.complaints.first.map { "; \($0)" } ?? ": it was empty"
                return .badAnswer(address: address.text, reason: "standard input has ended without a message\(cause)")
            }
        }
    }
}

extension MessageBoard.State {
    /// Merges consecutive messages.
    ///
    /// - Parameter written: The file's modification time; nil for inputs that deliver messages as they are written.
    mutating func take(_ messages: [PlayerMessage], written: Date?, now: Date) {
        guard !messages.isEmpty else { return }
        hasMessage = true
        // The initial contents of a file arrived before now.
        let moment = condition == nil ? min(written ?? now, now) : now
        arrival = moment
        merge(moments.date(messages, arrival: moment, now: now, isAll: false))
    }

    /// Merges the messages that waited for a later message, which did not come.
    mutating func finishRound(now: Date) {
        merge(moments.date([], arrival: arrival ?? now, now: now, isAll: true))
        arrival = nil
    }

    mutating func merge(_ messages: [PlayerMessage]) {
        guard !messages.isEmpty else { return }
        changed.formUnion(zones.merge(messages, watched: Set(readers.values.map { zones.subject(of: $0.name) })))
    }
}
