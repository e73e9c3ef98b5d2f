import FoundationEssentials
import SubdialBasics

/// The result of an expression.
public enum Value: Hashable, Sendable {
    /// No value; prints as an empty text.
    case missing
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`, as some players report; arithmetic converts it to a double.
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    /// A duration in seconds; prints as `m:ss`, from one hour on as `h:mm:ss`.
    case duration(Double)
    case date(Date)
    case list([Value])
    /// A map; members are accessed with a point: `palette.background`.
    case map([String: Value])

    /// The printed text in the standard dialect.
    public var text: String { text(.standard) }

    /// The printed text in a dialect.
    ///
    /// The values of a list are separated by commas, the members of a map are printed as `key: value`, sorted by key. A date is ISO 8601 in UTC,
    /// or empty outside the years 0 to 9999.
    public func text(_ dialect: Dialect) -> String {
        if case .string(let text) = self { return text }
        var text = ""
        write(dialect) { text += $0 }
        return text
    }

    /// Passes the pieces of the printed text to `write`, in order.
    func write<Failure: Error>(_ dialect: Dialect, _ write: (String) throws(Failure) -> Void) throws(Failure) {
        switch self {
        case .missing: break
        case .bool(let value): try write(value ? "true" : "false")
        case .integer(let value): try write(String(value))
        case .unsigned(let value): try write(String(value))
        case .double(let value): try write(dialect == .playerctl ? value.seventeenDigits : value.shortest)
        case .string(let value): try write(value)
        case .duration(let seconds): try write(Value.clock(seconds))
        case .date(let date): if CivilMoment.isKnown(date) { try write(CivilMoment(date).iso8601) }
        case .list(let values):
            for (index, value) in values.enumerated() {
                if index > 0 { try write(", ") }
                try value.write(dialect, write)
            }
        case .map(let members):
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { try write(", ") }
                try write(member.key)
                try write(": ")
                try member.value.write(dialect, write)
            }
        }
    }

    /// True unless the value is missing, false, the number 0, or empty; durations and dates are always true.
    public var isTrue: Bool {
        switch self {
        case .missing: false
        case .bool(let value): value
        case .integer(let value): value != 0
        case .unsigned(let value): value != 0
        case .double(let value): value != 0
        case .string(let value): !value.isEmpty
        case .duration, .date: true
        case .list(let values): !values.isEmpty
        case .map(let members): !members.isEmpty
        }
    }

    /// True for a missing value, an empty text and an empty list.
    public var isEmpty: Bool {
        switch self {
        case .missing: true
        case .string(let value): value.isEmpty
        case .list(let values): values.isEmpty
        default: false
        }
    }

    /// The numeric value; for a duration its seconds, nil for other kinds.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .duration(let seconds): seconds
        default: nil
        }
    }

    /// The kind of the value, for messages.
    public var kind: String {
        switch self {
        case .missing: "nothing"
        case .bool: "true or false"
        case .integer, .unsigned, .double: "a number"
        case .string: "a text"
        case .duration: "a duration"
        case .date: "a date"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// Formats seconds as `m:ss` or `h:mm:ss`, in whole seconds, with a minus sign for negative values.
    ///
    /// - Parameter showsHours: False for minutes beyond 59: `90:00`.
    public static func clock(_ seconds: Double, showsHours: Bool = true) -> String {
        guard seconds.isFinite, seconds.magnitude < 1e12 else { return "" }
        let whole = Int(saturating: seconds.magnitude)
        let sign = seconds <= -1 ? "-" : ""
        let hours = showsHours ? whole / 3600 : 0
        let (minutes, rest) = (whole / 60 - hours * 60, whole % 60)
        let tail = CivilMoment.digits(rest, 2)
        return hours > 0 ? "\(sign)\(hours):\(CivilMoment.digits(minutes, 2)):\(tail)" : "\(sign)\(minutes):\(tail)"
    }
}
