import SubdialBasics

/// A playlist file: M3U, or M3U8, which is M3U in UTF-8.
package struct M3U: Hashable, Sendable {
    /// An entry of a playlist.
    package struct Item: Hashable, Sendable {
        /// The path or URL as it is in the file.
        package var location: String
        /// The duration in seconds, from `#EXTINF`; nil if unknown.
        package var length: Double?
        /// The title from `#EXTINF`, usually `Artist - Title`; nil if there is none.
        package var title: String?

        /// Makes an item.
        package init(_ location: String, length: Double? = nil, title: String? = nil) {
            self.location = location
            self.length = length
            self.title = title
        }
    }

    /// The playlist's name, from `#PLAYLIST`; nil if there is none.
    package var name: String?
    /// The items in order.
    package var items: [Item]

    /// Makes a playlist.
    package init(name: String? = nil, items: [Item]) {
        self.name = name
        self.items = items
    }

    /// The maximum number of items; further ones are ignored.
    package static let limit = 200_000

    /// Parses a file.
    ///
    /// The encoding is UTF-8, or UTF-16 with a byte order mark; bytes that are not UTF-8 are read as Windows-1252. All line ends are
    /// accepted. Comments and unknown directives are ignored.
    package init(_ bytes: [UInt8]) {
        items = []
        var pending = Item("")
        for line in Self.lines(of: TextEncoding.text(of: bytes)) {
            if let rest = line.after("#EXTINF:") {
                (pending.length, pending.title) = Self.information(rest)
            } else if let rest = line.after("#PLAYLIST:") {
                name = rest.trimmed.isEmpty ? nil : rest.trimmed
            } else if !line.hasPrefix("#"), items.count < Self.limit {
                pending.location = line
                items.append(pending)
                pending = Item("")
            }
        }
    }

    /// The contents of a file.
    ///
    /// - Parameter isUTF8: True for M3U8. Otherwise the encoding is Windows-1252 if that contains all characters, else UTF-8 with
    ///   `#EXTENC`.
    package func bytes(isUTF8: Bool = true) -> [UInt8] {
        var text = "#EXTM3U\n"
        if let name { text += "#PLAYLIST:\(name.onOneLine)\n" }
        for item in items {
            let location = item.location.onOneLine
            guard !location.isEmpty else { continue }
            if item.length != nil || item.title != nil {
                text += "#EXTINF:\(item.length.map { Int(saturating: $0.rounded()) } ?? -1),\(item.title?.onOneLine ?? "")\n"
            }
            // A path that begins like a comment gets its folder before it.
            text += (location.hasPrefix("#") ? "./" : "") + location + "\n"
        }
        if !isUTF8 {
            if let bytes = TextEncoding.windows1252(text) { return bytes }
            text.insert(contentsOf: "#EXTENC:UTF-8\n", at: text.index(text.startIndex, offsetBy: "#EXTM3U\n".count))
        }
        return Array(text.utf8)
    }

    /// The lines that are not blank, without surrounding white space.
    private static func lines(of text: String) -> [String] {
        text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Parses the length and title of `123 key="a,b",Artist - Title`.
    private static func information(_ text: String) -> (Double?, String?) {
        var isQuoted = false
        let comma = text.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        let head = text[..<(comma ?? text.endIndex)].split { $0 == " " || $0 == "\t" }.first ?? ""
        let length = Double(head).flatMap { $0.isFinite && $0 > 0 && $0 < 1e9 ? $0 : nil }
        let title = comma.map { String(text[text.index(after: $0)...]).trimmed } ?? ""
        return (length, title.isEmpty ? nil : title)
    }
}

extension String {
    /// The text after a directive, whose case does not matter.
    fileprivate func after(_ directive: String) -> String? {
        guard utf8.count >= directive.utf8.count, prefix(directive.count).uppercased() == directive else { return nil }
        return String(dropFirst(directive.count))
    }

    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }

    /// The text without control characters.
    fileprivate var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })).trimmed
    }
}
