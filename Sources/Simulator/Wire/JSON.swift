/// A JSON value that remembers the order of its keys and how a number was meant, so that it is written as the bridge writes it.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Written with a fraction always (`47.0`), as serde does for an `f64`.
    case double(Double)
    /// Written with as few digits as tell one `f32` from another: `-23.4`, where the same value widened is -23.399999618530273.
    case float(Float)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A key and its value.
    struct Member: Equatable, Sendable {
        var key: String
        var value: JSON
    }

    /// A number as JavaScript writes it: without a fraction where it has none.
    static func number(_ value: Double) -> JSON {
        value == value.rounded() && value.magnitude < 0x1p53 ? .integer(Int(saturating: value)) : .double(value)
    }

    /// The value of a key, where this is an object that has it.
    subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The number as serde's `as_f64` sees it: nil for anything that is not a JSON number.
    var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        default: nil
        }
    }

    /// The text, where this is a string.
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

    /// A string, or null where there is none.
    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    /// An integer, or null where there is none.
    init(_ number: Int?) { self = number.map(JSON.integer) ?? .null }
}
