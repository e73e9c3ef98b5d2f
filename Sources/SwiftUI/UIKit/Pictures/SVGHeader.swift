internal import SubdialLayout

/// The size of an SVG picture: that of its attributes, else that of its view box.
struct SVGHeader {
    /// The size in its own units, which are points in a catalog.
    let size: Size?
    /// The view box: left, top, width and height.
    let viewBox: [Double]?

    /// Reads the root element; nil if it is not `svg`.
    init?(_ bytes: [UInt8]) {
        var scanner = MarkupScanner(bytes)
        guard let root = scanner.nextTag(), root.name == "svg" || root.name.hasSuffix(":svg") else { return nil }
        let numbers = root.attributes["viewBox"].map {
            $0.split { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }.compactMap { Double($0) }
        }
        viewBox = numbers.flatMap { $0.count == 4 && $0.allSatisfy(\.isFinite) && $0[2] > 0 && $0[3] > 0 ? $0 : nil }
        let (width, height) = (Self.length(root.attributes["width"]), Self.length(root.attributes["height"]))
        switch (width, height, viewBox) {
        case (let width?, let height?, _): size = Size(width, height)
        case (let width?, nil, let box?): size = Size(width, width * box[3] / box[2])
        case (nil, let height?, let box?): size = Size(height * box[2] / box[3], height)
        case (nil, nil, let box?): size = Size(box[2], box[3])
        default: size = nil
        }
    }

    /// A length in pixels of CSS; nil for a share of the surroundings.
    private static func length(_ text: String?) -> Double? {
        guard let text = text.map({ $0.filter { !$0.isWhitespace } }) else { return nil }
        let units: [(String, Double)] = [
            ("px", 1), ("pt", 4.0 / 3), ("pc", 16), ("in", 96), ("cm", 96 / 2.54), ("mm", 96 / 25.4), ("em", 16), ("", 1),
        ]
        for (unit, factor) in units where text.hasSuffix(unit) {
            guard let number = Double(text.dropLast(unit.count)), number.isFinite, number > 0 else { continue }
            return number * factor
        }
        return nil
    }
}

/// A reader of the tags of a markup document, which needs no valid one.
struct MarkupScanner {
    /// A tag at its beginning or its end.
    struct Tag {
        var name: String
        var attributes: [String: String]
        /// True for `</name>`.
        var isEnd: Bool
        /// True for `<name/>`.
        var isEmpty: Bool
        /// The bytes from `<` to behind `>`.
        var range: Range<Int>
    }

    /// The longest tag that is read, of a path with many curves.
    private static let longestTag = 1 << 20

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next tag that is neither a declaration nor a comment; nil at the end.
    mutating func nextTag() -> Tag? {
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[open...]
            if rest.starts(with: "<!--".utf8) {
                guard let end = end(of: "-->", from: open + 4) else { return nil }
                position = end
            } else if rest.starts(with: "<![CDATA[".utf8) {
                guard let end = end(of: "]]>", from: open + 9) else { return nil }
                position = end
            } else if rest.starts(with: "<?".utf8) || rest.starts(with: "<!".utf8) {
                guard let end = end(of: ">", from: open + 2) else { return nil }
                position = end
            } else {
                return tag(from: open + 1)
            }
        }
        return nil
    }

    private func end(of text: String, from start: Int) -> Int? {
        let text = Array(text.utf8)
        var position = start
        while position + text.count <= bytes.count {
            guard let found = bytes[position...].firstIndex(of: text[0]) else { return nil }
            if bytes[found...].starts(with: text) { return found + text.count }
            position = found + 1
        }
        return nil
    }

    /// The tag whose name begins at a position; the reader continues behind it.
    private mutating func tag(from start: Int) -> Tag? {
        var quote: UInt8?
        var end = start
        while end < bytes.count, end - start < Self.longestTag {
            let byte = bytes[end]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
            end += 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else { return nil }
        position = end + 1
        var text = Substring(String(decoding: bytes[start..<end], as: UTF8.self))
        let isEnd = text.hasPrefix("/")
        if isEnd { text.removeFirst() }
        let isEmpty = text.hasSuffix("/")
        if isEmpty { text.removeLast() }
        let name = text.prefix { !$0.isWhitespace }
        return Tag(
            name: String(name), attributes: Self.attributes(text[name.endIndex...]), isEnd: isEnd, isEmpty: isEmpty,
            range: (start - 1)..<(end + 1))
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var (rest, result) = (text, [String: String]())
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
            rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
            guard let quote = rest.first, quote == "\"" || quote == "'" else { return result }
            rest.removeFirst()
            guard let end = rest.firstIndex(of: quote) else { return result }
            if !name.isEmpty { result[name] = String(rest[..<end]) }
            rest = rest[rest.index(after: end)...]
        }
        return result
    }
}
