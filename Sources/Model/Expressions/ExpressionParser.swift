import SubdialBasics
import SubdialDocuments

/// Parses an expression by precedence climbing.
///
/// From lowest to highest precedence: `? :`, `??`, `||`, `&&`, comparison, `+ -`, `* / %`, `! -`, member access with a point or brackets.
struct ExpressionParser {
    /// The maximum nesting depth of parentheses, calls and signs.
    private static let maximumDepth = 64

    private var tokens: [ExpressionToken]
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

    /// The errors of the backslashes in quotes that begin no escape, in order.
    var unknownEscapes: [ExpressionError] { tokens.flatMap(\.unknownEscapes) }

    private var offset: Int { index < tokens.count ? tokens[index].offset : end }

    private mutating func consume(_ symbol: String) -> Bool {
        guard index < tokens.count, tokens[index].kind == .symbol, tokens[index].text == symbol else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ symbol: String, _ purpose: String) throws(ExpressionError) {
        guard consume(symbol) else { throw ExpressionError("a '\(symbol)' should stand here, \(purpose)", at: offset) }
    }

    private mutating func parseConditional() throws(ExpressionError) -> Expression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw ExpressionError("more than \(Self.maximumDepth) levels", at: offset) }
        let condition = try parseBinary(level: 0)
        guard consume("?") else { return condition }
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
            for candidate in Self.levels[level] where consume(candidate.rawValue) {
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
        if consume("!") { return .not(try parseUnary()) }
        if consume("-") { return .negated(try parseUnary(), at: position) }
        if consume("+") { return try parseUnary() }
        return try parseMembers()
    }

    private mutating func parseMembers() throws(ExpressionError) -> Expression.Node {
        var node = try parsePrimary()
        while true {
            let position = offset
            if consume("[") {
                let key = try parseConditional()
                try expect("]", "behind the number or the name of a member")
                node = .index(node, key, at: position)
                continue
            }
            guard consume(".") else { return node }
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
            if consume("(") { return try parseCall(of: token) }
            switch token.text {
            case "true": return .constant(.bool(true))
            case "false": return .constant(.bool(false))
            case "null": return .constant(.missing)
            default: return .variable(token.text, at: token.offset)
            }
        case .symbol:
            if token.text == "[" { return .list(try parseArguments(until: "]", of: "the list"), at: token.offset) }
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
        let item = function.isLoop ? parseItem() : nil
        let first = index
        let arguments = try parseArguments(until: ")", of: "the arguments of \(name.text)")
        guard function.arity.contains(arguments.count) else {
            throw ExpressionError("\(name.text) takes \(function.signature), not \(arguments.count) of them", at: name.offset)
        }
        if function.isLoop {
            return .loop(
                Expression.Loop(function, item: item ?? Expression.Loop.itemName, list: arguments[0], body: arguments[1], at: name.offset))
        }
        if function.takesPattern, case .constant(.string) = arguments[1] { acceptEscapes(from: first) }
        try function.check(arguments, at: name.offset)
        return .call(function, arguments, at: name.offset)
    }

    /// Parses expressions with commas between them, and the sign that ends them.
    private mutating func parseArguments(until end: String, of whole: String) throws(ExpressionError) -> [Expression.Node] {
        var arguments: [Expression.Node] = []
        guard !consume(end) else { return arguments }
        repeat { arguments.append(try parseConditional()) } while consume(",")
        try expect(end, "to close \(whole)")
        return arguments
    }

    /// Parses `row in`.
    private mutating func parseItem() -> String? {
        guard index + 1 < tokens.count, tokens[index].kind == .name, tokens[index + 1].kind == .name, tokens[index + 1].text == "in" else {
            return nil
        }
        defer { index += 2 }
        return tokens[index].text
    }

    /// Permits any backslash in the texts since a token, among which is a regular expression, which has escapes of its own.
    private mutating func acceptEscapes(from first: Int) {
        for place in first..<index where tokens[place].kind == .string { tokens[place].unknownEscapes = [] }
    }
}

/// A token of an expression.
struct ExpressionToken {
    enum Kind: Equatable {
        case name, string, symbol
        case number(Double)
    }

    let kind: Kind
    /// The content of a string without its quotes and escapes; otherwise the source text.
    let text: String
    /// The offset in the expression, in characters.
    let offset: Int
    /// The errors of the backslashes of a string that begin no escape.
    var unknownEscapes: [ExpressionError] = []

    /// The maximum size of an expression, in bytes of UTF-8.
    private static let maximumSize = 65_536
    /// The maximum number of tokens: a long sum is as deep a tree as many parentheses.
    private static let maximumCount = 1000

    private static let symbols = [
        "==", "!=", "<=", ">=", "&&", "||", "??", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", "?", ":", "!", "<", ">", ".",
    ]

    fileprivate static func all(in source: String) throws(ExpressionError) -> [ExpressionToken] {
        // The size is checked before the text is copied.
        guard source.utf8.count <= maximumSize else {
            throw ExpressionError("an expression has no more than \(maximumSize) bytes", at: 0)
        }
        let characters = Array(source)
        var tokens: [ExpressionToken] = []
        var index = 0
        while index < characters.count {
            let start = index
            let character = characters[index]
            guard tokens.count < maximumCount || character.isWhitespace else {
                throw ExpressionError("an expression has no more than \(maximumCount) words", at: start)
            }
            if character.isWhitespace {
                index += 1
            } else if character == "\"" || character == "'" {
                guard let close = QuotedText.end(of: characters, from: index + 1, quote: character) else {
                    throw ExpressionError("the text that begins here has no end\(QuotedText.hint(characters[start...]))", at: start)
                }
                let quoted = QuotedText(characters, (index + 1)..<close)
                tokens.append(
                    ExpressionToken(kind: .string, text: quoted.text, offset: start, unknownEscapes: quoted.unknownEscapes))
                index = close + 1
            } else if character.isASCIIDigit || character == "." && startsNumber(characters, at: index, after: tokens.last) {
                while index < characters.count, characters[index].isASCIIDigit || characters[index] == "." { index += 1 }
                let text = String(characters[start..<index])
                // The digits on one side of the point may be omitted, as in C: "5." and ".5".
                guard let value = Double(text.contains(".") ? "0\(text)0" : text) else {
                    throw ExpressionError("'\(text.excerpt)' is not a number", at: start)
                }
                tokens.append(ExpressionToken(kind: .number(value), text: text, offset: start))
            } else if character.startsName {
                while index < characters.count, characters[index].continuesName { index += 1 }
                // A trailing colon belongs to the ternary operator.
                while characters[index - 1] == ":" { index -= 1 }
                tokens.append(ExpressionToken(kind: .name, text: String(characters[start..<index]), offset: start))
            } else if let symbol = symbols.first(where: { characters[index...].starts(with: $0) }) {
                tokens.append(ExpressionToken(kind: .symbol, text: symbol, offset: start))
                index += symbol.count
            } else {
                throw ExpressionError("'\(String(character).excerpt)' means nothing in an expression", at: start)
            }
        }
        return tokens
    }

    /// True if a point begins a number; false if it accesses a member of the preceding value.
    private static func startsNumber(_ characters: [Character], at index: Int, after previous: ExpressionToken?) -> Bool {
        guard index + 1 < characters.count, characters[index + 1].isASCIIDigit else { return false }
        return previous.map { $0.kind == .symbol && $0.text != ")" && $0.text != "]" } ?? true
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
    fileprivate var startsName: Bool { isASCII && (isLetter || self == "_") }
    fileprivate var continuesName: Bool { startsName || isASCIIDigit || self == ":" }
}
