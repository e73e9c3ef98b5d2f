import SubdialBasics
import SubdialDocuments

/// Texts that users enter for a match: names, reasons, places.
enum MatchText {
    /// The text without control characters, line ends, bidirectional marks and surrounding white space.
    static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }.filter { !$0.isUnsafeInLine }
        return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// True if the text is not blank and has at most this many characters, of four bytes each on average.
    static func fits(_ text: String, letters: Int) -> Bool {
        !text.allSatisfy(\.isWhitespace) && text.utf8.count <= letters * 4 && text.count <= letters
    }
}
