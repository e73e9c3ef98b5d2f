import Expressions

/// A template's YAML with its expressions parsed: what the checker checks and the expander expands.
struct TemplateValue: Sendable {
    indirect enum Kind: Sendable {
        case null
        /// What could not be read, and was told already.
        case unreadable
        /// `isPlain`: written without quotes, so that `12` is a number and `true` a truth.
        case scalar(TextTemplate, isPlain: Bool)
        case list([TemplateValue])
        case map([Member])
    }

    struct Member: Sendable {
        let key: String
        let position: TemplateProblem.Position
        let value: TemplateValue

        /// Makes a member; of an `if` or a `for` the expression is parsed.
        ///
        /// The checker reports an expression that cannot be parsed.
        init(parsing value: TemplateValue, key: String, position: TemplateProblem.Position) {
            var value = value
            if key == "if", let source = value.literal { value.expression = try? Expression(source) }
            if key == "for", let loop = Loop(value) { value.expression = try? Expression(loop.list) }
            self.key = key
            self.position = position
            self.value = value
        }
    }

    let kind: Kind
    let position: TemplateProblem.Position
    /// The condition of an `if`, or the list of a `for`, which are written without braces; parsed once.
    var expression: Expression?

    init(kind: Kind, position: TemplateProblem.Position, expression: Expression? = nil) {
        self.kind = kind
        self.position = position
        self.expression = expression
    }

    /// The value at `key` of a map.
    subscript(key: String) -> TemplateValue? {
        guard case .map(let members) = kind else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text of a scalar without expressions.
    var literal: String? {
        guard case .scalar(let text, _) = kind, text.isLiteral else { return nil }
        return text.source
    }

    /// The name of a variable that it consists of; nil for all else.
    var variable: String? {
        if case .scalar(let text, _) = kind { text.single?.name } else { nil }
    }

    /// Whether an expression decides what it is.
    var isDynamic: Bool {
        if case .scalar(let text, _) = kind { !text.isLiteral } else { false }
    }

    /// How many characters a single value on one line takes in the file, its quotes included; 1 for all else.
    var length: Int {
        guard case .scalar(let text, let isPlain) = kind, !text.source.contains(where: \.isNewline) else { return 1 }
        return max(1, text.source.count + (isPlain ? 0 : 2))
    }

    var isList: Bool {
        if case .list = kind { true } else { false }
    }

    /// What it is, for messages.
    var name: String {
        switch kind {
        case .null, .unreadable: "nothing"
        case .scalar: "a single value"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
