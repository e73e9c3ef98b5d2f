/// A JSON value that preserves the order of keys and the type of numbers, so that it is encoded exactly as the bridge does.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Always encoded with a fraction (`47.0`), as serde encodes an `f64`.
    case double(Double)
    /// Encoded with the shortest text that identifies an `f32`: `-23.4`, where the same value widened is -23.399999618530273.
    case float(Float)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A key and its value.
    struct Member: Equatable, Sendable {
        var key: String
        var value: JSON
    }

    /// A number as JavaScript encodes it: without a fraction if it is an integer.
    static func number(_ value: Double) -> JSON {
        value == value.rounded() && value.magnitude < 0x1p53 ? .integer(Int(saturating: value)) : .double(value)
    }

    /// The value of a key, if this is an object with that key.
    subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The number as serde's `as_f64` returns it: nil for anything but a JSON number.
    var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        default: nil
        }
    }

    /// The text, if this is a string.
    var asString: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member(key: $0.0, value: $0.1) }) }

    /// A string; null for nil.
    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    /// An integer; null for nil.
    init(_ number: Int?) { self = number.map(JSON.integer) ?? .null }
}
