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
    /// Where more than these move something that no reading ever tells, the oldest of them are forgotten. Between two times of tidying up
    /// there may be twice as many.
    public static let capacity = 1024

    /// In the order of their moments, no two of them the same.
    private var messages: [PlayerMessage] = []
    /// How many there may be until those that cannot count any more are looked for.
    private var roomBeforeTidying = leastRoom

    private static let leastRoom = 32

    /// What all messages so far add up to.
    public private(set) var state = MessageState()

    /// How many messages are kept.
    var count: Int { messages.count }

    /// Nothing has been said yet.
    public init() {}

    /// Takes one message.
    ///
    /// - Returns: Whether the state is another one now.
    @discardableResult
    public mutating func merge(_ message: PlayerMessage) -> Bool {
        var place = messages.endIndex
        while place > 0, PlayerMessage.precedes(message, messages[place - 1]) { place -= 1 }
        guard place == 0 || PlayerMessage.precedes(messages[place - 1], message) else { return false }
        let (before, isNewest) = (state, place == messages.endIndex)
        messages.insert(message, at: place)
        if isNewest {
            state.apply(message)
        } else {
            state = messages.reduce(into: MessageState()) { $0.apply($1) }
        }
        if messages.count > roomBeforeTidying {
            forget()
            roomBeforeTidying = max(Self.leastRoom, messages.count * 2)
        }
        return state != before
    }

    /// Lets go of messages that cannot count any more.
    private mutating func forget() {
        var open: PlayerMessage.Fields = [.track, .artwork, .position, .status, .volume, .mute]
        var bare = open
        // The newest first, each with whether it is the last word on a field.
        var kept: [(message: PlayerMessage, isLastWord: Bool)] = []
        for message in messages.reversed() {
            let sets = message.sets
            guard !sets.union(message.moves).isDisjoint(with: open) else { continue }
            kept.append((message, !sets.isDisjoint(with: bare)))
            bare.subtract(sets)
            open.subtract(sets.subtracting(.status))
            // Whether the position has run since it was told depends on the status at that moment, and on all since then.
            if sets.contains(.status), !open.contains(.position) { open.remove(.status) }
        }
        var surplus = kept.count - Self.capacity
        messages = kept.reversed().compactMap { entry in
            guard surplus > 0, !entry.isLastWord else { return entry.message }
            surplus -= 1
            return nil
        }
    }
}
