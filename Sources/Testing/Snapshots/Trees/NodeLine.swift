import SubdialBasics
import SubdialDocuments
import SubdialLayout

/// A line of a tree's text: a node, evaluated or placed.
struct NodeLine {
    /// The line as it is written.
    let raw: Substring
    /// The number of leading spaces, which is the depth in the tree.
    let indent: Int
    /// The path of kinds and indices from the root, or the node's id.
    var key = ""
    let kind: String
    let id: String?
    /// The properties in the line below the node, without its `+`; empty if it has none.
    private(set) var details: Substring = ""
    /// The line without the spaces and the dash of the evaluated tree.
    private let content: Substring

    /// The name for messages, limited in length.
    var name: String { id.map { "`\(NodeProperties.printed($0))`" } ?? "`\(NodeProperties.printed(kind))` at \(key.limited(to: 200))" }

    init(_ raw: Substring) {
        self.raw = raw
        // Bytes instead of characters: all delimiters are ASCII, and characters cost several times as much.
        let bytes = raw.utf8
        var start = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.endIndex
        indent = bytes.distance(from: bytes.startIndex, to: start)
        if bytes[start...].starts(with: "- ".utf8) { start = bytes.index(start, offsetBy: 2) }
        content = raw[start...]
        kind = String(content[..<Self.endOfKind(content)])
        id = content.utf8.contains(UInt8(ascii: "#")) ? Self.id(content) : nil
    }

    private static func endOfKind(_ content: Substring) -> Substring.Index {
        content.utf8.firstIndex(of: UInt8(ascii: " ")) ?? content.endIndex
    }

    /// True for the line with more properties of the node above it.
    static func isDetail(_ raw: Substring) -> Bool { raw.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "+ ".utf8) }

    /// True if two lines, with their details, are written alike.
    func isWritten(as other: NodeLine) -> Bool { raw == other.raw && details == other.details }

    /// The parts after the kind: x, y, width and height in points, which an evaluated tree does not have, and everything else.
    var parts: (frame: [Double], rest: String) {
        let frame = Self.frame(content)
        let rest = content[(frame?.end ?? Self.endOfKind(content))...]
        let own = rest[(rest.utf8.firstIndex { $0 != UInt8(ascii: " ") } ?? rest.endIndex)...]
        return (frame?.numbers ?? [], details.isEmpty ? String(own) : "\(details), \(own)")
    }

    /// The lines of a tree, each with its path.
    static func lines(_ text: String) -> [NodeLine] {
        var lines: [NodeLine] = []
        var ancestors: [(indent: Int, path: String, children: [String: Int])] = []
        var ids: Set<String> = []
        for raw in text.utf8.split(separator: UInt8(ascii: "\n")) where raw.contains(where: { $0 != UInt8(ascii: " ") }) {
            if isDetail(Substring(raw)), let last = lines.indices.last {
                lines[last].details = Substring(raw.drop { $0 != UInt8(ascii: "+") }.dropFirst(2))
                continue
            }
            var line = NodeLine(Substring(raw))
            while let last = ancestors.last, last.indent >= line.indent { ancestors.removeLast() }
            line.key = line.kind
            if let parent = ancestors.indices.last {
                let index = ancestors[parent].children[line.kind, default: 0]
                ancestors[parent].children[line.kind] = index + 1
                line.key = ancestors[parent].path + "/" + line.kind + (index == 0 ? "" : "[\(index)]")
            }
            ancestors.append((line.indent, line.key, [:]))
            // An id identifies one node; if several nodes have it, the path distinguishes them.
            if let id = line.id, ids.insert("\(id) \(line.kind)").inserted { line.key = "#\(id) \(line.kind)" }
            lines.append(line)
        }
        return lines
    }

    /// The name after a `#` that does not begin a colour; before braces, and outside of texts.
    static func id(_ content: Substring) -> String? {
        let bytes = content.utf8
        var found: String?
        var index = bytes.startIndex
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "{") {
            if let end = endOfText(in: content, from: index) {
                index = end
                continue
            }
            let start = bytes.index(after: index)
            guard bytes[index] != UInt8(ascii: " ") else {
                index = start
                continue
            }
            let isMarked = bytes[index] == UInt8(ascii: "#")
            if isMarked, let end = endOfText(in: content, from: start) {
                found = String(quoted: content[start..<end]) ?? found
                index = end
                continue
            }
            index = start
            while index < bytes.endIndex, !bytes[index].endsWord { bytes.formIndex(after: &index) }
            if isMarked, isID(bytes[start..<index]) { found = String(content[start..<index]) }
        }
        return found
    }

    private static func isID(_ word: Substring.UTF8View) -> Bool {
        let digits = word.prefix(while: \.isASCIIHexDigit)
        // A colour can have an opacity after it, a colon, or the colour of dark looks.
        let endsColor = word[digits.endIndex...].first.map { "@:/".utf8.contains($0) } ?? true
        return !word.isEmpty && !((digits.count == 6 || digits.count == 8) && endsColor)
    }

    /// The four numbers in parentheses, and where they end.
    static func frame(_ content: Substring) -> (numbers: [Double], end: Substring.Index)? {
        let bytes = content.utf8
        var open = bytes.startIndex
        while open < bytes.endIndex, bytes[open] != UInt8(ascii: "(") {
            open = endOfText(in: content, from: open) ?? bytes.index(after: open)
        }
        guard open < bytes.endIndex, let close = bytes[open...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = bytes[bytes.index(after: open)..<close].split(separator: UInt8(ascii: " "))
        let numbers = words.compactMap { Double(Substring($0)) }
        return numbers.count == 4 && words.count == 4 ? (numbers, bytes.index(after: close)) : nil
    }

    /// The first word of a line that is a text in quotation marks, with them.
    static func text(_ rest: Substring) -> Range<Substring.Index>? {
        let bytes = rest.utf8
        var index = bytes.startIndex
        var beginsWord = true
        while index < bytes.endIndex {
            let end = endOfText(in: rest, from: index)
            if beginsWord, let end { return index..<end }
            beginsWord = bytes[index] == UInt8(ascii: " ")
            index = end ?? bytes.index(after: index)
        }
        return nil
    }

    /// The end of the text in quotation marks that begins at an index; nil if there is none.
    static func endOfText(in line: Substring, from start: Substring.Index) -> Substring.Index? {
        let bytes = line.utf8
        guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "\"") else { return nil }
        var end = bytes.index(after: start)
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\") { bytes.formIndex(after: &end) }
            if end < bytes.endIndex { bytes.formIndex(after: &end) }
        }
        return end < bytes.endIndex ? bytes.index(after: end) : nil
    }
}

extension UInt8 {
    /// True for a space, a quotation mark and an opening brace.
    fileprivate var endsWord: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\"") || self == UInt8(ascii: "{") }

    fileprivate var isASCIIHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
