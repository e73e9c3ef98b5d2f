import SubdialBasics
import SubdialDocuments

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
        let isEvaluated = bytes[start...].starts(with: "- ".utf8)
        if isEvaluated { start = bytes.index(start, offsetBy: 2) }
        content = raw[start...]
        kind = String(content[..<Self.endOfKind(content)])
        id = content.utf8.contains(UInt8(ascii: "#")) ? Self.id(content, isEscaped: isEvaluated) : nil
    }

    private static func endOfKind(_ content: Substring) -> Substring.Index {
        content.utf8.firstIndex(of: UInt8(ascii: " ")) ?? content.endIndex
    }

    /// The parts after the kind: x, y, width and height in points, which an evaluated tree does not have, and everything else.
    var parts: (frame: [Double], rest: String) {
        let frame = Self.frame(content)
        var rest = content[Self.endOfKind(content)...]
        if frame.count == 4, let close = rest.utf8.firstIndex(of: UInt8(ascii: ")")) { rest = rest[rest.utf8.index(after: close)...] }
        return (frame, String(rest[(rest.utf8.firstIndex { $0 != UInt8(ascii: " ") } ?? rest.endIndex)...]))
    }

    /// The lines of a tree, each with its path.
    static func lines(_ text: String) -> [NodeLine] {
        var lines: [NodeLine] = []
        var ancestors: [(indent: Int, path: String, children: [String: Int])] = []
        var ids: Set<String> = []
        for raw in text.utf8.split(separator: UInt8(ascii: "\n")) {
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

    /// The word that begins with `#` and is not a colour; before braces, and outside of the text.
    static func id(_ content: Substring, isEscaped: Bool = false) -> String? {
        let bytes = content.utf8
        var found: Substring?
        var index = bytes.startIndex
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "{") {
            if bytes[index] == UInt8(ascii: "\""), let text = quotedRange(content[index...], isEscaped: isEscaped) {
                index = text.upperBound
                continue
            }
            guard bytes[index] != UInt8(ascii: " ") else {
                index = bytes.index(after: index)
                continue
            }
            var end = bytes.index(after: index)
            while end < bytes.endIndex, !bytes[end].endsWord {
                end = bytes.index(after: end)
            }
            let word = content[bytes.index(after: index)..<end]
            if bytes[index] == UInt8(ascii: "#"), isID(word.utf8) { found = word }
            index = end
        }
        return found.map(String.init)
    }

    private static func isID(_ word: Substring.UTF8View) -> Bool {
        guard !word.isEmpty, word.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
            return false
        }
        let isColor = (word.count == 6 || word.count == 8) && word.allSatisfy(\.isASCIIHexDigit)
        return !isColor
    }

    /// The four numbers in parentheses.
    private static func frame(_ content: Substring) -> [Double] {
        guard let open = content.utf8.firstIndex(of: UInt8(ascii: "(")),
            let close = content.utf8[open...].firstIndex(of: UInt8(ascii: ")"))
        else { return [] }
        let numbers = content[content.utf8.index(after: open)..<close].utf8.split(separator: UInt8(ascii: " ")).compactMap {
            Double(Substring($0))
        }
        return numbers.count == 4 ? numbers : []
    }

    /// The text between the first and the last quotation mark, with them.
    static func quoted(_ rest: some StringProtocol) -> String? {
        let rest = Substring(rest)
        return quotedRange(rest).map { String(rest[$0]) }
    }

    /// The range of the first text in quotation marks, with them.
    ///
    /// - Parameter isEscaped: True if quotation marks in the text have a backslash, as in the evaluated tree; otherwise the last one ends it.
    static func quotedRange(_ rest: Substring, isEscaped: Bool = false) -> Range<String.Index>? {
        let bytes = rest.utf8
        guard let start = bytes.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        var end = bytes.index(after: start)
        if isEscaped {
            while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") {
                if bytes[end] == UInt8(ascii: "\\") { bytes.formIndex(after: &end) }
                if end < bytes.endIndex { bytes.formIndex(after: &end) }
            }
        } else {
            end = bytes.lastIndex(of: UInt8(ascii: "\"")) ?? start
        }
        guard start < end, end < bytes.endIndex else { return nil }
        return start..<bytes.index(after: end)
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

    fileprivate var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }
}
