/// What is done with what a server or a user writes, before it goes into a message or an address.
package enum Characters {
    /// `text` without blanks and line ends at either side.
    package static func trimmed(_ text: some StringProtocol) -> String {
        var rest = text[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }

    /// `text` as one line of at most `limit` characters, for a message: what a server says may hold anything.
    package static func oneLine(_ text: some StringProtocol, limit: Int = 200) -> String {
        let words = text.unicodeScalars.prefix(limit * 4).split { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
        let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }
}
