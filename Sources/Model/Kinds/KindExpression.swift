import SubdialExpressions

/// A value in `kind.yaml` that may contain expressions: `{{ data.temperature }}`, a text with expressions, or a constant.
package struct KindExpression: Hashable, Sendable {
    private enum Content: Hashable, Sendable {
        case value(Value)
        case template(TextTemplate)
    }

    private let content: Content
    /// The position, for messages: `fields.low`.
    package let place: String

    init(value: Value, place: String) {
        content = .value(value)
        self.place = place
    }

    init(_ template: TextTemplate, place: String) {
        content = template.isLiteral ? .value(.string(template.source)) : .template(template)
        self.place = place
    }

    /// The value as written in the file.
    var source: String {
        switch content {
        case .value(let value): value.text
        case .template(let template): template.source
        }
    }

    /// The value, if it contains no expression; missing for null.
    var constant: Value? { if case .value(let value) = content { value } else { nil } }

    /// The text, if it contains no expression.
    package var literal: String? {
        guard case .value(let value) = content else { return nil }
        return switch value {
        case .missing, .list, .map: nil
        default: value.text
        }
    }

    /// The text as a word of a command.
    var word: CommandWord {
        if let literal { return CommandWord(literal) }
        var word = CommandWord(source: source, prefix: literalPrefix, isLiteral: false)
        word.hasExpression = true
        return word
    }

    /// The text before the first expression.
    var literalPrefix: String {
        guard case .template(let template) = content, case .literal(let text)? = template.segments.first else { return literal ?? "" }
        return text
    }

    /// The names that the expressions use.
    var names: [String] {
        if case .template(let template) = content { template.variables.map(\.name) } else { [] }
    }

    /// Evaluates the expression; a single expression keeps the type of its value.
    func value(in scope: some Scope) throws(ExpressionError) -> Value {
        switch content {
        case .value(let value): value
        case .template(let template):
            if let single = template.single { try single.evaluate(in: scope) } else { .string(try template.text(in: scope)) }
        }
    }

    /// Evaluates the expression without the rows and the members of lists that cannot be evaluated.
    ///
    /// - Parameter omitted: Receives the different problems of what is omitted.
    func value(in scope: some Scope, omitted: inout [ExpressionError]) throws(ExpressionError) -> Value {
        guard case .template(let template) = content, let single = template.single else { return try value(in: scope) }
        return try single.evaluate(in: scope, omitted: &omitted)
    }

    /// Evaluates the expression; errors are reported for `step`.
    func value(in scope: some Scope, step: KindError.Step) throws(KindError) -> Value {
        do {
            return try value(in: scope)
        } catch {
            throw KindError(step, at: place, error.reason)
        }
    }
}
