import FoundationEssentials

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
            note(message.timestamp)
            dated.append(message)
        }
        if isAll { release(to: &dated, until: arrival) }
        return dated
    }

    /// Records the timestamp of a message that arrived in another way.
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
