/// The reason why a symbol file is invalid.
struct SymbolFault: Error, Hashable, CustomStringConvertible {
    /// The line number, from 1; nil for the whole file.
    let line: Int?
    let reason: String

    var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// Scans the tags of an SVG file.
///
/// Text between tags, comments and processing instructions are skipped. Entities are not resolved, and external resources are never loaded.
struct SVGScanner {
    /// A tag, between `<` and `>`.
    struct Tag: Hashable {
        enum Kind: Hashable {
            /// `<g>`, `</g>` and `<g/>`.
            case opening, closing, empty
        }

        var name: String
        var kind: Kind
        var attributes: [String: String] = [:]
        /// The number of its first line.
        var line: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next tag; nil at the end.
    mutating func next() throws(SymbolFault) -> Tag? {
        while skip(until: "<") {
            if try skipOther() { continue }
            return try tag()
        }
        return nil
    }

    /// Skips a comment, a CDATA section, an instruction or a DOCTYPE; returns true if there was one.
    private mutating func skipOther() throws(SymbolFault) -> Bool {
        for (start, end, name) in [("!--", "-->", "comment"), ("![CDATA[", "]]>", "CDATA section"), ("?", "?>", "instruction")]
        where take(start) {
            let begin = line
            guard skip(until: end) else { throw SymbolFault(line: begin, reason: "the \(name) has no end") }
            return true
        }
        guard take("!") else { return false }
        let begin = line
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            guard bytes[position] != UInt8(ascii: "[") else {
                throw SymbolFault(line: begin, reason: "a DOCTYPE with declarations of its own is not read")
            }
            advance()
        }
        guard take(">") else { throw SymbolFault(line: begin, reason: "the DOCTYPE has no end") }
        return true
    }

    /// Reads a tag after its `<`.
    private mutating func tag() throws(SymbolFault) -> Tag {
        let begin = line
        let isClosing = take("/")
        var tag = Tag(name: word(), kind: isClosing ? .closing : .opening, line: begin)
        guard !tag.name.isEmpty else { throw SymbolFault(line: begin, reason: "a name should stand behind <") }
        while true {
            skipSpace()
            if take(">") { return tag }
            if !isClosing, take("/>") {
                tag.kind = .empty
                return tag
            }
            guard position < bytes.count else { throw SymbolFault(line: begin, reason: "<\(tag.name) has no >") }
            let (name, value) = try attribute(of: tag.name)
            tag.attributes[name] = value
        }
    }

    /// Reads an attribute, `name="value"`.
    private mutating func attribute(of tag: String) throws(SymbolFault) -> (String, String) {
        let name = word()
        guard !name.isEmpty else { throw SymbolFault(line: line, reason: "<\(tag)> has a character that is no attribute") }
        skipSpace()
        guard take("=") else { throw SymbolFault(line: line, reason: "the attribute \(name) of <\(tag)> has no value") }
        skipSpace()
        for quote in ["\"", "'"] where take(quote) {
            let (begin, start) = (line, position)
            guard skip(until: quote) else { throw SymbolFault(line: begin, reason: "the value of \(name) has no closing quote") }
            return (name, String(decoding: bytes[start..<position - 1], as: UTF8.self))
        }
        throw SymbolFault(line: line, reason: "the value of \(name) should stand in quotes")
    }

    /// Reads a name.
    private mutating func word() -> String {
        let start = position
        while position < bytes.count, bytes[position] > 0x20, !"<>/=\"'".utf8.contains(bytes[position]) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { advance() }
    }

    /// Consumes `part` if it comes next.
    private mutating func take(_ part: String) -> Bool {
        guard bytes[position...].starts(with: part.utf8) else { return false }
        for _ in part.utf8 { advance() }
        return true
    }

    /// Skips everything up to and including `part`; returns false at the end of the file if `part` is missing.
    private mutating func skip(until part: String) -> Bool {
        while position < bytes.count {
            if take(part) { return true }
            advance()
        }
        return false
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }
}
