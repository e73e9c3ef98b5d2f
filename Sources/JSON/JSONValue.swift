/// Any JSON value, with what Swift's own decoder forgets: the order of an object's keys, and whether a number was written as an integer.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits with a sign.
    case integer(Int64)
    /// A number written without fraction or exponent, above `Int64.max`, that fits 64 bits without a sign.
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// What stands at `key` of an object, the last where it stands twice; nil in anything else.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text of a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number of either kind.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The truth of `true` or `false`.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// What sort of value it is, for messages: `a number`, `an object` and so on.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .unsigned, .double: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// One key of an object with its value.
public struct JSONMember: Hashable, Sendable {
    /// The key without its quotes, escapes resolved.
    public var key: String
    /// What stands at the key.
    public var value: JSONValue

    /// Puts `value` at `key`.
    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONValue {
    /// Makes an ``integer(_:)`` where `value` fits one, else an ``unsigned(_:)``.
    public init(_ value: UInt64) { self = Int64(exactly: value).map(JSONValue.integer) ?? .unsigned(value) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// Makes a `string`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an `integer`.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a `double`, which JSON text can hold only where it is finite.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a `bool`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Makes an `object` with its keys in the order in which they are written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }

    /// Makes an `array`.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
