import FoundationEssentials

/// Gives a moment to messages that tell none, or one that is yet to come: that of their arrival.
///
/// Such a message counts as later than all that arrived before it. Of messages that arrive together it counts as earlier than those behind
/// it, so that it never outweighs what its sender said later.
struct MessageMoments {
    /// How many messages may wait for the one behind them that tells its moment.
    private static let capacity = 256
    /// Seconds between two messages that are told apart by their order alone; a date of this century is good to a tenth of it.
    private static let step = 1e-6

    /// The newest moment so far.
    private var newest = Date.distantPast
    private var held: [PlayerMessage] = []

    /// Takes messages as they stand behind each other.
    ///
    /// - Parameters:
    ///   - arrival: The moment at which the last of them arrived, as far as that is known; not later than `now`.
    ///   - now: The present; a message must not speak of a later moment.
    ///   - isAll: False where others that arrived together with them are still to come.
    /// - Returns: Messages with moments that are not after `now`, but for some microseconds. Those that are missing come with the next ones.
    mutating func date(_ messages: [PlayerMessage], arrival: Date, now: Date, isAll: Bool) -> [PlayerMessage] {
        var dated: [PlayerMessage] = []
        for message in messages {
            guard message.timestamp <= now else {
                held.append(message)
                if held.count >= Self.capacity { release(to: &dated, until: arrival) }
                continue
            }
            release(to: &dated, until: min(arrival, message.timestamp.addingTimeInterval(-Self.step)))
            note(message.timestamp)
            dated.append(message)
        }
        if isAll { release(to: &dated, until: arrival) }
        return dated
    }

    /// Notes that a message of that moment has arrived another way.
    mutating func note(_ moment: Date) { newest = max(newest, moment) }

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
