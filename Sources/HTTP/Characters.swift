/// Cleaning of text from servers and users, before it is used in messages and URLs.
package enum Characters {
    /// `text` without leading and trailing white space.
    package static func trimmed(_ text: some StringProtocol) -> String {
        var rest = text[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }

    /// `text` on one line of at most `limit` characters, for a message: a server's text may contain anything.
    package static func oneLine(_ text: some StringProtocol, limit: Int = 200) -> String {
        let words = text.unicodeScalars.prefix(limit * 4).split { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
        let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }
}
