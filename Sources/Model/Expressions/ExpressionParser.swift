import SubdialBasics
import SubdialDocuments

/// Parses an expression by precedence climbing.
///
/// From lowest to highest precedence: `? :`, `??`, `||`, `&&`, comparison, `+ -`, `* / %`, `! -`, member access with a point or brackets.
struct ExpressionParser {
    /// The maximum nesting depth of parentheses, calls and signs.
    static let maximumDepth = 64

    private let tokens: [ExpressionToken]
    private let end: Int
    private var index = 0
    private var depth = 0

    init(_ source: String) throws(ExpressionError) {
        tokens = try ExpressionToken.all(in: source)
        end = source.count
    }

    mutating func parseAll() throws(ExpressionError) -> Expression.Node {
        guard !tokens.isEmpty else { throw ExpressionError("there is no expression between the braces", at: 0) }
        let node = try parseConditional()
        guard index == tokens.count else {
            throw ExpressionError("'\(tokens[index].text.excerpt)' does not belong here", at: tokens[index].offset)
        }
        return node
    }

    private var offset: Int { index < tokens.count ? tokens[index].offset : end }

    private mutating func take(_ symbol: String) -> Bool {
        guard index < tokens.count, tokens[index].kind == .symbol, tokens[index].text == symbol else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ symbol: String, _ purpose: String) throws(ExpressionError) {
        guard take(symbol) else { throw ExpressionError("a '\(symbol)' should stand here, \(purpose)", at: offset) }
    }

    private mutating func parseConditional() throws(ExpressionError) -> Expression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw ExpressionError("more than \(Self.maximumDepth) levels", at: offset) }
        let condition = try parseBinary(level: 0)
        guard take("?") else { return condition }
        let first = try parseConditional()
        try expect(":", "between the two values of '? :' (with a space before it, for a name may hold colons)")
        return .conditional(condition, first, try parseConditional())
    }

    private static let levels: [[Expression.Operator]] = [
        [.coalesce], [.or], [.and],
        [.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater],
        [.add, .subtract], [.multiply, .divide, .remainder],
    ]

    private mutating func parseBinary(level: Int) throws(ExpressionError) -> Expression.Node {
        guard level < Self.levels.count else { return try parseUnary() }
        var left = try parseBinary(level: level + 1)
        scan: while true {
            let position = offset
            for candidate in Self.levels[level] where take(candidate.rawValue) {
                left = .binary(candidate, left, try parseBinary(level: level + 1), at: position)
                continue scan
            }
            return left
        }
    }

    private mutating func parseUnary() throws(ExpressionError) -> Expression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw ExpressionError("more than \(Self.maximumDepth) levels", at: offset) }
        let position = offset
        if take("!") { return .not(try parseUnary()) }
        if take("-") { return .negated(try parseUnary(), at: position) }
        if take("+") { return try parseUnary() }
        return try parseMembers()
    }

    private mutating func parseMembers() throws(ExpressionError) -> Expression.Node {
        var node = try parsePrimary()
        while true {
            let position = offset
            if take("[") {
                let key = try parseConditional()
                try expect("]", "behind the number or the name of a member")
                node = .index(node, key, at: position)
                continue
            }
            guard take(".") else { return node }
            guard index < tokens.count, tokens[index].kind == .name else {
                throw ExpressionError("the name of a member should stand behind the point", at: offset)
            }
            node = .member(node, tokens[index].text, at: tokens[index].offset)
            index += 1
        }
    }

    private mutating func parsePrimary() throws(ExpressionError) -> Expression.Node {
        guard index < tokens.count else { throw ExpressionError("the expression ends where a value should stand", at: end) }
        let token = tokens[index]
        index += 1
        switch token.kind {
        case .number(let value): return .number(value, whole: Int64(token.text))
        case .string: return .constant(.string(token.text))
        case .name:
            if take("(") { return try parseCall(of: token) }
            switch token.text {
            case "true": return .constant(.bool(true))
            case "false": return .constant(.bool(false))
            case "null": return .constant(.missing)
            default: return .variable(token.text, at: token.offset)
            }
        case .symbol:
            guard token.text == "(" else {
                throw ExpressionError("a value should stand here, not '\(token.text.excerpt)'", at: token.offset)
            }
            let inner = try parseConditional()
            try expect(")", "to close the parenthesis")
            return inner
        }
    }

    private mutating func parseCall(of name: ExpressionToken) throws(ExpressionError) -> Expression.Node {
        guard let function = Function(rawValue: name.text) else {
            let hint = Suggestion.hint(for: name.text, among: Function.allCases.map(\.rawValue))
            throw ExpressionError("there is no function '\(name.text.excerpt)'\(hint)", at: name.offset)
        }
        var arguments: [Expression.Node] = []
        if !take(")") {
            repeat { arguments.append(try parseConditional()) } while take(",")
            try expect(")", "to close the arguments of \(name.text)")
        }
        guard function.arity.contains(arguments.count) else {
            throw ExpressionError("\(name.text) takes \(function.signature), not \(arguments.count) of them", at: name.offset)
        }
        return .call(function, arguments, at: name.offset)
    }
}
