import SubdialPlayback

/// The merged state of the messages about one zone: the last writer wins for each field.
///
/// The result does not depend on the order of arrival or on duplicates; it is the same as if all messages had arrived in the order of
/// their timestamps. A reading (`now_playing`) describes the actual state. A control describes the state that its sender expects, and
/// applies until a reading with the same or a later timestamp. A relative change or a toggle applies to the state at its own timestamp.
///
/// Only messages that can still affect the state are kept: one or two for each field, and the later relative changes to it.
package struct MessageMerge: Sendable {
    /// The maximum number of messages that are kept.
    ///
    /// Older messages are combined into a base state, and a message that is older than this state is dropped. Between two clean-ups there
    /// may be twice as many messages.
    package static let capacity = 256
    /// The maximum number of bytes of text in the messages that are kept; twice as many between two clean-ups.
    static let textCapacity = 128 << 10

    private static let leastRoom = 32
    private static let leastTextRoom = 32 << 10

    /// The combined state of the dropped messages, and the last of these messages.
    private var base: (state: MessageState, last: PlayerMessage)?
    /// Sorted by `precedes`, without duplicates.
    private var messages: [PlayerMessage] = []
    private var textBytes = 0
    /// The number of messages, and of bytes of text, at which the next clean-up runs.
    private var (room, textRoom) = (leastRoom, leastTextRoom)

    /// The merged state of all messages so far.
    package private(set) var state = MessageState()

    /// The number of messages that are kept.
    var count: Int { messages.count }

    /// Makes the state before the first message.
    package init() {}

    /// Merges one message.
    ///
    /// - Returns: True if the state has changed.
    @discardableResult
    package mutating func merge(_ message: PlayerMessage) -> Bool { merge(CollectionOfOne(message)) }

    /// Merges messages in any order; late ones cost as much together as a single one.
    ///
    /// - Returns: True if the state has changed.
    @discardableResult
    package mutating func merge(_ news: some Sequence<PlayerMessage>) -> Bool {
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

    /// The index at which to insert the message; nil if it is a duplicate or too late.
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

    /// Drops messages that cannot affect the state any more, and combines the oldest surplus ones into the base state.
    private mutating func forget() {
        var open: PlayerMessage.Fields = [.track, .length, .artwork, .position, .status, .volume, .mute]
        var kept: [PlayerMessage] = []
        for message in messages.reversed() {
            let sets = message.sets
            guard !sets.union(message.moves).isDisjoint(with: open) else { continue }
            kept.append(message)
            open.subtract(sets.subtracting(.status))
            // The advance of the position since it was set depends on the status at that time and on all later ones.
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
