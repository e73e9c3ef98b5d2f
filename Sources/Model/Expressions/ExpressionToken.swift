import SubdialBasics
import SubdialDocuments

/// A token of an expression.
struct ExpressionToken {
    enum Kind: Equatable {
        case name, string, symbol
        case number(Double)
    }

    let kind: Kind
    /// The content of a string without its quotes; otherwise the source text.
    let text: String
    /// The offset in the expression, in characters.
    let offset: Int

    /// The maximum size of an expression, in bytes of UTF-8.
    static let maximumSize = 65_536
    /// The maximum number of tokens: a long sum is as deep a tree as many parentheses.
    static let maximumCount = 1000

    private static let symbols = [
        "==", "!=", "<=", ">=", "&&", "||", "??", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", "?", ":", "!", "<", ">", ".",
    ]

    static func all(in source: String) throws(ExpressionError) -> [ExpressionToken] {
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
                // As in playerctl, a backslash is literal: a text with one kind of quotes is enclosed in the other.
                guard let close = characters[(index + 1)...].firstIndex(of: character) else {
                    throw ExpressionError("the text that begins here has no end", at: start)
                }
                tokens.append(ExpressionToken(kind: .string, text: String(characters[(index + 1)..<close]), offset: start))
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
