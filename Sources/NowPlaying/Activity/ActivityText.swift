import JSON
import Timeline

extension String {
    /// How many bytes the text takes between the quotes of a JSON string.
    var jsonByteCount: Int {
        var output = ""
        JSONValue.write(self, to: &output)
        return output.utf8.count - 2
    }

    /// The text, or as much of its beginning as takes no more than `limit` bytes in JSON together with the ellipsis behind it.
    ///
    /// It is cut between grapheme clusters, so that no accent, flag or family loses a part; where not even the first cluster fits, the
    /// ellipsis stands alone.
    ///
    /// - Parameter limit: 3 bytes or more, which the ellipsis takes.
    func shortened(toJSONBytes limit: Int) -> String {
        // Escapes only ever lengthen a text: a long one need not be written to be known as too long.
        if utf8.count <= limit, jsonByteCount <= limit { return self }
        var kept = ""
        var bytes = "…".utf8.count
        for character in self {
            bytes += String(character).jsonByteCount
            guard bytes <= limit else { break }
            kept.append(character)
        }
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return kept + "…"
    }

    /// The text, or nil where there is nothing in it to be seen.
    var unlessBlank: String? {
        allSatisfy(\.isWhitespace) ? nil : self
    }
}
