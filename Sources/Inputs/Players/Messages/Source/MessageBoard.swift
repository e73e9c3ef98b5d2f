import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialPlayback
import Synchronization

/// The state according to all messages so far, shared by the reading thread and the clients.
final class MessageBoard: Sendable {
    struct State {
        var zones: MessageZones
        var moments = MessageMoments()
        /// What the messages say about the player's library.
        var library = MessageLibrary()
        /// Why the last reading of a zone is not known, by the zone's name.
        var refusals: [String?: String] = [:]
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

    private let address: MessageFileAddress
    private let limits: MessageLimits
    private let logger: Logger
    let control: MessageControlFile
    private let store: MessageFileSource.StoreLibrary
    private let clock: @Sendable () -> ContinuousClock.Instant
    let state: EffectLock<State>

    /// - Parameters:
    ///   - store: Stores changes of the player's library, on the reading thread.
    ///   - clock: The clock that limits the rate of log messages.
    init(
        _ address: MessageFileAddress, limits: MessageLimits, logger: Logger,
        store: @escaping MessageFileSource.StoreLibrary = { _ in },
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.address = address
        self.limits = limits
        self.logger = logger
        self.store = store
        self.clock = clock
        control = MessageControlFile(address: address)
        state = EffectLock(State(zones: MessageZones(maximum: limits.maximumZones)))
    }

    /// Handles an event of the follower's thread.
    func receive(_ event: MessageFollower.Event) {
        switch event {
        case .lines(let lines, let written):
            // The initial contents of a file are no news, and have had their replies.
            let isNew = written == nil || state.withLock { $0.condition != nil }
            let messages = lines.compactMap { message($0, isNew: isNew) }
            state.withLock { $0.apply(messages, written: written, now: Date.now) }
        case .looked(let condition, let question): finish(condition, question)
        }
    }

    /// Merges a message that Subdial itself has sent.
    func apply(_ message: PlayerMessage) {
        state.withLock { state in
            state.moments.record(message.timestamp)
            state.merge([message])
        }
        publish()
    }

    /// Parses the message on a line; returns nil and logs the error if the line is invalid.
    ///
    /// - Parameter isNew: True if the line can have a reply.
    private func message(_ line: MessageLines.Line, isNew: Bool) -> PlayerMessage? {
        let (message, outcome): (PlayerMessage, String)
        do throws(MessageError) {
            guard let bytes = line.bytes else { throw .tooLong(limit: limits.maximumLine) }
            message = try PlayerMessage(line: bytes)
            outcome = receive(message)
        } catch {
            let complaint = state.withLock { state in
                if case .nothingKnown(let zone, _) = error { state.refuse(zone, "\(line.place) of \(address): \(error)", limits) }
                return state.complaints.apply(error, at: line.place, of: address, now: clock())
            }
            // Logged as an error, because the default log level shows only errors and the contents of the line are lost.
            if let complaint { logger.error("\(complaint)") }
            if isNew, let bytes = line.bytes, PlayerMessage.isReplyRequested(in: bytes) { reply(to: bytes, "refused: \(error)") }
            return nil
        }
        if isNew, message.isReplyRequested, let bytes = line.bytes { reply(to: bytes, outcome) }
        return message
    }

    /// Receives what a message says beside the state of a zone; returns the outcome for its sender.
    private func receive(_ message: PlayerMessage) -> String {
        guard case .library(let news) = message.body else {
            state.withLock { state in
                guard case .nowPlaying = message.body, state.refusals.removeValue(forKey: message.zone) != nil else { return }
                state.changed.formUnion([message.zone, nil])
            }
            return "received"
        }
        if case .transfer = news, address.folder == nil { return "refused: standard input has no folder with files" }
        let now = Date.now
        let (changes, outcome) = state.withLock { state in
            // Zones show the files that are announced.
            if case .transfer = news { state.changed.formUnion(state.zones.names + [nil]) }
            return state.library.apply(news, at: min(message.timestamp, now))
        }
        guard !changes.isEmpty else { return outcome }
        do {
            try store(changes)
            return outcome
        } catch {
            let complaint = "the library in the messages of \(address) is not stored: \(error)"
            state.withLock { $0.complaints.add(complaint) }
            logger.error("\(complaint)")
            return "refused: \(error)"
        }
    }

    private func reply(to bytes: [UInt8], _ outcome: String) {
        control.reply(to: bytes, by: limits.controller, at: .now, outcome: outcome)
    }

    /// What is wrong with the messages so far, each on one line.
    var warnings: [String] { state.withLock { $0.complaints.texts + [$0.library.missing].compactMap { $0 } } }

