/// A text with embedded expressions: `{{ artist }} – {{ title }}`.
public struct TextTemplate: Hashable, Sendable {
    /// A segment of the text.
    public enum Segment: Hashable, Sendable {
        case literal(String)
        /// An expression, and the offset in the whole text of the first character between its braces.
        case expression(Expression, offset: Int)
    }

    /// The source text.
    public let source: String
    /// The segments in order, without adjacent literals.
    public let segments: [Segment]

    /// Parses `source`.
    ///
    /// The first of three opening braces is literal, as is anything after two closing ones.
    ///
    /// - Throws: `ExpressionError` for an invalid expression or a text of more than 64 kB; the offset counts from the start of `source`.
    public init(_ source: String) throws(ExpressionError) {
        guard source.utf8.count <= Evaluation.maximumText else {
            throw ExpressionError("a text with expressions has no more than \(Evaluation.maximumText) bytes", at: 0)
        }
        // Most texts have no expression, and characters are slow to tell apart.
        guard Self.mayContainExpression(source) else {
            self.source = source
            segments = source.isEmpty ? [] : [.literal(source)]
            return
        }
        var segments: [Segment] = []
        let characters = Array(source)
        var literal = ""
        var index = 0
        while index < characters.count {
            guard characters[index...].starts(with: "{{"), !characters[(index + 1)...].starts(with: "{{") else {
                literal.append(characters[index])
                index += 1
                continue
            }
            let start = index + 2
            guard let end = Self.end(of: characters, from: start) else {
                let hint = QuotedText.hint(characters[start...])
                throw ExpressionError("the '{{' that stands here is not closed by '}}'\(hint)", at: index)
            }
            if !literal.isEmpty { segments.append(.literal(literal)) }
            literal = ""
            do {
                segments.append(.expression(try Expression(String(characters[start..<end])), offset: start))
            } catch {
                throw ExpressionError(error.reason, at: start + error.offset)
            }
            index = end + 2
        }
        if !literal.isEmpty { segments.append(.literal(literal)) }
        self.source = source
        self.segments = segments
    }

    /// True if there are two adjacent opening braces.
    private static func mayContainExpression(_ source: String) -> Bool {
        let brace = UInt8(ascii: "{")
        var isAfterBrace = false
        for byte in source.utf8 {
            if byte == brace, isAfterBrace { return true }
            isAfterBrace = byte == brace
        }
        return false
    }

    /// The index of the closing braces: the first two adjacent ones outside of quotes.
    private static func end(of characters: [Character], from start: Int) -> Int? {
        var index = start
        while index < characters.count {
            let character = characters[index]
            if character == "\"" || character == "'" {
                guard let close = QuotedText.end(of: characters, from: index + 1, quote: character) else { return nil }
                index = close
            } else if character == "}", index + 1 < characters.count, characters[index + 1] == "}" {
                return index
            }
            index += 1
        }
        return nil
    }

    /// The expression if it is the whole text, whose type is kept then; otherwise nil.
    public var single: Expression? {
        if segments.count == 1, case .expression(let expression, _) = segments[0] { expression } else { nil }
    }

    /// True if the text contains no expression.
    public var isLiteral: Bool {
        segments.allSatisfy { if case .literal = $0 { true } else { false } }
    }

    /// The text with its expressions evaluated.
    ///
    /// - Throws: `ExpressionError` for an expression that cannot be evaluated, or for a text of more than 64 kB; the offset counts from the start
    ///   of the text.
    public func text(in scope: some Scope) throws(ExpressionError) -> String {
        try text(in: scope) { error throws(ExpressionError) in throw error }
    }

    /// The text with its expressions evaluated; those that cannot be evaluated are empty.
    ///
    /// - Parameter failed: Receives the error of each failed expression, with an offset from the start of the text. An error thrown by it ends the
    ///   evaluation.
    public func text<Failure: Error>(
        in scope: some Scope, failed: (ExpressionError) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var evaluation = Evaluation(scope.dialect)
        var result = BoundedText(at: 0, scope.dialect)
        for segment in segments {
            do throws(ExpressionError) {
                switch segment {
                case .literal(let text): try result.append(text)
                case .expression(let expression, let offset):
                    let value: Value
                    do throws(ExpressionError) {
                        value = try expression.evaluate(in: scope, &evaluation)
                    } catch {
                        throw ExpressionError(error.reason, at: offset + error.offset)
                    }
                    result.offset = offset
                    try result.append(value)
                }
            } catch {
                try failed(error)
            }
        }
        return result.text
    }

    /// The value of the expression with its type if it is the whole text; otherwise the text.
    public func value(in scope: some Scope) throws(ExpressionError) -> Value {
        if case .expression(let expression, let offset)? = segments.first, segments.count == 1 {
            do {
                return try expression.evaluate(in: scope)
            } catch {
                throw ExpressionError(error.reason, at: offset + error.offset)
            }
        }
        return .string(try text(in: scope))
    }

    /// The names of the variables with the offsets of their first characters in the whole text.
    public var variables: [(name: String, offset: Int)] {
        segments.flatMap { segment -> [(name: String, offset: Int)] in
            guard case .expression(let expression, let offset) = segment else { return [] }
            return expression.variables.map { ($0.name, offset + $0.offset) }
        }
    }

    /// An error for each backslash in quotes that begins no escape, with an offset from the start of the text.
    ///
    /// Such a backslash is printed as written.
    public var unknownEscapes: [ExpressionError] {
        segments.flatMap { segment -> [ExpressionError] in
            guard case .expression(let expression, let offset) = segment else { return [] }
            return expression.unknownEscapes.map { ExpressionError($0.reason, at: offset + $0.offset) }
        }
    }
}
