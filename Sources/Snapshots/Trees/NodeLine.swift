/// A line of a tree's text: a node, evaluated or placed.
struct NodeLine {
    /// The number of blanks before it: its depth in the tree.
    let indent: Int
    /// The path of kinds and places from the root, or the node's id.
    var key = ""
    let kind: String
    let id: String?
    /// x, y, width and height in points; empty in the evaluated tree.
    let frame: [Double]
    /// All behind the kind and the frame.
    let rest: String

    var name: String { id.map { "`\($0)`" } ?? "`\(kind)` at \(key)" }

    init(_ raw: Substring) {
        indent = raw.prefix { $0 == " " }.count
        var content = raw.dropFirst(indent)
        if content.hasPrefix("- ") { content = content.dropFirst(2) }
        kind = String(content.prefix { $0 != " " })
        id = Self.id(content)
        frame = Self.frame(content)
        var rest = content.dropFirst(kind.count)
        if frame.count == 4, let close = rest.firstIndex(of: ")") { rest = rest[rest.index(after: close)...] }
        self.rest = String(rest.drop { $0 == " " })
    }

    /// The lines of a tree, each with the path that leads to it.
    static func lines(_ text: String) -> [NodeLine] {
        var lines: [NodeLine] = []
        var path: [(indent: Int, kind: String, children: [String: Int])] = []
        var ids: Set<String> = []
        for raw in text.split(separator: "\n") {
            var line = NodeLine(raw)
            while let last = path.last, last.indent >= line.indent { path.removeLast() }
            var index = 0
            if !path.isEmpty {
                index = path[path.count - 1].children[line.kind, default: 0]
                path[path.count - 1].children[line.kind] = index + 1
            }
            path.append((line.indent, index == 0 ? line.kind : "\(line.kind)[\(index)]", [:]))
            line.key = path.map(\.kind).joined(separator: "/")
            // An id names one node; where several have it, the path tells them apart.
            if let id = line.id, ids.insert("\(id) \(line.kind)").inserted { line.key = "#\(id) \(line.kind)" }
            lines.append(line)
        }
        return lines
    }

    /// The word with a number sign that is no colour; before braces, and outside the text.
    static func id(_ content: Substring) -> String? {
        let text = quoted(content).flatMap { content.firstRange(of: $0) }
        let head = text.map { content[..<$0.lowerBound] + " " + content[$0.upperBound...] } ?? content
        let words = head.prefix { $0 != "{" }.split(separator: " ").filter { $0.hasPrefix("#") && $0.count > 1 }.map { $0.dropFirst() }
        let found = words.last { word in
            let isColor = (word.count == 6 || word.count == 8) && word.allSatisfy(\.isHexDigit)
            return !isColor && word.allSatisfy(\.isIDLetter)
        }
        return found.map(String.init)
    }

    /// The four numbers in parentheses.
    private static func frame(_ content: Substring) -> [Double] {
        guard let open = content.firstIndex(of: "("), let close = content[open...].firstIndex(of: ")") else { return [] }
        let numbers = content[content.index(after: open)..<close].split(separator: " ").compactMap { Double($0) }
        return numbers.count == 4 ? numbers : []
    }

    /// The text between the first and the last quotation mark, with them.
    static func quoted(_ rest: some StringProtocol) -> String? {
        guard let start = rest.firstIndex(of: "\""), let end = rest.lastIndex(of: "\""), start < end else { return nil }
        return String(rest[start...end])
    }
}

extension Character {
    fileprivate var isIDLetter: Bool { isASCII && (isLetter || isNumber || self == "-" || self == "_") }
}
