/// A JSON value that keeps the order of an object's keys, and distinguishes integers from other numbers, unlike Swift's own decoder.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits a signed 64-bit integer.
    case integer(Int64)
    /// A number without fraction or exponent above `Int64.max` that fits an unsigned 64-bit integer.
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The value of an object's `key`, the last one if it is duplicated; nil for other values.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text of a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of any number.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The value of a Boolean.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The kind of value, for messages: `a number`, `an object` and so on.
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

/// A key of an object with its value.
public struct JSONMember: Hashable, Sendable {
    /// The key, without quotes and with escapes resolved.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONValue {
    /// Makes an ``integer(_:)`` if `value` fits one, else an ``unsigned(_:)``.
    public init(_ value: UInt64) { self = Int64(exactly: value).map(JSONValue.integer) ?? .unsigned(value) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// Makes a `string`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an `integer`.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a `double`, which JSON text can represent only if it is finite.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a `bool`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Makes an `object` with its keys in order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }

    /// Makes an `array`.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
