import FoundationEssentials

/// Who says it: where two say something for the same moment, the later case here wins.
public enum Authority: Int, Hashable, Sendable, Codable, Comparable {
    /// Read because it was time to.
    case poll
    /// Told by the source, unasked.
    case push
    /// What this user just asked for, shown before the source has confirmed it.
    case control
    /// Read after a control failed: takes the user's wish back.
    case correction

    /// Seconds for which its word outweighs polls that were asked for later: bridges answer a poll from memory, before the hi-fi has
    /// obeyed or told of its change.
    var hold: Double { self == .poll ? 0 : PlaybackState.settlingTime }

    /// Whether `right` wins where both speak of the same moment.
    public static func < (left: Authority, right: Authority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// When something was true, and who said so: what decides which of two writers was the last.
public struct Stamp: Hashable, Sendable, Codable, Comparable {
    /// For a reading the moment it was *asked for*: what it says cannot be newer than what the source knew from then on.
    ///
    /// It counts on a time line that only runs forward, so that setting the wall clock reorders nothing.
    public var time: Date
    /// Who said so.
    public var authority: Authority

    /// Stamps what `authority` says about the moment `time`.
    public init(_ time: Date, _ authority: Authority) {
        self.time = time
        self.authority = authority
    }

    /// The moment from which a poll outweighs this stamp.
    public var holdsUntil: Date { time.addingTimeInterval(authority.hold) }

    /// True where `right` is the later one: by the end of its hold, then by authority.
    ///
    /// So the source's own word and the user's wish, which hold equally long, outweigh each other by time alone, and both outweigh polls
    /// that follow closely.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        (left.holdsUntil, left.authority) < (right.holdsUntil, right.authority)
    }
}

/// A value that the last writer decides, whatever the order in which writers arrive.
///
/// Merging is commutative, associative and idempotent, so that late, repeated and reordered readings end in the same state.
public struct Stamped<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What the last writer said.
    public private(set) var value: Value
    /// When that was true, and who said so.
    public private(set) var stamp: Stamp

    /// Makes the value as its first writer leaves it.
    public init(_ value: Value, _ stamp: Stamp) {
        self.value = value
        self.stamp = stamp
    }

    /// Takes `value` if `stamp` is later than what stands here.
    ///
    /// - Returns: Whether the value is another one now.
    @discardableResult
    public mutating func merge(_ value: Value, _ stamp: Stamp) -> Bool {
        guard stamp >= self.stamp, value != self.value || stamp > self.stamp else { return false }
        let isTie = stamp == self.stamp
        // Two writers of one moment and rank: any rule will do that does not depend on who came first.
        if isTie, String(reflecting: value) < String(reflecting: self.value) { return false }
        let changed = value != self.value
        (self.value, self.stamp) = (value, stamp)
        return changed
    }
}

extension Stamped: Codable where Value: Codable {}
