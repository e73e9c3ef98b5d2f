import SubdialBasics

/// The authority of a report: for equal times, the later case here wins.
public enum Authority: Int, Hashable, Sendable, Comparable {
    /// Polled.
    case poll
    /// Pushed by the source.
    case push
    /// The expected result of this user's control, displayed before the source has confirmed it.
    case control
    /// Read after a control failed, to revert its expected result.
    case correction

    /// The seconds for which the report overrides later polls.
    ///
    /// Bridges answer a poll from a cache, before the hi-fi has executed a control or reported its change.
    fileprivate var hold: Double { self == .poll ? 0 : PlaybackState.settlingTime }

    /// True if `right` wins for equal times.
    public static func < (left: Authority, right: Authority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The time at which a value was valid and its authority, which determine the last writer.
public struct Stamp: Hashable, Sendable, Comparable {
    /// The time of validity; for a reading the time of the *request*, since the response cannot be newer than the source's state after it.
    public var time: SteadyDate
    /// The authority of the report.
    public var authority: Authority

    /// Makes a stamp.
    public init(_ time: SteadyDate, _ authority: Authority) {
        self.time = time
        self.authority = authority
    }

    /// The time from which a poll overrides this stamp.
    public var holdsUntil: SteadyDate { time + authority.hold }

    /// True if `right` is later: by the end of its hold, then by authority.
    ///
    /// Pushes and controls have the same hold, so that the later of them wins; both override polls that follow closely.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        (left.holdsUntil, left.authority) < (right.holdsUntil, right.authority)
    }
}

/// A value with last-writer-wins merging, independent of the order of arrival.
///
/// Merging is commutative, associative and idempotent, so that late, repeated and reordered readings lead to the same state.
public struct Stamped<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value of the last writer.
    public private(set) var value: Value
    /// The stamp of the last writer.
    public private(set) var stamp: Stamp

    /// Makes a value with its first stamp.
    public init(_ value: Value, _ stamp: Stamp) {
        self.value = value
        self.stamp = stamp
    }

    /// Sets the value to `value` if `stamp` is later than the present one.
    ///
    /// - Returns: True if the value has changed.
    @discardableResult
    public mutating func merge(_ value: Value, _ stamp: Stamp) -> Bool {
        guard stamp >= self.stamp, value != self.value || stamp > self.stamp else { return false }
        let isTie = stamp == self.stamp
        // Two writers with equal stamps: any rule works that does not depend on the order of arrival.
        if isTie, String(reflecting: value) < String(reflecting: self.value) { return false }
        let changed = value != self.value
        (self.value, self.stamp) = (value, stamp)
        return changed
    }
}
