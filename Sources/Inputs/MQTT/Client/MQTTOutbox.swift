/// The queue of outgoing messages: of retained messages the newest of each topic, of all others every one, in order.
///
/// A broker may close the connection without a reason code, as MQTT 3.1.1 brokers do for a message that is too large. After that, the
/// messages in flight are sent one at a time; a message on which the broker has closed the connection twice is dropped.
struct MQTTOutbox {
    /// A message, and the callback for its confirmation.
    struct Item: Sendable {
        var message: MQTTMessage
        var confirm: (@Sendable (Result<Void, MQTTError>) -> Void)?
        /// The number of closed connections while this was the only message in flight.
        var cuts = 0
    }

    /// The maximum number of queued messages.
    static let limit = 10_000
    /// The maximum number of unconfirmed messages; queued messages behind them can still be replaced.
    static let window = 20
    /// The number of closed connections after which a message is dropped.
    private static let maximumCuts = 2
    /// The minimum size in bytes of a dropped message from which messages of at least its size are refused, and the duration of that
    /// refusal.
    static let (leastTooLarge, memory) = (16 << 10, Duration.seconds(3600))

    private(set) var waiting: [Item] = []
    /// The messages in flight, by the number with which they will be confirmed.
    private var sent: [(number: Int32, item: Item)] = []
    /// The number of messages that are still to be sent one at a time.
    private var suspects = 0
    /// The smallest size that the broker does not accept, in bytes; nil if unknown.
    private var tooLarge: (bytes: Int, until: ContinuousClock.Instant)?

    var isEmpty: Bool { waiting.isEmpty && sent.isEmpty }
    var count: Int { waiting.count + sent.count }

    /// Adds a message.
    mutating func add(_ item: Item) throws(MQTTError) {
        if item.message.isRetained,
            let index = waiting.firstIndex(where: { $0.message.isRetained && $0.message.topic == item.message.topic })
        {
            let replaced = waiting[index]
            waiting[index] = item
            waiting[index].cuts = replaced.cuts
            replaced.confirm?(.success(()))
            return
        }
        guard waiting.count < Self.limit else { throw .full(limit: Self.limit) }
        waiting.append(item)
    }

    /// The next message to send; nil if the queue is empty, or the window is full.
    var next: MQTTMessage? {
        guard let first = waiting.first else { return nil }
        let isAlone = suspects > 0 || first.cuts > 0 || sent.contains { $0.item.cuts > 0 }
        return sent.count < (isAlone ? 1 : Self.window) ? first.message : nil
    }

    /// True if the broker has closed the connection on a message of this size or smaller.
    func isTooLarge(_ message: MQTTMessage, now: ContinuousClock.Instant) -> Bool {
        tooLarge.map { message.payload.count >= $0.bytes && now < $0.until } ?? false
    }

    /// Marks the next message as sent with a number.
    mutating func recordSent(_ number: Int32) {
        guard !waiting.isEmpty else { return }
        sent.append((number, waiting.removeFirst()))
    }

    /// Removes the next message without sending it.
    mutating func dropNext() -> Item? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Removes the confirmed message; nil if no message has the number.
    mutating func confirm(_ number: Int32) -> Item? {
        guard let index = sent.firstIndex(where: { $0.number == number }) else { return nil }
        suspects = max(0, suspects - 1)
        return sent.remove(at: index).item
    }

    /// Puts the unconfirmed messages back at the front of the queue after the connection is lost, except retained ones that have been
    /// replaced.
    ///
    /// - Parameter isCutOff: True if the broker closed the connection.
    /// - Returns: The dropped message, on which the broker has closed the connection too often.
    mutating func restore(isCutOff: Bool = false, now: ContinuousClock.Instant = .now) -> Item? {
        var dropped: Item?
        if isCutOff, sent.count == 1 {
            sent[0].item.cuts += 1
            if sent[0].item.cuts >= Self.maximumCuts {
                let item = sent.removeFirst().item
                suspects = max(0, suspects - 1)
                let bytes = item.message.payload.count
                if bytes >= Self.leastTooLarge { tooLarge = (min(bytes, tooLarge?.bytes ?? bytes), now + Self.memory) }
                dropped = item
            }
        } else if isCutOff {
            suspects = max(suspects, sent.count)
        }
        var places: [String: Int] = [:]
        for (index, item) in waiting.enumerated() where item.message.isRetained { places[item.message.topic] = index }
        var back: [Item] = []
        for (_, item) in sent {
            if item.message.isRetained, let newer = places[item.message.topic] {
                waiting[newer].cuts = max(waiting[newer].cuts, item.cuts)
                item.confirm?(.success(()))
            } else {
                back.append(item)
            }
        }
        sent = []
        waiting = back + waiting
        return dropped
    }

    /// Removes and returns all messages.
    mutating func clear() -> [Item] {
        defer { (waiting, sent) = ([], []) }
        return sent.map(\.item) + waiting
    }
}
