/// A common mistake that makes a text invalid as YAML, found at the place where it begins.
///
/// libyaml reports the place where it can go on no longer, which may be lines below.
struct YAMLMistake: Equatable {
    let mark: YAMLMark
    /// The explanation with the remedy.
    let reason: String

    /// Finds the mistake behind an error.
    ///
    /// - Parameters:
    ///   - problem: libyaml's description of the error.
    ///   - end: The place that libyaml reports.
    ///   - start: The place where what it was parsing begins: a quote, a bracket, a list.
    init?(in text: some StringProtocol, problem: String, at end: YAMLMark, since start: YAMLMark) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { YAMLLine($0) }
        func found(_ line: Int, _ column: Int, _ reason: String) -> YAMLMistake { YAMLMistake(line: line, column: column, reason) }
        // In a list in brackets, it begins on the line after the mistake.
        let range = lines.indices.clamped(to: max(0, min(start.line, end.line - 1) - 1)..<max(start.line, end.line))

        for (index, line) in lines.prefix(end.line).enumerated() {
            guard let column = line.tabInIndentation else { continue }
            self = found(index + 1, column, "a tab indents this line, and YAML takes spaces only")
            return
        }
        for index in range {
            if let column = lines[index].bareBraces {
                self = found(index + 1, column, Self.braces)
                return
            }
            if let column = lines[index].bareHash {
                self = found(index + 1, column, Self.hash)
                return
            }
        }
        let isOpenQuote = lines.indices.contains(start.line - 1) && lines[start.line - 1].begins(withQuoteAt: start.column)
        if problem.contains("end of stream"), isOpenQuote {
            self = found(start.line, start.column, "the quote that begins here has no end")
            return
        }
        // The quote ends at the next one, which may be lines below.
        if let index = range.last(where: { lines[$0].hasOpenQuote }), let column = lines[index].firstQuote {
            self = found(index + 1, column, "a quote is missing in this line")
            return
        }
        guard lines.indices.contains(end.line - 1) else { return nil }
        let line = lines[end.line - 1]
        switch problem {
        case _ where problem.hasPrefix("mapping values are not allowed"):
            self = found(end.line, end.column, "a text in which a space follows a ':' needs quotes")
        case _ where problem.contains("cannot start any token"):
            self = found(end.line, end.column, "a text that begins with '\(line.character(at: end.column))' needs quotes")
        case "could not find expected ':'":
            self = found(start.line, start.column, "a ':' with a space behind it is missing in this line")
        case "did not find expected key", "did not find expected '-' indicator":
            guard end.line > start.line else { return nil }
            self = found(end.line, end.column, "the indentation of this line is that of no line above it")
        default: return nil
        }
    }

    private init(line: Int, column: Int, _ reason: String) {
        mark = YAMLMark(line: line, column: column)
        self.reason = reason
    }

    /// The reason of an expression that is no text for YAML, but a map in a map.
    static let braces = "an expression needs quotes around it: \"{{ title }}\""
    /// The reason of a value that is a comment for YAML.
    static let hash = "a '#' begins a comment, so that no value is left: write it in quotes, like \"#FF9500\""
}

/// A line, without its break.
private struct YAMLLine {
    private let characters: [Character]
    /// The indices of the characters that are in no quotes and in no comment.
    private let bare: [Int]
    /// True if a quote begins in the line and does not end in it.
    let hasOpenQuote: Bool
    /// The column of the first quote that is one; nil for none.
    let firstQuote: Int?

    init(_ text: some StringProtocol) {
        characters = Array(text)
        var bare: [Int] = []
        var quote: Character?
        var first: Int?
        var index = 0
        scan: while index < characters.count {
            let character = characters[index]
            switch (quote, character) {
            case ("\""?, "\\"): index += 1
            case (let open?, _): if character == open { quote = nil }
            case (nil, "\""), (nil, "'"):
                // Inside of a text, as in "it's", a quote is a character.
                guard Self.canBegin(at: index, in: characters) else {
                    bare.append(index)
                    break
                }
                quote = character
                first = first ?? index + 1
            case (nil, "#") where index == 0 || characters[index - 1].isWhitespace:
                bare.append(index)
                break scan
            default: bare.append(index)
            }
            index += 1
        }
        self.bare = bare
        hasOpenQuote = quote != nil
        firstQuote = first
    }

    /// True at the beginning of a value: after nothing, `:`, `-`, `,`, or a bracket.
    private static func canBegin(at index: Int, in characters: [Character]) -> Bool {
        var before = index - 1
        while before >= 0, characters[before].isWhitespace { before -= 1 }
        return before < 0 || ":-,[{?".contains(characters[before])
    }

    var tabInIndentation: Int? {
        let indentation = characters.prefix(while: \.isWhitespace)
        // An empty line has no indentation.
        guard indentation.count < characters.count else { return nil }
        return indentation.firstIndex(of: "\t").map { $0 + 1 }
    }

    /// The column of braces of an expression outside of quotes.
    var bareBraces: Int? {
        bare.first { index in
            characters[index] == "{" && character(at: index + 2) == "{"
                && (Self.canBegin(at: index, in: characters) || isInFlow(before: index))
        }.map { $0 + 1 }
    }

    /// True behind an open bracket of the line, where braces end a text.
    private func isInFlow(before index: Int) -> Bool {
        let before = bare.prefix { $0 < index }.map { characters[$0] }
        return before.count { "[{".contains($0) } > before.count { "]}".contains($0) }
    }

    /// The column of a `#` in place of a value, directly before a word.
    var bareHash: Int? {
        guard let index = bare.last, characters[index] == "#", index > 0, Self.canBegin(at: index, in: characters) else { return nil }
        return index + 1 < characters.count && !characters[index + 1].isWhitespace && characters[..<index].contains { !$0.isWhitespace }
            ? index + 1 : nil
    }

    func begins(withQuoteAt column: Int) -> Bool { ["\"", "'"].contains(character(at: column)) }

    func character(at column: Int) -> Character { characters.indices.contains(column - 1) ? characters[column - 1] : " " }
}
