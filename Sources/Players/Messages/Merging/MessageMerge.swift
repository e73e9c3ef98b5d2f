import Playback

/// The messages about one zone, added up: for each field the last writer has the word, and what came late, twice, or in another order
/// changes nothing.
///
/// It is as if all messages had come in the order of their moments. A reading (`now_playing`) says how things are. A control is what its
/// sender expects of the player, so that it counts until a reading that is newer, or of the same moment, says otherwise. What moves by a
/// distance, or turns to the other of two, starts from what held at its own moment.
///
/// Only messages that still count are kept: one or two for each field, and since then those that move it.
public struct MessageMerge: Sendable {
    /// How many messages are kept at most.
    ///
    /// The oldest ones beyond that become one state, from which the others start: a message that is older still comes too late. Between
    /// two times of tidying up there may be twice as many.
    public static let capacity = 256
    /// Bytes of text in the messages that are kept, at most; twice as many between two times of tidying up.
    static let textCapacity = 128 << 10

    private static let leastRoom = 32
    private static let leastTextRoom = 32 << 10

    /// What the messages add up to that are kept no more, and the last of them.
    private var base: (state: MessageState, last: PlayerMessage)?
    /// In the order of their moments, no two of them the same.
    private var messages: [PlayerMessage] = []
    private var textBytes = 0
    /// How many there may be, and how many bytes of text in them, until those that cannot count any more are looked for.
    private var (room, textRoom) = (leastRoom, leastTextRoom)

    /// What all messages so far add up to.
    public private(set) var state = MessageState()

    /// How many messages are kept.
    var count: Int { messages.count }

    /// Nothing has been said yet.
    public init() {}

    /// Takes one message.
    ///
    /// - Returns: True where the state is another one now.
    @discardableResult
    public mutating func merge(_ message: PlayerMessage) -> Bool { merge(CollectionOfOne(message)) }

    /// Takes messages in any order; those that come late cost as much together as one alone.
    ///
    /// - Returns: True where the state is another one now.
    @discardableResult
    public mutating func merge(_ news: some Sequence<PlayerMessage>) -> Bool {
        let before = state
        var isLate = false
        for message in news {
            guard let place = place(of: message) else { continue }
            if place == messages.endIndex, !isLate { state.apply(message) } else { isLate = true }
            messages.insert(message, at: place)
            textBytes += message.textBytes
            guard messages.count > room || textBytes > textRoom else { continue }
            if isLate { addUp() }
            isLate = false
            forget()
        }
        if isLate { addUp() }
        return state != before
    }

    /// Where a message belongs; nil where it is there already, or comes too late.
    private func place(of message: PlayerMessage) -> Int? {
        var (low, high) = (0, messages.count)
        // Most messages are the newest.
        if let last = messages.last, PlayerMessage.precedes(last, message) { low = high }
        while low < high {
            let middle = (low + high) / 2
            if PlayerMessage.precedes(messages[middle], message) { low = middle + 1 } else { high = middle }
        }
        if low < messages.count, !PlayerMessage.precedes(message, messages[low]) { return nil }
        if low == 0, let last = base?.last, !PlayerMessage.precedes(last, message) { return nil }
        return low
    }

    private mutating func addUp() {
        state = messages.reduce(into: base?.state ?? MessageState()) { $0.apply($1) }
    }

    /// Lets go of messages that cannot count any more, and makes a state of the oldest that are too many.
    private mutating func forget() {
        var open: PlayerMessage.Fields = [.track, .artwork, .position, .status, .volume, .mute]
        var kept: [PlayerMessage] = []
        for message in messages.reversed() {
            let sets = message.sets
            guard !sets.union(message.moves).isDisjoint(with: open) else { continue }
            kept.append(message)
            open.subtract(sets.subtracting(.status))
            // Whether the position has run since it was told depends on the status at that moment, and on all since then.
            if sets.contains(.status), !open.contains(.position) { open.remove(.status) }
        }
        messages = kept.reversed()
        textBytes = messages.reduce(0) { $0 + $1.textBytes }
        var surplus = 0
        while messages.count - surplus > Self.capacity || textBytes > Self.textCapacity, surplus < messages.count {
            let oldest = messages[surplus]
            var state = base?.state ?? MessageState()
            state.apply(oldest)
            base = (state, oldest)
            textBytes -= oldest.textBytes
            surplus += 1
        }
        messages.removeFirst(surplus)
        room = max(Self.leastRoom, messages.count * 2)
        textRoom = max(Self.leastTextRoom, textBytes * 2)
    }
}
