import FoundationEssentials
import SubdialCLibraries
import SubdialConcurrency
import SubdialSystem
import Synchronization

/// The shared state of a client, used by callers and by the connection thread.
final class MQTTCore: Sendable {
    private struct Reader: Sendable {
        var filters: [String]
        var take: @Sendable (MQTTMessage) -> Void
        var finish: @Sendable () -> Void
    }

    /// A position in the sequence of packets on one connection.
    struct Mark {
        fileprivate let connection: Int
        fileprivate let number: Int32
    }

    /// The broker's progress up to a mark.
    enum Progress {
        case pending
        case done
        /// The connection has ended meanwhile.
        case lost
    }

    private struct ConnectionState {
        var state = MQTTState.connecting
        var outbox = MQTTOutbox()
        /// The open connection; nil while there is none.
        var handle: MQTTHandle?
        var hasStarted = false
        var hasEnded = false
        var isStopped = false
        var readers: [Int: Reader] = [:]
        var filters: [String: MQTTSubscription] = [:]
        /// The filters of unconfirmed subscriptions, by packet number.
        var asked: [Int32: String] = [:]
        /// The refused subscriptions, by filter.
        var refusals: [String: MQTTError] = [:]
        /// The marks that the broker has not acknowledged.
        var marks: Set<Int32> = []
        /// The number of connections so far.
        var connections = 0
        var next = 0

        mutating func number() -> Int {
            next += 1
            return next
        }
    }

    let address: MQTTAddress
    let options: MQTTOptions
    /// nil if the process has no descriptors left; the client cannot start then.
    let wakeUp: WakeUp?
    private let known = EffectLock(ConnectionState())
    private let shown = Broadcast(MQTTState.connecting)
    private let complainers = Listeners<MQTTError>()
    /// Sent after each change that ``wait(until:_:)`` waits for.
    private let progress = Broadcast<Void>(())

    init(_ address: MQTTAddress, _ options: MQTTOptions) {
        self.address = address
        self.options = options
        wakeUp = try? WakeUp()
    }

    var state: MQTTState { known.withLock { $0.state } }
    var isIdle: Bool { known.withLock { $0.outbox.isEmpty } }
    var isStopped: Bool { known.withLock { $0.isStopped } }
    var hasEnded: Bool { known.withLock { $0.hasEnded || !$0.hasStarted } }

    // MARK: For callers

    func start() throws(MQTTError) {
        if let will = options.will { try MQTTTopic.check(will.topic) }
        _ = try Mosquitto.loaded()
        guard wakeUp != nil else { throw .noClient(reason: "the system gives no more descriptors") }
        let begins = known.withLock { known in
            defer { known.hasStarted = true }
            return !known.hasStarted && !known.isStopped
        }
        guard begins else { return }
        guard WorkThread.detach({ [self] in MQTTLink(self).run() }) else { throw .noClient(reason: "the system gives no more threads") }
    }

    func stop() {
        known.change { known, effects in
            guard !known.isStopped else { return }
            known.isStopped = true
            change(&known, .stopped, &effects)
            known.handle?.disconnect()
            let readers = known.readers.values
            let dropped = known.outbox.clear()
            (known.readers, known.outbox) = ([:], MQTTOutbox())
            effects.add { [self] in
                for reader in readers { reader.finish() }
                shown.finish()
                complainers.finish()
                for item in dropped { item.confirm?(.failure(.stopped)) }
                progress.send(())
                wakeUp?.wake()
            }
        }
    }

