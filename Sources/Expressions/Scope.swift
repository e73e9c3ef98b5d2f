import FoundationEssentials

/// Where an expression finds what its names stand for.
public protocol Scope {
    /// What `name` stands for now: `.missing` where it is known but has no value, nil where there is no such name.
    func value(of name: String) -> Value?
    /// The names that may be used, for suggestions. Names with a colon (`xesam:title`) need not be among them.
    var names: [String] { get }
    /// How numbers are read and printed.
    var dialect: Dialect { get }
    /// True where maps are documents of others, which may lack any member: one that is not there is missing, not an error.
    var hasOpenMaps: Bool { get }
    /// The zones in which dates are told.
    var timeZones: TimeZones { get }
    /// Where changes that come by themselves are noted; nil where nobody waits for them.
    var changes: NextChange? { get }
    /// The first moment after `now` at which `name` stands for something else by itself; nil where it never does.
    func nextChange(of name: String) -> Date?
    /// How fast what `name` stands for grows, in units a second; nil where it stands still, or does not grow evenly.
    func rate(of name: String) -> Double?
}

extension Scope {
    /// As JSON has them.
    public var dialect: Dialect { .standard }
    /// A member that is not there is an error.
    public var hasOpenMaps: Bool { false }
    /// UTC for all.
    public var timeZones: TimeZones { TimeZones() }
    /// Nobody waits.
    public var changes: NextChange? { nil }
    /// Nothing changes by itself.
    public func nextChange(of name: String) -> Date? { nil }

    /// Nothing grows.
    public func rate(of name: String) -> Double? { nil }

    /// The moment of the evaluation, which the name `now` stands for; nil where time does not count.
    var now: Date? { if case .date(let now)? = value(of: "now") { now } else { nil } }
}

/// A scope made of a dictionary.
public struct DictionaryScope: Scope, Sendable {
    /// What each name stands for.
    public var values: [String: Value]
    /// How numbers are read and printed.
    public var dialect: Dialect
    /// The zones in which dates are told.
    public var timeZones = TimeZones()
    /// True where maps are documents of others.
    public var hasOpenMaps = false

    /// Makes a scope that knows these names and no others.
    public init(_ values: [String: Value], dialect: Dialect = .standard) {
        self.values = values
        self.dialect = dialect
    }

    /// The value of `name`; nil where the dictionary has none.
    public func value(of name: String) -> Value? { values[name] }
    /// The dictionary's keys, in no order.
    public var names: [String] { Array(values.keys) }

    /// With `now` each second brings another moment.
    public func nextChange(of name: String) -> Date? {
        name == "now" ? now?.nextSecond : nil
    }
}

extension Date {
    /// The next whole second of the clock.
    public var nextSecond: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.wholeMicroseconds.rounded(.down) + 1)
    }
}

extension Double {
    /// The seconds rounded to microseconds.
    ///
    /// A date of this century is good to a tenth of one: without this, the moment that was foretold for a second may find the second
    /// before.
    package var wholeMicroseconds: Double { (self * 1e6).rounded() / 1e6 }
}
