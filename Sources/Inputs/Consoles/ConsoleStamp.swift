/// A value with the timestamps for last-writer-wins merging.
///
/// All times are nanoseconds since 1970.
package struct ConsoleStamp: Hashable, Sendable {
    /// The value.
    package private(set) var value: Double
    /// When the value was written, as far as known; 0 if unknown.
    package private(set) var changed: Int64 = 0
    /// True if ``changed`` is the time of the write itself, and not that of the message in which the value had changed.
    package private(set) var isExact = false
    /// The time of the last message with this value; nil before the first.
    private var told: Int64?

    /// Makes a value without a writer.
    init(_ value: Double) { self.value = value }

    /// Applies the value of a message, unless it is older than the present one.
    ///
    /// - Parameters:
    ///   - time: The message's time.
    ///   - written: The time of the write according to the console; nil if unknown.
    mutating func take(_ new: Double, at time: Int64, written: Int64?) {
        guard time >= told ?? time else { return }
        if let written {
            guard !isExact || written >= changed else { return }
            (value, changed, isExact) = (new, written, true)
        } else if told == nil {
            // The time of the write is unknown.
            (value, changed, isExact) = (new, 0, false)
        } else if new != value {
            (value, changed, isExact) = (new, time, false)
        }
        told = time
    }

    /// Applies an edit that the console has confirmed.
    mutating func take(_ edit: ConsoleEdit) {
        guard edit.time >= changed || !isExact else { return }
        (value, changed, isExact) = (edit.value, edit.time, true)
    }

    /// True if the console reports a write that is later than the edit.
    ///
    /// A change without a write time does not count: the edit itself may have caused it, and the console decides.
    func supersedes(_ edit: ConsoleEdit) -> Bool { isExact && changed > edit.time }

    /// Resets the timestamps, which are not valid on another connection, because the console may have been restarted.
    mutating func forgetTimes() { (changed, isExact, told) = (0, false, nil) }

    /// Sets the displayed value while an edit is pending.
    mutating func show(_ edit: ConsoleEdit) { value = edit.value }
}
