/// The messages that wait for a broker: of what is retained the newest of each topic, of all else every one, in the order in which they came.
///
/// A broker may hang up on a message without a word, as those of MQTT 3.1.1 do on one that is too large. After it has hung up, what was
/// under way goes on its own, one message after the other; one on which the broker has hung up twice is dropped.
struct MQTTOutbox {
    /// A message, and who wants to know that the broker has it.
    struct Item: Sendable {
        var message: MQTTMessage
        var confirm: (@Sendable (Result<Void, MQTTError>) -> Void)?
        /// How often the broker has hung up while this alone was under way.
        var cuts = 0
    }

    /// The most messages that wait.
    static let limit = 10_000
    /// The most messages that are sent and not confirmed: those behind them can still be replaced.
    static let window = 20
    /// How often a broker may hang up on a message.
    static let maximumCuts = 2
    /// The least size of a message, in bytes, from which larger ones are taken for too large as well, and for how long.
    static let (leastTooLarge, memory) = (16 << 10, Duration.seconds(3600))

    private(set) var waiting: [Item] = []
    /// Messages that were handed over, by the numbers under which they will be confirmed.
    private var sent: [(number: Int32, item: Item)] = []
    /// How many messages go on their own from now on.
    private var suspects = 0
    /// The size of the smallest message that the broker does not take, in bytes; nil where none is known.
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

    /// The next message to send; nil where none waits, or enough are under way.
    var next: MQTTMessage? {
        guard let first = waiting.first else { return nil }
        let isAlone = suspects > 0 || first.cuts > 0 || sent.contains { $0.item.cuts > 0 }
        return sent.count < (isAlone ? 1 : Self.window) ? first.message : nil
    }

    /// True where the broker has hung up on a message that was no larger.
    func isTooLarge(_ message: MQTTMessage, now: ContinuousClock.Instant) -> Bool {
        tooLarge.map { message.payload.count >= $0.bytes && now < $0.until } ?? false
    }

    /// Notes that the next message was handed over under a number.
    mutating func noteSent(_ number: Int32) {
        guard !waiting.isEmpty else { return }
        sent.append((number, waiting.removeFirst()))
    }

    /// Takes the next message away unsent.
    mutating func dropNext() -> Item? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Takes away the message that was confirmed; nil where none has the number.
    mutating func confirm(_ number: Int32) -> Item? {
        guard let index = sent.firstIndex(where: { $0.number == number }) else { return nil }
        suspects = max(0, suspects - 1)
        return sent.remove(at: index).item
    }

    /// Puts what was not confirmed before all that waits, where nothing newer does: the connection is gone.
    ///
    /// - Parameter isCutOff: True where the broker has hung up.
    /// - Returns: The message that is dropped, as the broker has hung up on it too often.
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

    /// Takes all away.
    mutating func clear() -> [Item] {
        defer { (waiting, sent) = ([], []) }
        return sent.map(\.item) + waiting
    }
}
