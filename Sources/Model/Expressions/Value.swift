import FoundationEssentials
import SubdialBasics
import SubdialDocuments

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

    /// The value with all its texts changed, also those in lists and maps.
    package func mappingTexts(_ change: (String) -> String) -> Value {
        switch self {
        case .string(let text): .string(change(text))
        case .list(let values): .list(values.map { $0.mappingTexts(change) })
        case .map(let members): .map(members.mapValues { $0.mappingTexts(change) })
        case .missing, .bool, .integer, .unsigned, .double, .duration, .date: self
        }
    }

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

extension Value {
    /// The value as JSON: durations as seconds, dates as ISO 8601 text, or null outside the years 0 to 9999.
    public var json: JSONValue {
        switch self {
        case .missing: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .double(let value), .duration(let value): .double(value)
        case .string(let value): .string(value)
        case .date(let date): CivilMoment.isKnown(date) ? .string(text) : .null
        case .list(let values): .array(values.map(\.json))
        case .map(let members): .object(members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.json) })
        }
    }

    /// Creates the value of JSON.
    public init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .missing
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .unsigned(let value): .unsigned(value)
            case .double(let value): .double(value)
            case .string(let value): .string(value)
            case .array(let values): .list(values.map(Value.init))
            case .object(let members): .map(Dictionary(members.map { ($0.key, Value($0.value)) }) { $1 })
            }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// Creates a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a ``double(_:)``.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates a ``list(_:)``.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    /// Creates a ``map(_:)``.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .map(Dictionary(elements) { $1 }) }
}

extension SettingsNode {
    /// The value with its type: unquoted numbers, `true` and `false` are converted, everything else is text.
    ///
    /// `on` and `007` are texts, as is everything in quotes.
    package var value: Value { Value(node) }
}

extension Value {
    fileprivate init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, .plain): self = Self.plain(text)
        case .scalar(let text, _): self = .string(text)
        case .sequence(let sequence): self = .list(sequence.map { Value($0) })
        case .mapping(let mapping):
            self = .map(Dictionary(mapping.map { ($0.key.text ?? "", Value($0.value)) }) { first, _ in first })
        }
    }

    private static func plain(_ text: String) -> Value {
        switch text {
        case "", "~", "null": return .missing
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        let digits = text.drop { $0 == "-" }
        let hasLeadingZero = digits.count > 1 && digits.first == "0" && digits.dropFirst().first != "."
        if !hasLeadingZero, let first = digits.first, first.isASCII, first.isNumber {
            if let integer = Int64(text) { return .integer(integer) }
            if let number = Double(text), number.isFinite { return .double(number) }
        }
        return .string(text)
    }
}
