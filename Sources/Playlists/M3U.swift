import Numbers

/// A playlist file: M3U, or M3U8, which is the same in UTF-8.
public struct M3U: Hashable, Sendable {
    /// One line that is played.
    public struct Item: Hashable, Sendable {
        /// The path or address as the file has it.
        public var location: String
        /// Seconds, by `#EXTINF`; nil where not known.
        public var length: Double?
        /// The title, by `#EXTINF`, as a rule `Artist - Title`; nil where there is none.
        public var title: String?

        /// Makes an item.
        public init(_ location: String, length: Double? = nil, title: String? = nil) {
            self.location = location
            self.length = length
            self.title = title
        }
    }

    /// The playlist's name, by `#PLAYLIST`; nil where there is none.
    public var name: String?
    /// What is played, in its order.
    public var items: [Item]

    /// Makes a playlist.
    public init(name: String? = nil, items: [Item]) {
        self.name = name
        self.items = items
    }

    /// The most items that are read.
    public static let limit = 200_000

    /// Reads a file.
    ///
    /// A byte order mark, `#EXTENC` and the bytes themselves tell the encoding: what is not UTF-8 is Windows-1252. Lines end as on any system.
    /// Comments and unknown directives are passed over.
    public init(_ bytes: [UInt8]) {
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

    /// The bytes of a file.
    ///
    /// - Parameter isUTF8: True for M3U8. Else the file is in Windows-1252 where all of its letters are in that, or in UTF-8 with `#EXTENC`.
    public func bytes(isUTF8: Bool = true) -> [UInt8] {
        var text = "#EXTM3U\n"
        if let name { text += "#PLAYLIST:\(name.onOneLine)\n" }
        for item in items {
            let location = item.location.onOneLine
            guard !location.isEmpty else { continue }
            if item.length != nil || item.title != nil {
                text += "#EXTINF:\(item.length.map { Int(saturating: $0.rounded()) } ?? -1),\(item.title?.onOneLine ?? "")\n"
            }
            // A path that begins like a comment is told from one by its folder.
            text += (location.hasPrefix("#") ? "./" : "") + location + "\n"
        }
        if !isUTF8 {
            if let bytes = TextEncoding.windows1252(text) { return bytes }
            text.insert(contentsOf: "#EXTENC:UTF-8\n", at: text.index(text.startIndex, offsetBy: "#EXTM3U\n".count))
        }
        return Array(text.utf8)
    }

    /// The lines with something in them, without the blanks around it.
    private static func lines(of text: String) -> [String] {
        text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Length and title of `123 key="a,b",Artist - Title`.
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
    /// What stands behind a directive, in whatever case it is written.
    fileprivate func after(_ directive: String) -> String? {
        guard utf8.count >= directive.utf8.count, prefix(directive.count).uppercased() == directive else { return nil }
        return String(dropFirst(directive.count))
    }

    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }

    /// The text without the characters that would end its line.
    fileprivate var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })).trimmed
    }
}
