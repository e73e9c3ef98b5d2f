/// A text in the quotes of an expression, with its escapes replaced: `\n`, `\t`, `\\`, `\"`, `\'` and `\u{…}`.
struct QuotedText {
    private static let backslash: Character = "\\"
    private static let escapes: [Character: Character] = ["n": "\n", "t": "\t", "\\": "\\", "\"": "\"", "'": "'"]
    /// The maximum number of hexadecimal digits of a scalar.
    private static let maximumDigits = 6

    /// The text.
    let text: String
    /// An error for each backslash that begins no escape; the text contains it as written.
    let unknownEscapes: [ExpressionError]

    /// - Parameter range: The characters between the quotes.
    init(_ characters: [Character], _ range: Range<Int>) {
        guard characters[range].contains(Self.backslash) else {
            text = String(characters[range])
            unknownEscapes = []
            return
        }
        var text = ""
        var errors: [ExpressionError] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let character = characters[index]
            let rest = characters[(index + 1)..<range.upperBound]
            if character != Self.backslash {
                text.append(character)
                index += 1
            } else if let meaning = rest.first.flatMap({ Self.escapes[$0] }) {
                text.append(meaning)
                index += 2
            } else if let (scalar, end) = Self.scalar(rest) {
                text.unicodeScalars.append(scalar)
                index = end
            } else {
                text.append(character)
                errors.append(Self.error(rest.first, at: index))
                index += 1
            }
        }
        self.text = text
        unknownEscapes = errors
    }

    private static func error(_ next: Character?, at offset: Int) -> ExpressionError {
        let written =
            next == "u"
            ? #"\u needs the number of a character in braces, like \u{2013}"# : "'\\\(next.map { String($0).excerpt } ?? "")' is no escape"
        return ExpressionError(#"\#(written); there are \n, \t, \", \', \u{…}, and \\ for a backslash"#, at: offset)
    }

    /// The scalar of an escape after its backslash, such as `u{2013}`, and the index after it; nil for anything else.
    private static func scalar(_ rest: ArraySlice<Character>) -> (Unicode.Scalar, end: Int)? {
        guard rest.starts(with: "u{") else { return nil }
        let digits = rest.dropFirst(2).prefix { $0.isASCII && $0.isHexDigit }
        guard (1...maximumDigits).contains(digits.count), digits.endIndex < rest.endIndex, rest[digits.endIndex] == "}",
            let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
        else { return nil }
        return (scalar, digits.endIndex + 1)
    }

    /// The index of the quote that ends a text; nil if there is none.
    ///
    /// - Parameter start: The index of the first character of the text.
    static func end(of characters: [Character], from start: Int, quote: Character) -> Int? {
        var index = start
        while index < characters.count {
            if characters[index] == quote { return index }
            index += characters[index] == backslash ? 2 : 1
        }
        return nil
    }

    /// An addition to the message about a text without an end; empty if no quote is behind a backslash.
    static func hint(_ characters: ArraySlice<Character>) -> String {
        let isEscaped = zip(characters, characters.dropFirst()).contains { $0 == backslash && ($1 == "\"" || $1 == "'") }
        return isEscaped ? #"; a quote behind a backslash is a part of the text: write \\ for a backslash"# : ""
    }
}
