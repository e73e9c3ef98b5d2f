import JSON

/// A number of a template: a `Double`, an `Int`, or a text with an expression between `{{` and `}}`.
public protocol TemplateNumber: Sendable {
    /// The number as a template has it.
    var templateValue: JSONValue { get }
}

extension Double: TemplateNumber {
    /// The number; one that is infinite is the word `infinity`.
    public var templateValue: JSONValue { isFinite ? .double(self) : .string(self > 0 ? "infinity" : "\(self)") }
}

extension Int: TemplateNumber {
    /// The number.
    public var templateValue: JSONValue { .integer(Int64(self)) }
}

extension String: TemplateNumber {
    /// The text, which has to hold an expression.
    public var templateValue: JSONValue { .string(self) }
}

/// The numbers of a list: numbers, or one text with an expression that evaluates to a list.
public protocol TemplateNumbers: Sendable {
    /// The list as a template has it.
    var templateValue: JSONValue { get }
}

extension String: TemplateNumbers {}

extension Array: TemplateNumbers where Element: TemplateNumber {
    /// The numbers.
    public var templateValue: JSONValue { .array(map(\.templateValue)) }
}

/// An object of the keys that have a value; nil where none has one.
func templateObject(_ members: [(String, JSONValue?)]) -> JSONValue? {
    let present = members.compactMap { key, value in value.map { JSONMember(key, $0) } }
    return present.isEmpty ? nil : .object(present)
}
