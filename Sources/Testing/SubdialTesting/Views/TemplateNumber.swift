import SubdialDocuments

/// A number in a template: a `Double`, an `Int`, or a text with an expression between `{{` and `}}`.
public protocol TemplateNumber: Sendable {
    /// The number in a template's form.
    var templateValue: JSONValue { get }
}

extension Double: TemplateNumber {
    /// The number; infinity becomes the text `infinity`.
    public var templateValue: JSONValue { isFinite ? .double(self) : .string(self > 0 ? "infinity" : "\(self)") }
}

extension Int: TemplateNumber {
    /// The number.
    public var templateValue: JSONValue { .integer(Int64(self)) }
}

extension String: TemplateNumber {
    /// The text, which must contain an expression.
    public var templateValue: JSONValue { .string(self) }
}

/// A list of numbers: numbers, or one text with an expression that evaluates to a list.
public protocol TemplateNumbers: Sendable {
    /// The list in a template's form.
    var templateValue: JSONValue { get }
}

extension String: TemplateNumbers {}

extension Array: TemplateNumbers where Element: TemplateNumber {
    /// The numbers.
    public var templateValue: JSONValue { .array(map(\.templateValue)) }
}

/// An object with the keys whose value is not nil; nil if there are none.
func templateObject(_ members: [(String, JSONValue?)]) -> JSONValue? {
    let present = members.compactMap { key, value in value.map { JSONMember(key, $0) } }
    return present.isEmpty ? nil : .object(present)
}
