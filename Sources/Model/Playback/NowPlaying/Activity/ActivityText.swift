import SubdialDocuments
import SubdialTimeline

extension String {
    /// The size of the text in a JSON string without its quotes, in bytes.
    var jsonByteCount: Int {
        var output = ""
        JSONValue.write(self, to: &output)
        return output.utf8.count - 2
    }

    /// The text shortened to at most `limit` bytes in JSON, including a trailing ellipsis.
    ///
    /// It is cut between grapheme clusters, so that accents, flags and emoji sequences stay whole. If not even the first cluster fits, only the
    /// ellipsis remains.
    ///
    /// - Parameter limit: At least 3 bytes, the size of the ellipsis.
    func shortened(toJSONBytes limit: Int) -> String {
        // Escaping only lengthens a text, so a text that is too long needs no escaping.
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
}