    private func finish(_ condition: MessageFollower.Condition, _ question: Int) {
        let waiters = state.withLock { state in
            state.finishRound(now: Date.now)
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
        publish()
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
    fileprivate mutating func apply(_ messages: [PlayerMessage], written: Date?, now: Date) {
        guard !messages.isEmpty else { return }
        hasMessage = true
        let messages = messages.filter { message in if case .library = message.body { false } else { true } }
        guard !messages.isEmpty else { return }
        // The initial contents of a file arrived before now.
        let moment = condition == nil ? min(written ?? now, now) : now
        arrival = moment
        merge(moments.date(messages, arrival: moment, now: now, isAll: false))
    }

    /// Merges the messages that waited for a later message, which did not come.
    fileprivate mutating func finishRound(now: Date) {
        merge(moments.date([], arrival: arrival ?? now, now: now, isAll: true))
        arrival = nil
    }

    /// Records that the state of a zone is not known, because its last reading says nothing.
    fileprivate mutating func refuse(_ zone: String?, _ reason: String, _ limits: MessageLimits) {
        guard refusals[zone] != nil || refusals.count < limits.maximumZones else { return }
        refusals[zone] = reason
        changed.formUnion([zone, nil])
    }

    /// Why the state of a zone is not known; nil if it is.
    ///
    /// The zone without a name stands for any, if there is no other.
    fileprivate func refusal(of zone: String?) -> String? { refusals[zone] ?? (zones.names.isEmpty ? refusals.values.first : nil) }

    fileprivate mutating func merge(_ messages: [PlayerMessage]) {
        guard !messages.isEmpty else { return }
        changed.formUnion(zones.merge(messages, watched: Set(readers.values.map { zones.subject(of: $0.name) })))
    }
}

extension MessageBoard {
    /// A caller that waits for a request to complete.
    struct Waiter {
        let question: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    /// A subscriber to pushed readings.
    struct Reader {
        /// The name of the zone, as ``MessageFileAddress/name(of:)`` returns it.
        let name: String?
        let continuation: AsyncStream<Reading>.Continuation
    }

    /// Returns when the request is completed, the task is cancelled or the board is closed.
    func answer(to question: Int) async {
        let key = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed || state.answered >= question || Task.isCancelled { return true }
                    state.waiters[key] = Waiter(question: question, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    /// Readings of a zone from now on; the first one follows when all available data has been read.
    ///
    /// The stream ends with the source, and with the end of standard input.
    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            guard let name = address.name(of: zone) else { return continuation.finish() }
            let key = UUID()
            state.change { state, effects in
                guard !state.isClosed else { return effects.add { continuation.finish() } }
                if state.condition != nil {
                    let reading = reading(of: name, in: state, authority: .push)
                    effects.add { continuation.yield(reading) }
                }
                guard state.condition != .ended else { return effects.add { continuation.finish() } }
                state.readers[key] = Reader(name: name, continuation: continuation)
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.readers.removeValue(forKey: key) }
            }
        }
    }

    /// Notifies the subscribers of zones that have changed, once the initially available data has been read.
    private func publish() {
        state.change { state, effects in
            guard state.condition != nil else { return }
            state.changed.formUnion(state.zones.removeEnded(by: Date.now))
            guard !state.changed.isEmpty else { return }
            for reader in state.readers.values
            where state.changed.contains(reader.name) || state.changed.contains(state.zones.subject(of: reader.name)) {
                let reading = reading(of: reader.name, in: state, authority: .push)
                effects.add { reader.continuation.yield(reading) }
            }
            state.changed.removeAll()
        }
    }

    /// The time at which subscribers must be notified even without a message.
    var alarm: Date? { state.withLock { $0.readers.isEmpty ? nil : $0.zones.nextEnd } }

    /// Ends all streams.
    private func finishReaders() {
        state.change { state, effects in
            let readers = state.readers.values
            state.readers.removeAll()
            effects.add { for reader in readers { reader.continuation.finish() } }
        }
    }

    /// Completes all waiting requests and ends all streams.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.continuation.resume() }
        finishReaders()
    }
}

extension MessageBoard {
    /// The zones in the messages, sorted by name; only the zone without a name if there are no others.
    var zones: [Zone] {
        state.withLock { state in
            let names = state.zones.names
            return (names.isEmpty ? [nil] : names).map { name in
                let said = state.zones.state(of: name)
                var zone = Zone(
                    id: address.zone(name), name: name ?? address.name, source: "file", status: said.shownStatus, volume: said.fullVolume)
                zone.hasTrack = said.track != nil
                return zone
            }.sortedByName()
        }
    }

    /// The name of an existing zone; the inner nil is for the zone without a name, which always exists.
    func name(of zone: ZoneID) -> String?? {
        guard let name = address.name(of: zone) else { return nil }
        return name == nil || state.withLock { $0.zones.has(name) } ? .some(name) : nil
    }

    /// The name that messages use for a zone, and its merged state.
    func subject(of name: String?) -> (name: String?, state: MessageState) {
        state.withLock { state in
            let subject = state.zones.subject(of: name)
            return (subject, state.zones.state(of: subject))
        }
    }

    /// The current state as a polled reading.
    func reading(of name: String?) -> Reading { state.withLock { reading(of: name, in: $0, authority: .poll) } }

