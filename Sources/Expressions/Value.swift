import FoundationEssentials
import Numbers

/// What an expression comes to.
public enum Value: Hashable, Sendable {
    /// A name that stands for nothing now: prints as nothing.
    case missing
    case bool(Bool)
    case integer(Int64)
    /// A whole number above `Int64.max`, as some players count; calculating with it makes a double of it.
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    /// Seconds; prints as `m:ss`, from an hour on as `h:mm:ss`.
    case duration(Double)
    case date(Date)
    case list([Value])
    /// Members are had with a point: `palette.background`.
    case map([String: Value])

    /// The printed text in the standard dialect.
    public var text: String { text(.standard) }

    /// The printed text in a dialect.
    ///
    /// A list's values stand behind each other with commas, a map's members as `key: value` by their keys. A date is ISO 8601 in UTC, and
    /// nothing outside the years 0 to 9999.
    public func text(_ dialect: Dialect) -> String {
        if case .string(let text) = self { return text }
        var text = ""
        write(dialect) { text += $0 }
        return text
    }

    /// Hands the pieces of its text to `write`, one behind the other.
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

    /// Whether it counts as true: not missing, false, 0, or empty.
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

    /// Whether nothing would print: missing, an empty text or an empty list.
    public var isEmpty: Bool {
        switch self {
        case .missing: true
        case .string(let value): value.isEmpty
        case .list(let values): values.isEmpty
        default: false
        }
    }

    /// The number in it; a duration's seconds.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .duration(let seconds): seconds
        default: nil
        }
    }

    /// What sort of value it is, for messages.
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

    /// Seconds as `m:ss` or `h:mm:ss`, whole seconds only, with a minus before what is negative.
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
