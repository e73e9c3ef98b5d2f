/// Swift source in parts: words, signs and strings, without spaces and comments.
///
/// It is exact enough to find the parts of a declaration: nothing in a string, in a comment or in brackets looks like a part of it.
struct SwiftTokens {
    /// A part of the source.
    struct Token {
        /// The part of the source.
        var text: Substring
        /// The number of brackets around it; an opening bracket is outside of itself.
        var depth: Int
    }

    /// The parts of a source.
    static func tokens(of source: String) -> [Token] {
        var reader = SwiftTokens(source)
        reader.read()
        return reader.tokens
    }

    private let source: String
    private var position: String.Index
    private var tokens: [Token] = []
    private var depth = 0

    private init(_ source: String) {
        self.source = source
        position = source.startIndex
    }

    private func has(_ prefix: String) -> Bool { source[position...].hasPrefix(prefix) }

    private var character: Character? { position < source.endIndex ? source[position] : nil }

    private mutating func move(_ count: Int = 1) {
        position = source.index(position, offsetBy: count, limitedBy: source.endIndex) ?? source.endIndex
    }

    private mutating func read() {
        while let character {
            let start = position
            if character.isWhitespace {
                move()
            } else if has("//") {
                while let next = self.character, !next.isNewline { move() }
            } else if has("/*") {
                skipComment()
            } else if character == "\"" || character == "#" && isRawString {
                skipString()
                append(from: start)
            } else if character == "`" {
                move()
                while let next = self.character, next != "`" { move() }
                move()
                append(from: start)
            } else if character.isWordPart {
                while let next = self.character, next.isWordPart { move() }
                append(from: start)
            } else if "([{".contains(character) {
                move()
                append(from: start)
                depth += 1
            } else if ")]}".contains(character) {
                depth = max(0, depth - 1)
                move()
                append(from: start)
            } else if character.isOperatorPart {
                // `?`, `!` and `>` are signs of their own: they end a type, and `=` can follow.
                while let next = self.character, next.isOperatorPart, !has("//"), !has("/*") { move() }
                append(from: start)
            } else {
                move()
                append(from: start)
            }
        }
    }

    private mutating func append(from start: String.Index) { tokens.append(Token(text: source[start..<position], depth: depth)) }

    private mutating func skipComment() {
        var level = 0
        repeat {
            if has("/*") {
                level += 1
                move(2)
            } else if has("*/") {
                level -= 1
                move(2)
            } else {
                move()
            }
        } while level > 0 && position < source.endIndex
    }

    /// True for number signs before a quotation mark.
    private var isRawString: Bool { source[position...].drop { $0 == "#" }.first == "\"" }

    private mutating func skipString() {
        var signs = 0
        while character == "#" {
            signs += 1
            move()
        }
        let marks = String(repeating: "#", count: signs)
        let isLong = has("\"\"\"")
        let end = (isLong ? "\"\"\"" : "\"") + marks
        move(isLong ? 3 : 1)
        while let character {
            if has(end) {
                move(end.count)
                return
            }
            if has("\\" + marks + "(") {
                move(1 + signs)
                skipInterpolation()
            } else if has("\\" + marks) {
                move(2 + signs)
            } else if !isLong, character.isNewline {
                return
            } else {
                move()
            }
        }
    }

    /// Skips code in parentheses.
    private mutating func skipInterpolation() {
        var level = 0
        while let character {
            if character == "\"" || character == "#" && isRawString {
                skipString()
                continue
            }
            if has("/*") {
                skipComment()
                continue
            }
            if character == "(" { level += 1 }
            if character == ")" { level -= 1 }
            move()
            if level == 0 { return }
        }
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" || self == "$" }

    /// True for the signs of operators, without those that end a type.
    fileprivate var isOperatorPart: Bool { "=-+*/%<&|^~".contains(self) }
}