    func publish(_ message: MQTTMessage, confirm: (@Sendable (Result<Void, MQTTError>) -> Void)? = nil) throws(MQTTError) {
        try MQTTTopic.check(message.topic)
        guard message.payload.count <= MQTTMessage.maximumBytes else {
            throw .tooLarge(topic: message.topic, bytes: message.payload.count)
        }
        let result = known.withLock { known -> Result<Void, MQTTError> in
            guard !known.isStopped else { return .failure(.stopped) }
            do throws(MQTTError) {
                try known.outbox.add(MQTTOutbox.Item(message: message, confirm: confirm))
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        pump()
        // The connection thread waits for its socket and does not notice new outgoing messages by itself.
        wakeUp?.wake()
    }

    func messages(
        of filters: [String], _ subscription: MQTTSubscription, _ buffer: Int
    ) throws(MQTTError) -> AsyncStream<MQTTMessage> {
        let inbox = MQTTInbox(buffer)
        let number = try read(filters, subscription, take: { inbox.add($0) }, finish: { inbox.finish() })
        return inbox.stream { [weak self] in self?.forget(reader: number) }
    }

    /// Calls `take` with messages of topics, on the connection thread, until ``forget(reader:)``.
    func read(
        _ filters: [String], _ wanted: MQTTSubscription, take: @escaping @Sendable (MQTTMessage) -> Void,
        finish: @escaping @Sendable () -> Void = {}
    ) throws(MQTTError) -> Int {
        for filter in filters { try MQTTTopic.check(filter: filter) }
        let (number, isStopped) = known.withLock { known -> (Int, Bool) in
            let number = known.number()
            guard !known.isStopped else { return (number, true) }
            known.readers[number] = Reader(filters: filters, take: take, finish: finish)
            for filter in filters {
                // Readers of the same filter share a subscription that gives each of them what it needs.
                var subscription = known.filters[filter] ?? wanted
                if wanted.quality == .atLeastOnce { subscription.quality = .atLeastOnce }
                if !wanted.ignoresOwn { subscription.ignoresOwn = false }
                known.filters[filter] = subscription
                known.refusals[filter] = nil
                // A repeated subscription makes the broker send its retained messages for the new reader too.
                if let asked = known.handle?.subscribe(filter, subscription) { known.asked[asked] = filter }
            }
            return (number, false)
        }
        if isStopped { finish() }
        wakeUp?.wake()
        return number
    }

    // MARK: Progress of the broker

    /// Sends the broker a request without an effect that requires no permission; nil if there is no connection.
    func mark() -> Mark? {
        let mark = known.withLock { known -> Mark? in
            // No subscription has this filter, so the request ends none.
            let filter = "subdial/mark/\(String(UInt64.random(in: .min ... .max), radix: 36))"
            guard let number = known.handle?.unsubscribe(filter) else { return nil }
            known.marks.insert(number)
            return Mark(connection: known.connections, number: number)
        }
        wakeUp?.wake()
        return mark
    }

    /// The broker's progress with a mark, and with subscriptions to filters.
    ///
    /// - Throws: ``MQTTError`` if it refuses a subscription.
    func progress(to mark: Mark, _ filters: [String]) throws(MQTTError) -> Progress {
        let (progress, refusal) = known.withLock { known -> (Progress, MQTTError?) in
            guard known.handle != nil, known.connections == mark.connection else { return (.lost, nil) }
            for filter in filters {
                if let refusal = known.refusals[filter] { return (.done, refusal) }
            }
            let isPending = known.marks.contains(mark.number) || known.asked.values.contains { filters.contains($0) }
            return (isPending ? .pending : .done, nil)
        }
        if let refusal { throw refusal }
        return progress
    }

    /// Records that the broker has acknowledged a mark.
    func passed(_ number: Int32) {
        known.withLock { _ = $0.marks.remove(number) }
        progress.send(())
    }

    /// Waits until a condition holds, the deadline has passed, or the task is cancelled.
    func wait(until deadline: ContinuousClock.Instant, _ isMet: () -> Bool) async {
        let timer = Task { [progress] in
            try await Task.sleep(until: deadline, clock: .continuous)
            progress.send(())
        }
        defer { timer.cancel() }
        for await _ in progress.values() where isMet() || .now >= deadline { return }
    }

    func forget(reader number: Int) {
        known.withLock { known in
            guard let reader = known.readers.removeValue(forKey: number) else { return }
            let rest = Set(known.readers.values.flatMap(\.filters))
            for filter in reader.filters where !rest.contains(filter) {
                known.filters[filter] = nil
                known.refusals[filter] = nil
                _ = known.handle?.unsubscribe(filter)
            }
        }
        wakeUp?.wake()
    }

    func states() -> AsyncStream<MQTTState> { shown.values() }

    func problems() -> AsyncStream<MQTTError> { complainers.stream(keeping: 16) }

    // MARK: For the connection thread

    /// Stores the open connection, renews the subscriptions, and sends the queued messages.
    func opened(_ handle: MQTTHandle, _ version: MQTTVersion) {
        known.change { known, effects in
            guard !known.isStopped else { return handle.disconnect() }
            known.handle = handle
            known.connections += 1
            (known.asked, known.refusals, known.marks) = ([:], [:], [])
            for (filter, subscription) in known.filters.sorted(by: { $0.key < $1.key }) {
                if let number = handle.subscribe(filter, subscription) { known.asked[number] = filter }
            }
            change(&known, .connected(version), &effects)
        }
        progress.send(())
        pump()
    }

    /// Releases the handle, which must not be used afterwards, and queues its unconfirmed messages again.
    ///
    /// - Parameter isCutOff: True if the broker closed the connection.
    func release(isCutOff: Bool) {
        known.change { known, effects in
            known.handle = nil
            (known.asked, known.marks) = ([:], [])
            guard let item = known.outbox.restore(isCutOff: isCutOff && !known.isStopped) else { return }
            fail(item, .cutOff(topic: item.message.topic, bytes: item.message.payload.count), &effects)
        }
        progress.send(())
    }

    /// Records that the broker is unreachable.
    func closed(_ error: MQTTError) {
        known.change { known, effects in
            if !known.isStopped { change(&known, .away(error), &effects) }
        }
        progress.send(())
    }

    func ended() {
        known.withLock { $0.hasEnded = true }
        progress.send(())
    }

    private func change(_ known: inout ConnectionState, _ state: MQTTState, _ effects: inout EffectLock<ConnectionState>.Effects) {
        guard known.state != state else { return }
        known.state = state
        effects.add { [shown] in shown.send(state) }
    }

    private func fail(_ item: MQTTOutbox.Item, _ error: MQTTError, _ effects: inout EffectLock<ConnectionState>.Effects) {
        effects.add { [self] in
            complainers.send(error)
            item.confirm?(.failure(error))
            progress.send(())
        }
    }

    /// Sends as many queued messages as the window permits.
    private func pump() {
        known.change { known, effects in
            guard let handle = known.handle else { return }
            while let message = known.outbox.next {
                let isTooLarge = known.outbox.isTooLarge(message, now: .now)
                let (number, code) = isTooLarge ? (0, MOSQ_ERR_OVERSIZE_PACKET.rawValue) : handle.publish(message)
                switch code {
                case MOSQ_ERR_SUCCESS.rawValue: known.outbox.recordSent(number)
                case MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_NOMEM.rawValue: return
                default:
                    guard let item = known.outbox.dropNext() else { return }
                    let isLarge = code == MOSQ_ERR_OVERSIZE_PACKET.rawValue || code == MOSQ_ERR_PAYLOAD_SIZE.rawValue
                    let error: MQTTError =
                        isLarge
                        ? .tooLarge(topic: message.topic, bytes: message.payload.count)
                        : .refused(topic: message.topic, reason: MQTTHandle.words(of: code))
                    fail(item, error, &effects)
                }
            }
        }
    }

    /// Records that the broker has confirmed or refused a message.
    func confirmed(_ number: Int32, reason: Int32) {
        known.change { known, effects in
            guard let item = known.outbox.confirm(number) else { return }
            if reason >= 128 {
                fail(item, .refused(topic: item.message.topic, reason: MQTTHandle.words(ofReason: reason, .v5)), &effects)
            } else {
                effects.add { item.confirm?(.success(())) }
            }
        }
        progress.send(())
        pump()
    }

    /// Records that the broker has accepted or refused a subscription.
    func subscribed(_ number: Int32, reason: Int32) {
        known.change { known, effects in
            guard let filter = known.asked.removeValue(forKey: number), reason >= 128 else { return }
            let error = MQTTError.refused(topic: filter, reason: MQTTHandle.words(ofReason: reason, .v5))
            known.refusals[filter] = error
            effects.add { [complainers] in complainers.send(error) }
        }
        progress.send(())
    }

    /// Delivers a received message to its subscribers.
    func arrived(_ message: MQTTMessage) {
        known.change { known, effects in
            for reader in known.readers.values where reader.filters.contains(where: { MQTTTopic.matches($0, message.topic) }) {
                effects.add { reader.take(message) }
            }
        }
    }
}

/// The unread messages of one reader, limited by number and bytes; the oldest are discarded.
final class MQTTInbox: Sendable {
    /// The maximum size of the unread payloads, in bytes.
    static let maximumBytes = 16 << 20

    private struct State {
        /// The messages; those before `first` have been read.
        var messages: [MQTTMessage] = []
        var first = 0
        var bytes = 0
        var isFinished = false
        var reader: CheckedContinuation<MQTTMessage?, Never>?

        var count: Int { messages.count - first }

        mutating func next() -> MQTTMessage? {
            guard count > 0 else { return nil }
            let message = messages[first]
            // The stored copy releases its payload.
            messages[first].payload = []
            first += 1
            bytes -= message.payload.count
            // Read messages are removed in batches, because each removal moves the rest.
            if first == messages.count || first >= 1024 {
                messages.removeFirst(first)
                first = 0
            }
            return message
        }
    }

    private let maximumCount: Int
    private let state = Mutex(State())

    /// - Parameter maximumCount: The maximum number of unread messages.
    init(_ maximumCount: Int) { self.maximumCount = max(1, maximumCount) }

    /// Adds a message; one that exceeds the byte limit alone is kept as the only one.
    func add(_ message: MQTTMessage) {
        let reader = state.withLock { state -> CheckedContinuation<MQTTMessage?, Never>? in
            guard !state.isFinished else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            state.messages.append(message)
            state.bytes += message.payload.count
            while state.count > 1, state.count > maximumCount || state.bytes > Self.maximumBytes { _ = state.next() }
            return nil
        }
        reader?.resume(returning: message)
    }

    /// The next message; nil after the inbox is finished and empty.
    func next() async -> MQTTMessage? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> MQTTMessage?? in
                if let message = state.next() { return .some(message) }
                // Only one reader is supported: a second one gets nil.
                guard !state.isFinished, state.reader == nil else { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Accepts no more messages.
    ///
    /// - Parameter isCancelled: True to discard the unread ones.
    func finish(isCancelled: Bool = false) {
        let reader = state.withLock { state in
            state.isFinished = true
            if isCancelled { (state.messages, state.first, state.bytes) = ([], 0, 0) }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The messages as a stream; `end` is called after the stream is released.
    func stream(_ end: @escaping @Sendable () -> Void) -> AsyncStream<MQTTMessage> {
        let reading = Reading(self, end)
        return AsyncStream {
            await reading.inbox.next()
        } onCancel: { [weak self] in
            self?.finish(isCancelled: true)
        }
    }

    /// Calls `end` when the stream is released.
    private final class Reading: Sendable {
        let inbox: MQTTInbox
        private let end: @Sendable () -> Void

        init(_ inbox: MQTTInbox, _ end: @escaping @Sendable () -> Void) { (self.inbox, self.end) = (inbox, end) }

        deinit {
            inbox.finish(isCancelled: true)
            end()
        }
    }
}
