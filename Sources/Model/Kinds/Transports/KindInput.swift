import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// A part of a request: a value with expressions, or a text with a secret in it.
package enum KindInput: Sendable {
    case expression(KindExpression)
    case text(RequestText)

    /// The text, if it neither has a secret in it nor contains an expression.
    package var literal: String? { if case .expression(let expression) = self { expression.literal } else { nil } }

    /// The names that its expressions use, without those of secrets.
    var names: [String] {
        switch self {
        case .expression(let expression): expression.names
        case .text(let text): text.names
        }
    }

    /// True if there is a secret in it.
    var hasSecret: Bool { if case .text = self { true } else { false } }
}

/// A text of a request in pieces, so that each value can be encoded, and each secret redacted.
package struct RequestText: Sendable {
    /// A piece of the text.
    enum Piece: Sendable {
        case literal(String)
        case value(Expression)
        /// The name of the parameter with the secret.
        case secret(String)
    }

    let pieces: [Piece]

    /// - Parameter secrets: The names of the secret parameters; each stands alone between its braces.
    init(_ template: TextTemplate, secrets: Set<String>) {
        pieces = template.segments.map { segment in
            switch segment {
            case .literal(let text): .literal(text)
            case .expression(let expression, _):
                if let name = expression.name, secrets.contains(name) { .secret(name) } else { .value(expression) }
            }
        }
    }

    /// A text that is a secret.
    init(secret name: String) { pieces = [.secret(name)] }

    /// The names that its expressions use, without those of secrets.
    var names: [String] {
        pieces.flatMap { piece -> [String] in
            if case .value(let expression) = piece { expression.variables.map(\.name) } else { [] }
        }
    }

    /// True if there is a secret in it.
    var hasSecret: Bool { pieces.contains { if case .secret = $0 { true } else { false } } }
}