    private func reading(of name: String?, in state: State, authority: Authority) -> Reading {
        let subject = state.zones.subject(of: name)
        var reading = Reading(of: state.zones.state(of: subject), zone: address.zone(name), authority, at: .now)
        reading.name = subject ?? address.name
        reading.connection = connection(of: subject, in: state)
        reading.problem = state.refusal(of: subject)
        if reading.connection == .stale { reading.problem = "\(address.text) has been removed" }
        // The zone's data are old until a later reading says what plays.
        if reading.connection == .live, reading.problem != nil { reading.connection = .stale }
        let files = state.library.transfers.map(\.description)
        if !files.isEmpty { reading.metadata?["subdial:transfers"] = .texts(files) }
        return reading
    }

    private func connection(of name: String?, in state: State) -> Connection {
        if name != nil, !state.zones.has(name) { return .zoneMissing }
        switch state.condition {
        case .reading: return .live
        // No more messages can come, so that the state is final.
        case .ended: return state.hasMessage ? .live : .offline
        case .lost, nil: return state.wasThere ? .stale : .offline
        }
    }
}

/// Limits log messages about skipped lines: each reason is logged once, and at a limited rate.
struct MessageComplaints {
    /// The number of reasons that may be logged in immediate succession.
    static let burst = 8
    /// The interval after which one more may be logged.
    private static let interval = Duration.seconds(10)
    /// The number of reasons that are remembered.
    private static let capacity = 64
    /// The number of log messages that are remembered.
    private static let textCapacity = 8

    private var known: [MessageError] = []
    private var room = Double(burst)
    private var lastLook: ContinuousClock.Instant?
    /// The number of lines skipped without a log message since the last one.
    private var silent = 0
    /// The error in the first skipped line; nil if there is none.
    private(set) var first: String?
    /// The last log messages.
    private(set) var texts: [String] = []

    /// Records a skipped line.
    ///
    /// - Parameter now: The current time, for the rate limit.
    /// - Returns: The log message, on one line; nil if nothing is to be logged.
    mutating func apply(_ error: MessageError, at place: MessageLines.Place, of address: MessageFileAddress, now: ContinuousClock.Instant)
        -> String?
    {
        if first == nil { first = "\(place): \(error)" }
        room = min(Double(Self.burst), room + (lastLook.map { (now - $0) / Self.interval } ?? 0))
        lastLook = now
        guard !known.contains(error), room >= 1 else {
            silent += 1
            return nil
        }
        room -= 1
        known.append(error)
        if known.count > Self.capacity { known.removeFirst() }
        defer { silent = 0 }
        let others = silent == 0 ? "" : "; \(silent) more before it were skipped"
        let text = "\(place) of \(address) is skipped: \(error)\(others)"
        add(text)
        return text
    }

    /// Remembers a log message.
    mutating func add(_ text: String) { texts = (texts.filter { $0 != text } + [text]).suffix(Self.textCapacity) }
}

/// Assigns a time of arrival to messages without a timestamp or with one in the future.
///
/// Such a message is dated after all that arrived before it. Within one batch it is dated before the messages that follow it, so that it
/// never overrides a later message of its sender.
struct MessageMoments {
    /// The maximum number of messages that wait for a dated message after them.
    private static let capacity = 256
    /// The seconds between two messages that differ only in their order; a current date resolves a tenth of this.
    private static let step = 1e-6

    /// The latest timestamp so far.
    private var newest = Date.distantPast
    private var held: [PlayerMessage] = []

    /// Dates consecutive messages.
    ///
    /// - Parameters:
    ///   - arrival: The time at which the last of them arrived, as far as known; not later than `now`.
    ///   - now: The current time, and the latest timestamp allowed.
    ///   - isAll: False if more messages of the same batch follow.
    /// - Returns: Messages whose timestamps exceed `now` by no more than some microseconds. Messages that still wait are returned by a
    ///   later call.
    mutating func date(_ messages: [PlayerMessage], arrival: Date, now: Date, isAll: Bool) -> [PlayerMessage] {
        var dated: [PlayerMessage] = []
        for message in messages {
            guard message.timestamp <= now else {
                held.append(message)
                if held.count >= Self.capacity { release(to: &dated, until: arrival) }
                continue
            }
            release(to: &dated, until: min(arrival, message.timestamp.addingTimeInterval(-Self.step)))
            record(message.timestamp)
            dated.append(message)
        }
        if isAll { release(to: &dated, until: arrival) }
        return dated
    }

    /// Records the timestamp of a message that arrived in another way.
    mutating func record(_ moment: Date) { newest = max(newest, moment) }

    private mutating func release(to dated: inout [PlayerMessage], until last: Date) {
        guard !held.isEmpty else { return }
        var moment = max(last.addingTimeInterval(-Self.step * Double(held.count - 1)), newest.addingTimeInterval(Self.step))
        for var message in held {
            message.timestamp = moment
            dated.append(message)
            newest = moment
            moment.addTimeInterval(Self.step)
        }
        held.removeAll()
    }
}
