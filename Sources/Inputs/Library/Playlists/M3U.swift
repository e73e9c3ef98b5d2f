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
        /// The title of the album, from `#EXTALB`; nil if there is none.
        package var album: String?
        /// The artist of the album, from `#EXTART`; nil if there is none.
        package var albumArtist: String?
        /// The path or address of a picture, from `#EXTALBUMARTURL`, or from an `#EXTIMG` that names one; nil if there is none.
        package var picture: String?

        /// Makes an item.
        package init(
            _ location: String, length: Double? = nil, title: String? = nil, album: String? = nil, albumArtist: String? = nil,
            picture: String? = nil
        ) {
            self.location = location
            self.length = length
            self.title = title
            self.album = album
            self.albumArtist = albumArtist
            self.picture = picture
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
    private static let limit = 200_000

    /// Parses a file.
    ///
    /// The encoding is UTF-8, or UTF-16 with a byte order mark; bytes that are not UTF-8 are read as Windows-1252. All line ends are
    /// accepted. Comments and unknown directives are ignored. What `#EXTALB`, `#EXTART` or `#EXTALBUMARTURL` says belongs to the next item; if the
    /// directive stands once, before everything else, it belongs to all items.
    package init(_ bytes: [UInt8]) {
        items = []
        var pending = Item("")
        var hasInformation = false
        // For each directive, how often it stands in the file, and what it says before the first item.
        var counts: [Directive: Int] = [:]
        var common: [Directive: String] = [:]
        for line in Self.lines(of: TextEncoding.text(of: bytes)) {
            if let rest = line.after("#EXTINF:") {
                (pending.length, pending.title) = Self.information(rest)
                hasInformation = true
            } else if let rest = line.after("#PLAYLIST:") {
                name = rest.trimmed.isEmpty ? nil : rest.trimmed
            } else if let (directive, text) = Directive.parsed(line) {
                pending[keyPath: directive.property] = text
                counts[directive, default: 0] += 1
                if !hasInformation, items.isEmpty { common[directive] = text }
            } else if !line.hasPrefix("#"), items.count < Self.limit {
                pending.location = line
                items.append(pending)
                pending = Item("")
            }
        }
        for (directive, text) in common where counts[directive] == 1 {
            for index in items.indices { items[index][keyPath: directive.property] = text }
        }
    }

    /// A directive that describes the album of an item.
    private enum Directive: String, CaseIterable {
        case album = "#EXTALB:"
        case albumArtist = "#EXTART:"
        case picture = "#EXTALBUMARTURL:"
        case image = "#EXTIMG:"

        var property: WritableKeyPath<Item, String?> {
            switch self {
            case .album: \.album
            case .albumArtist: \.albumArtist
            case .picture, .image: \.picture
            }
        }

        /// The directive of a line, with its text; nil if it is another line, or has no text.
        static func parsed(_ line: String) -> (Directive, String)? {
            for directive in allCases {
                guard let text = line.after(directive.rawValue)?.trimmed, !text.isEmpty else { continue }
                // An `#EXTIMG` may only describe a picture, as in `#EXTIMG: front cover`.
                return directive == .image && !text.isAddress && !FolderPictures.isPicture(text) ? nil : (directive, text)
            }
            return nil
        }
    }

    /// The form of a file that is written.
    package enum Form: String, CaseIterable, Sendable {
        /// Extended M3U, with `#EXTM3U` and the name.
        case extended
        /// The form of RedShift's folder `Playlists`: UTF-8 whatever the file's name is, no header, whole seconds that are cut, and no line end
        /// after the last line.
        case redshift
    }

    /// The contents of a file.
    ///
    /// - Parameter isUTF8: True for M3U8. Otherwise the encoding of the extended form is Windows-1252 if that contains all characters, else
    ///   UTF-8 with `#EXTENC`.
    package func bytes(_ form: Form = .extended, isUTF8: Bool = true) -> [UInt8] {
        let lines = items.flatMap {
            $0.lines(roundingLength: form == .extended ? .toNearestOrAwayFromZero : .down, isExtended: form == .extended)
        }
        guard form == .extended else { return Array(lines.joined(separator: "\n").utf8) }
        var text = "#EXTM3U\n"
        if let name { text += "#PLAYLIST:\(name.onOneLine)\n" }
        for line in lines { text += line + "\n" }
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

extension M3U.Item {
    /// The lines of the item in a file; none if it has no location.
    fileprivate func lines(roundingLength rule: FloatingPointRoundingRule, isExtended: Bool) -> [String] {
        let location = location.onOneLine
        guard !location.isEmpty else { return [] }
        // A path that begins like a comment gets its folder before it.
        let line = (location.hasPrefix("#") ? "./" : "") + location
        let album = [("#EXTALB:", album), ("#EXTART:", albumArtist), ("#EXTALBUMARTURL:", picture)].compactMap { directive, text in
            text.map { directive + $0.onOneLine }
        }
        guard length != nil || title != nil || !album.isEmpty else { return [line] }
        let information = "#EXTINF:\(length.map { Int(saturating: $0.rounded(rule)) } ?? -1),\(title?.onOneLine ?? "")"
        return [information] + (isExtended ? album : []) + [line]
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

extension M3U {
    /// The absolute path or the URL of an item.
    ///
    /// Relative paths are resolved against the playlist's folder. `file:` URLs become paths, other URLs are kept. Backslashes are
    /// separators if the path contains no slash, as in playlists from Windows.
    ///
    /// - Parameter folder: The absolute path of the playlist's folder.
    package static func absolute(_ location: String, in folder: String) -> String {
        if let path = location.pathOfFileAddress { return path }
        if location.isAddress { return location }
        var path = location
        if !path.contains("/"), path.contains("\\") { path = String(path.map { $0 == "\\" ? "/" : $0 }) }
        return normal(path.hasPrefix("/") ? path : "\(folder)/\(path)")
    }

    /// The location of a path in a playlist in `folder`: relative if the file is in that folder or below it.
    package static func relative(_ path: String, to folder: String) -> String {
        let (path, folder) = (path.isAddress ? path : normal(path), normal(folder))
        guard path.hasPrefix(folder + "/") else { return path }
        let rest = String(path.dropFirst(folder.count + 1))
        // A name that looks like a URL or a comment is unambiguous with its folder before it.
        return rest.isAddress || rest.hasPrefix("#") ? "./\(rest)" : rest
    }

    /// The path without `.`, `..` and repeated slashes.
    static func normal(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

extension String {
    /// True for URLs such as `http://…`: a scheme of at least two letters before `://`.
    var isAddress: Bool {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else { return false }
        let scheme = self[..<colon]
        return scheme.count > 1 && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// The path of a `file:` URL; nil for anything else.
    fileprivate var pathOfFileAddress: String? {
        let lowercased = prefix(7).lowercased()
        guard lowercased.hasPrefix("file:/") else { return nil }
        // `file:/path` has no host.
        let rest = dropFirst(lowercased == "file://" ? 7 : 5)
        let path = rest.hasPrefix("/") ? rest : rest.drop { $0 != "/" }
        return String(decoding: path.utf8.percentDecoded, as: UTF8.self)
    }

    /// The text with its percent signs decoded; nil if that is no other text, or none that a path can have.
    var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return nil }
        let bytes = utf8.percentDecoded
        guard !bytes.contains(0), !bytes.elementsEqual(utf8) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Collection<UInt8> {
    /// The bytes with each `%` and two hexadecimal digits as the byte that they mean.
    fileprivate var percentDecoded: [UInt8] {
        var bytes: [UInt8] = []
        var units = Array(self)[...]
        while let byte = units.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(hexadecimal: units) {
                bytes.append(value)
                units = units.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension UInt8 {
    /// The number that two hexadecimal digits mean, with which the bytes begin; nil if these are none.
    fileprivate init?(hexadecimal bytes: ArraySlice<UInt8>) {
        let digits = bytes.prefix(2)
        // Alone, a conversion would accept a sign.
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

/// The encodings of playlist files.
enum TextEncoding {
    /// Decodes bytes in UTF-8, UTF-16 with a byte order mark, or Windows-1252.
    static func text(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map(scalar)))
    }

    /// The text in Windows-1252; nil if it cannot be represented.
    ///
    /// nil also if the bytes are valid UTF-8, because a reader would decode them as such.
    fileprivate static func windows1252(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let index = specials.firstIndex(of: UInt16(truncatingIfNeeded: scalar.value)), scalar.value <= 0xFFFF {
                bytes.append(0x80 + UInt8(truncatingIfNeeded: index))
            } else {
                return nil
            }
        }
        let isPlain = bytes.allSatisfy { $0 < 0x80 }
        return isPlain || String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> String {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(specials[Int(byte - 0x80)]) ?? Unicode.Scalar(byte)
    }

    /// The scalars of the bytes 0x80 to 0x9F, according to the WHATWG Encoding Standard.
    private static let specials: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
