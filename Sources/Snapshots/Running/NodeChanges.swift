/// What has changed between two texts of a tree, told of the nodes: moved, resized, truncated, worded or styled otherwise.
enum NodeChanges {
    /// How many changes are told; the rest is counted.
    static let limit = 20
    /// Points by which a node may move or grow without a word: less is not seen.
    private static let tolerance = 0.05

    /// A line of a tree.
    private struct Line {
        let indent: Int
        /// The path of kinds and places from the root, or the node's id.
        var key = ""
        let kind: String
        let id: String?
        /// x, y, width and height in points; empty in the expanded tree.
        let frame: [Double]
        /// All else.
        let rest: String

        var name: String { id.map { "`\($0)`" } ?? "`\(kind)` at \(key)" }
    }

    /// The changes of the placed layout.
    static func layout(_ old: String, _ new: String) -> [String] {
        told(
            compare(parse(old), parse(new)) { before, after, parentMove in
                var parts: [String] = []
                guard before.frame.count == 4, after.frame.count == 4 else { return (before.rest == after.rest ? nil : "", (0, 0)) }
                let (dx, dy) = (after.frame[0] - before.frame[0], after.frame[1] - before.frame[1])
                // What moves only because all around it does says nothing new.
                if dx.magnitude > tolerance, (dx - parentMove.0).magnitude > tolerance {
                    parts.append("moved \(points(dx)) \(dx > 0 ? "right" : "left")")
                }
                if dy.magnitude > tolerance, (dy - parentMove.1).magnitude > tolerance {
                    parts.append("moved \(points(dy)) \(dy > 0 ? "down" : "up")")
                }
                let (dw, dh) = (after.frame[2] - before.frame[2], after.frame[3] - before.frame[3])
                if dw.magnitude > tolerance { parts.append("is \(points(dw)) \(dw > 0 ? "wider" : "narrower")") }
                if dh.magnitude > tolerance { parts.append("is \(points(dh)) \(dh > 0 ? "taller" : "shorter")") }
                let (isCut, wasCut) = (after.rest.hasSuffix("truncated"), before.rest.hasSuffix("truncated"))
                if isCut != wasCut { parts.append(isCut ? "is truncated now" : "is not truncated any more") }
                let (oldText, newText) = (quoted(before.rest), quoted(after.rest))
                if oldText != newText { parts.append("says \(newText ?? "nothing") instead of \(oldText ?? "nothing")") }
                if parts.isEmpty, before.rest != after.rest { parts.append("has '\(after.rest)' instead of '\(before.rest)'") }
                return (parts.isEmpty ? nil : parts.joined(separator: ", "), (dx, dy))
            })
    }

    /// The changes of the expanded tree.
    static func tree(_ old: String, _ new: String) -> [String] {
        told(
            compare(parse(old), parse(new)) { before, after, _ in
                guard before.rest != after.rest else { return (nil, (0, 0)) }
                let (oldWords, newWords) = (words(before.rest), words(after.rest))
                let (gone, come) = (oldWords.filter { !newWords.contains($0) }, newWords.filter { !oldWords.contains($0) })
                let told =
                    gone.isEmpty && come.isEmpty
                    ? "is written otherwise"
                    : "has \(come.isEmpty ? "nothing" : come.joined(separator: " ")) instead of \(gone.isEmpty ? "nothing" : gone.joined(separator: " "))"
                return (told, (0, 0))
            })
    }

    private typealias Verdict = (String?, (Double, Double))

    private static func compare(_ old: [Line], _ new: [Line], _ judge: (Line, Line, (Double, Double)) -> Verdict) -> [String] {
        let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
        let after = Set(new.map(\.key))
        var changes: [String] = []
        // The moves of the nodes around the one at hand, by their indent.
        var moves: [(indent: Int, move: (Double, Double))] = []
        for line in new {
            while let last = moves.last, last.indent >= line.indent { moves.removeLast() }
            guard let match = before[line.key] else {
                changes.append("\(line.name) is new")
                continue
            }
            let (told, move) = judge(match, line, moves.last?.move ?? (0, 0))
            moves.append((line.indent, move))
            if let told { changes.append("\(line.name) \(told)".trimmingEnd) }
        }
        for line in old where !after.contains(line.key) { changes.append("\(line.name) is gone") }
        return changes
    }

    private static func told(_ changes: [String]) -> [String] {
        changes.count > limit ? Array(changes.prefix(limit)) + ["and \(changes.count - limit) changes more"] : changes
    }

    private static func parse(_ text: String) -> [Line] {
        var lines: [Line] = []
        var path: [(indent: Int, kind: String, children: [String: Int])] = []
        var ids: Set<String> = []
        for raw in text.split(separator: "\n") {
            let indent = raw.prefix { $0 == " " }.count
            var content = raw.dropFirst(indent)
            if content.hasPrefix("- ") { content = content.dropFirst(2) }
            let kind = String(content.prefix { $0 != " " })
            while let last = path.last, last.indent >= indent { path.removeLast() }
            var index = 0
            if !path.isEmpty {
                index = path[path.count - 1].children[kind, default: 0]
                path[path.count - 1].children[kind] = index + 1
            }
            path.append((indent, index == 0 ? kind : "\(kind)[\(index)]", [:]))
            let id = id(content)
            var line = Line(indent: indent, kind: kind, id: id, frame: frame(content), rest: rest(content, kind, id))
            line.key = path.map(\.kind).joined(separator: "/")
            // An id names one node; where several have it, the path tells them apart.
            if let id, ids.insert("\(id) \(kind)").inserted { line.key = "#\(id) \(kind)" }
            lines.append(line)
        }
        return lines
    }

    /// The word with a number sign that is no colour; before braces, and outside the text.
    private static func id(_ content: Substring) -> String? {
        let text = quoted(String(content)).flatMap { content.firstRange(of: $0) }
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

    private static func rest(_ content: Substring, _ kind: String, _ id: String?) -> String {
        var rest = content.dropFirst(kind.count)
        if frame(content).count == 4, let close = rest.firstIndex(of: ")") { rest = rest[rest.index(after: close)...] }
        return String(rest.drop { $0 == " " })
    }

    /// What stands between the first and the last quotation mark, with them.
    private static func quoted(_ rest: String) -> String? {
        guard let start = rest.firstIndex(of: "\""), let end = rest.lastIndex(of: "\""), start < end else { return nil }
        return String(rest[start...end])
    }

    /// The words of a line; what is quoted is one.
    private static func words(_ rest: String) -> [String] {
        guard let text = quoted(rest), let range = rest.firstRange(of: text) else { return rest.split(separator: " ").map(String.init) }
        return rest[..<range.lowerBound].split(separator: " ").map(String.init) + [text]
            + rest[range.upperBound...].split(separator: " ").map(String.init)
    }

    private static func points(_ length: Double) -> String {
        let rounded = (length.magnitude * 100).rounded() / 100
        return "\(rounded == rounded.rounded() ? String(Int(saturating: rounded)) : String(rounded)) pt"
    }
}

extension Character {
    fileprivate var isIDLetter: Bool { isASCII && (isLetter || isNumber || self == "-" || self == "_") }
}

extension String {
    fileprivate var trimmingEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}
