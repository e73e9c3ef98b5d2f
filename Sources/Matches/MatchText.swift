import JSON

/// Texts that people give to a match: names, reasons, places.
enum MatchText {
    /// The text without controls, line ends and marks that turn the direction of writing, and without blanks around it.
    static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }.filter { !$0.isUnsafeInLine }
        return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// True of a text with something to be seen and at most so many letters, of four bytes each.
    static func fits(_ text: String, letters: Int) -> Bool {
        !text.allSatisfy(\.isWhitespace) && text.utf8.count <= letters * 4 && text.count <= letters
    }
}
