/// A value with the times that decide who wrote it last.
///
/// All times are nanoseconds since 1970.
public struct ConsoleStamp: Hashable, Sendable {
    /// The value.
    public private(set) var value: Double
    /// When it was written, as far as anybody has told; 0 where nobody has.
    public private(set) var changed: Int64 = 0
    /// True where ``changed`` is the writer's own time, and not that of the message in which the value was another.
    public private(set) var isExact = false
    /// The time of the last message that told it; nil before any has.
    private var told: Int64?

    /// Makes a value that nobody has written yet.
    init(_ value: Double) { self.value = value }

    /// Takes the value of a message, unless it is older than what is known.
    ///
    /// - Parameters:
    ///   - time: The message's time.
    ///   - written: The time at which the console says that the value was written; nil where it does not tell.
    mutating func take(_ new: Double, at time: Int64, written: Int64?) {
        guard time >= told ?? time else { return }
        if let written {
            guard !isExact || written >= changed else { return }
            (value, changed, isExact) = (new, written, true)
        } else if told == nil {
            // Nobody knows since when.
            (value, changed, isExact) = (new, 0, false)
        } else if new != value {
            (value, changed, isExact) = (new, time, false)
        }
        told = time
    }

    /// Takes an edit that the console has taken.
    mutating func take(_ edit: ConsoleEdit) {
        guard edit.time >= changed || !isExact else { return }
        (value, changed, isExact) = (edit.value, edit.time, true)
    }

    /// True where the console was told something else after the edit, by its own word.
    ///
    /// A change that was only seen does not count: the edit itself may have made it, and the console knows better.
    func supersedes(_ edit: ConsoleEdit) -> Bool { isExact && changed > edit.time }

    /// Forgets the times, which mean nothing in another connection: the console may have begun anew.
    mutating func forgetTimes() { (changed, isExact, told) = (0, false, nil) }

    /// The value that is shown while an edit waits.
    mutating func show(_ edit: ConsoleEdit) { value = edit.value }
}
