/// The messages that wait for a broker: of what is retained the newest of each topic, of all else every one, in the order in which they came.
struct MQTTOutbox {
    /// A message, and who wants to know that the broker has it.
    struct Item: Sendable {
        var message: MQTTMessage
        var confirm: (@Sendable (Result<Void, MQTTError>) -> Void)?
    }

    /// The most messages that wait.
    static let limit = 10_000
    /// The most messages that are sent and not confirmed: those behind them can still be replaced.
    static let window = 20

    private(set) var waiting: [Item] = []
    /// Messages that were handed over, by the numbers under which they will be confirmed.
    private var sent: [(number: Int32, item: Item)] = []

    var isEmpty: Bool { waiting.isEmpty && sent.isEmpty }
    var count: Int { waiting.count + sent.count }

    /// Adds a message.
    mutating func add(_ item: Item) throws(MQTTError) {
        if item.message.isRetained,
            let index = waiting.firstIndex(where: { $0.message.isRetained && $0.message.topic == item.message.topic })
        {
            let replaced = waiting[index]
            waiting[index] = item
            replaced.confirm?(.success(()))
            return
        }
        guard waiting.count < Self.limit else { throw .full(limit: Self.limit) }
        waiting.append(item)
    }

    /// The next message to send; nil where none waits, or enough are under way.
    var next: MQTTMessage? { sent.count < Self.window ? waiting.first?.message : nil }

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
        return sent.remove(at: index).item
    }

    /// Puts what was not confirmed before all that waits, where nothing newer does: the connection is gone.
    mutating func restore() {
        let newer = Set(waiting.lazy.filter(\.message.isRetained).map(\.message.topic))
        var back: [Item] = []
        for (_, item) in sent {
            if item.message.isRetained, newer.contains(item.message.topic) {
                item.confirm?(.success(()))
            } else {
                back.append(item)
            }
        }
        sent = []
        waiting = back + waiting
    }

    /// Takes all away.
    mutating func clear() -> [Item] {
        defer { (waiting, sent) = ([], []) }
        return sent.map(\.item) + waiting
    }
}
