import FoundationEssentials

/// The variables and settings of an evaluation.
public protocol Scope {
    /// The current value of a variable: `.missing` for a known variable without a value, nil for an unknown one.
    func value(of name: String) -> Value?
    /// The names of the variables, for suggestions. Names with a colon (`xesam:title`) may be omitted.
    var names: [String] { get }
    /// The rules for reading and printing numbers.
    var dialect: Dialect { get }
    /// True if maps come from external documents, so that an absent member is `missing` and not an error.
    var hasOpenMaps: Bool { get }
    /// The time zones of dates.
    var timeZones: TimeZones { get }
    /// The record of changes by themselves; nil if they are not needed.
    var changes: NextChange? { get }
    /// The first time after `now` at which the variable changes by itself; nil for never.
    func nextChange(of name: String) -> Date?
    /// The constant rate of change of the variable, in units per second; nil if it is constant or changes irregularly.
    func rate(of name: String) -> Double?
}

extension Scope {
    /// The standard dialect.
    public var dialect: Dialect { .standard }
    /// False: an absent member is an error.
    public var hasOpenMaps: Bool { false }
    /// UTC for all zones.
    public var timeZones: TimeZones { TimeZones() }
    /// No record of changes.
    public var changes: NextChange? { nil }
    /// No variable changes by itself.
    public func nextChange(of name: String) -> Date? { nil }

    /// No variable has a rate.
    public func rate(of name: String) -> Double? { nil }

    /// The time of the evaluation, which is the variable `now`; nil if the evaluation does not depend on time.
    var now: Date? { if case .date(let now)? = value(of: "now") { now } else { nil } }
}

/// A scope backed by a dictionary.
public struct DictionaryScope: Scope, Sendable {
    /// The values of the variables.
    public var values: [String: Value]
    /// The rules for reading and printing numbers.
    public var dialect: Dialect
    /// The time zones of dates.
    public var timeZones = TimeZones()
    /// True if maps come from external documents.
    public var hasOpenMaps = false

    /// Creates a scope with exactly these variables.
    public init(_ values: [String: Value], dialect: Dialect = .standard) {
        self.values = values
        self.dialect = dialect
    }

    /// The value of `name`; nil if the dictionary does not contain it.
    public func value(of name: String) -> Value? { values[name] }
    /// The keys of the dictionary, unsorted.
    public var names: [String] { Array(values.keys) }

    /// The next second for `now`, nil for other variables.
    public func nextChange(of name: String) -> Date? {
        name == "now" ? now?.nextSecond : nil
    }
}

extension Date {
    /// The next whole second.
    public var nextSecond: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.wholeMicroseconds.rounded(.down) + 1)
    }
}

extension Double {
    /// The seconds rounded to microseconds.
    ///
    /// A date of this century has a precision of a tenth of a microsecond. Without rounding, a time predicted for a second may belong to the
    /// second before.
    package var wholeMicroseconds: Double { (self * 1e6).rounded() / 1e6 }
}
