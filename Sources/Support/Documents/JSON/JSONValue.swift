import SubdialBasics

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

extension JSONValue: Codable {
    private struct MemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes any value; an object's keys are sorted, because decoders do not provide their order.
    public init(from decoder: any Decoder) throws {
        if let values = try? decoder.container(keyedBy: MemberKey.self) {
            self = .object(
                try values.allKeys.sorted { $0.stringValue < $1.stringValue }
                    .map { JSONMember($0.stringValue, try values.decode(JSONValue.self, forKey: $0)) })
            return
        }
        if var values = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !values.isAtEnd { elements.append(try values.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let integer = try? value.decode(UInt64.self) {
            self = .unsigned(integer)
        } else if let double = try? value.decode(Double.self) {
            self = .double(double)
        } else {
            self = .string(try value.decode(String.self))
        }
    }

    /// Encodes the value; whether the order of keys is kept depends on the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var values = encoder.container(keyedBy: MemberKey.self)
            for member in members { try values.encode(member.value, forKey: MemberKey(stringValue: member.key)) }
        case .array(let elements):
            var values = encoder.unkeyedContainer()
            for element in elements { try values.encode(element) }
        default:
            var value = encoder.singleValueContainer()
            switch self {
            case .bool(let bool): try value.encode(bool)
            case .integer(let integer): try value.encode(integer)
            case .unsigned(let integer): try value.encode(integer)
            case .double(let double): try value.encode(double)
            case .string(let text): try value.encode(text)
            default: try value.encodeNil()
            }
        }
    }
}

extension JSONValue {
    /// The value as JSON on one line, or indented by two spaces per level.
    public func text(indented: Bool = false) -> String {
        var writer = JSONWriter()
        writer.write(self, indent: indented ? 0 : nil)
        return writer.text
    }

    /// The value as JSON on one line; nil if that exceeds `limit` bytes of UTF-8.
    ///
    /// It never uses memory for more than `limit` bytes.
    public func text(within limit: Int) -> String? {
        var writer = JSONWriter(limit: limit)
        writer.write(self, indent: nil)
        return writer.isFull ? nil : writer.text
    }

    /// Appends `text` as a JSON string in quotes.
    ///
    /// Characters that could control a terminal or change the text direction are escaped: control characters, U+2028, U+2029, and
    /// bidirectional embeddings, overrides and isolates. All others are written literally.
    public static func write(_ text: String, to output: inout String) {
        var writer = JSONWriter()
        writer.write(text)
        output += writer.text
    }
}

/// A JSON writer with a size limit.
struct JSONWriter {
    private(set) var text = ""
    /// True after a piece that did not fit; nothing is appended from then on.
    private(set) var isFull = false
    private let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
    }

    private mutating func append(_ piece: some StringProtocol) {
        guard !isFull, piece.utf8.count <= limit - text.utf8.count else {
            isFull = true
            return
        }
        text += piece
    }

    mutating func write(_ value: JSONValue, indent: Int?) {
        guard !isFull else { return }
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .unsigned(let value): append(String(value))
        // JSON cannot represent infinity and NaN.
        case .double(let value): append(value.isFinite ? "\(value)" : "null")
        case .string(let text): write(text)
        case .array(let elements):
            writeList(elements, brackets: ("[", "]"), indent: indent) { $1.write($0, indent: $2) }
        case .object(let members):
            writeList(members, brackets: ("{", "}"), indent: indent) { member, writer, indent in
                writer.write(member.key)
                writer.append(indent == nil ? ":" : ": ")
                writer.write(member.value, indent: indent)
            }
        }
    }

    private mutating func writeList<Element>(
        _ elements: [Element], brackets: (String, String), indent: Int?, each: (Element, inout JSONWriter, Int?) -> Void
    ) {
        append(brackets.0)
        let inner = indent.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            guard !isFull else { return }
            if index > 0 { append(",") }
            if let inner { append("\n" + String(repeating: " ", count: inner)) }
            each(element, &self, inner)
        }
        if let indent, !elements.isEmpty { append("\n" + String(repeating: " ", count: indent)) }
        append(brackets.1)
    }

    /// Writes a string in quotes.
    mutating func write(_ string: String) {
        append("\"")
        var rest = string[...]
        while !isFull, let place = rest.firstEscapedInJSON {
            append(rest[..<place])
            append(rest.unicodeScalars[place].jsonEscape)
            rest = rest[rest.unicodeScalars.index(after: place)...]
        }
        append(rest)
        append("\"")
    }
}

extension Substring {
    /// The index of the first scalar that JSON must escape.
    ///
    /// Bytes are searched: most texts are ASCII, and decoding each scalar takes longer.
    fileprivate var firstEscapedInJSON: Index? {
        var rest = utf8
        while let place = rest.firstIndex(where: { !$0.isUnescapedInJSON }) {
            if unicodeScalars[place].isEscapedInJSON { return place }
            rest = rest[unicodeScalars.index(after: place)...]
        }
        return nil
    }
}

extension UInt8 {
    /// True for an ASCII character that is not escaped.
    fileprivate var isUnescapedInJSON: Bool { self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\") }
}

extension Unicode.Scalar {
    fileprivate var isEscapedInJSON: Bool { self == "\"" || self == "\\" || isUnsafeInLine }

    fileprivate var jsonEscape: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            // All unsafe scalars have at most four digits.
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}
