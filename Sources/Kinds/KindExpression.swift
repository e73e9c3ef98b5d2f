import Expressions

/// A value of `kind.yaml` in which expressions may stand: `{{ data.temperature }}`, a text with some, or a value as it is.
public struct KindExpression: Sendable {
    private enum Content: Sendable {
        case value(Value)
        case template(TextTemplate)
    }

    private let content: Content
    /// Where it stands, for messages: `fields.low`.
    public let place: String

    init(value: Value, place: String) {
        content = .value(value)
        self.place = place
    }

    init(_ template: TextTemplate, place: String) {
        content = template.isLiteral ? .value(.string(template.source)) : .template(template)
        self.place = place
    }

    /// The value as it was written.
    var source: String {
        switch content {
        case .value(let value): value.text
        case .template(let template): template.source
        }
    }

    /// The text, where there is no expression in it.
    var literal: String? { if case .value(.string(let text)) = content { text } else { nil } }

    /// The names that it uses.
    var names: [String] {
        if case .template(let template) = content { template.variables.map(\.name) } else { [] }
    }

    /// What it evaluates to; of one expression alone the value with its type.
    func value(in scope: some Scope) throws(ExpressionError) -> Value {
        switch content {
        case .value(let value): value
        case .template(let template):
            if let single = template.single { try single.evaluate(in: scope) } else { .string(try template.text(in: scope)) }
        }
    }

    /// What it evaluates to, with an error of that step.
    func value(in scope: some Scope, step: KindError.Step) throws(KindError) -> Value {
        do {
            return try value(in: scope)
        } catch {
            throw KindError(step, at: place, error.reason)
        }
    }
}
