import SubdialExpressions

/// A value of a template's YAML with its expressions parsed, as the input of the checker and the expander.
struct TemplateValue: Sendable {
    indirect enum Kind: Sendable {
        case null
        /// An invalid value whose problem is already reported.
        case unreadable
        /// `isPlain`: written without quotes, so that `12` is a number and `true` a Boolean.
        case scalar(TextTemplate, isPlain: Bool)
        case list([TemplateValue])
        case map([Member])
    }

    struct Member: Sendable {
        let key: String
        let position: TemplateProblem.Position
        let value: TemplateValue

        /// Creates a member; the expression of an `if` or a `for` is parsed.
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
    /// A bit for each key of a map: most keys that it does not have are found without a comparison.
    ///
    /// Keys that are looked up are ASCII.
    private let keyBits: UInt64
    let position: TemplateProblem.Position
    /// The parsed condition of an `if` or list of a `for`, which are written without braces.
    var expression: Expression?

    init(kind: Kind, position: TemplateProblem.Position, expression: Expression? = nil) {
        self.kind = kind
        if case .map(let members) = kind { keyBits = members.reduce(0) { $0 | Self.bit($1.key) } } else { keyBits = 0 }
        self.position = position
        self.expression = expression
    }

    /// The value at `key` of a map.
    subscript(key: String) -> TemplateValue? {
        guard keyBits & Self.bit(key) != 0, case .map(let members) = kind else { return nil }
        return members.first { $0.key == key }?.value
    }

    private static func bit(_ key: String) -> UInt64 { 1 &<< (UInt64(key.utf8.count) &* 7 &+ UInt64(key.utf8.first ?? 0)) }

    /// The text of a scalar without expressions; nil otherwise.
    var literal: String? {
        guard case .scalar(let text, _) = kind, text.isLiteral else { return nil }
        return text.source
    }

    /// The name of the variable that is the whole scalar; nil otherwise.
    var variable: String? {
        if case .scalar(let text, _) = kind { text.single?.name } else { nil }
    }

    /// True if it contains an expression.
    var isDynamic: Bool {
        if case .scalar(let text, _) = kind { !text.isLiteral } else { false }
    }

    /// The number of characters of a scalar on one line in the file, including its quotes; 1 for other values.
    var length: Int {
        guard case .scalar(let text, let isPlain) = kind, !text.source.contains(where: \.isNewline) else { return 1 }
        return max(1, text.source.count + (isPlain ? 0 : 2))
    }

    var isList: Bool {
        if case .list = kind { true } else { false }
    }

    var isMap: Bool {
        if case .map = kind { true } else { false }
    }

    /// The kind of the value in messages.
    var name: String {
        switch kind {
        case .null, .unreadable: "nothing"
        case .scalar: "a single value"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
