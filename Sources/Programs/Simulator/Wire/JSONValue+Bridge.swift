import SubdialBasics
import SubdialDocuments

extension JSONValue {
    /// A number as JavaScript encodes it: without a fraction if it is an integer.
    static func number(_ value: Double) -> JSONValue {
        value == value.rounded() && value.magnitude < 0x1p53 ? .integer(Int64(saturating: value)) : .double(value)
    }

    /// A number with the shortest text that identifies an `f32`: `-23.4`, where the same value widened is -23.399999618530273.
    static func float(_ value: Float) -> JSONValue { .double(Double(value.description) ?? Double(value)) }

    /// A string; null for nil.
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// An integer; null for nil.
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}
