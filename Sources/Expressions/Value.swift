import FoundationEssentials

/// What an expression comes to.
public enum Value: Hashable, Sendable {
    /// A name that stands for nothing now: prints as nothing.
    case missing
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    /// Seconds; prints as `m:ss`, from an hour on as `h:mm:ss`.
    case duration(Double)
    case date(Date)
    case list([Value])
    /// Members are had with a point: `palette.background`.
    case map([String: Value])

    /// What it prints as, with playerctl's spelling of doubles: `5.0`, `0.69999999999999996`.
    public var text: String {
        switch self {
        case .missing: ""
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .double(let value): value.seventeenDigits
        case .string(let value): value
        case .duration(let seconds): Value.clock(seconds)
        case .date(let date): date.formatted(.iso8601)
        case .list(let values): values.map(\.text).joined(separator: ", ")
        case .map(let members): members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        }
    }

    /// Whether it counts as true: not missing, false, 0, or empty.
    public var isTrue: Bool {
        switch self {
        case .missing: false
        case .bool(let value): value
        case .integer(let value): value != 0
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
        case .integer, .double: "a number"
        case .string: "a text"
        case .duration: "a duration"
        case .date: "a date"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// Seconds as `m:ss` or `h:mm:ss`, whole seconds only, with a minus before what is negative.
    public static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds.magnitude < 1e12 else { return "" }
        let whole = Int(seconds.magnitude)
        let sign = seconds <= -1 ? "-" : ""
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(sign)\(hours):\(two(minutes)):\(two(rest))" : "\(sign)\(minutes):\(two(rest))"
    }
}
