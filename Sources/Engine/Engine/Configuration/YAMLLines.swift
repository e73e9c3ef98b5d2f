import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A YAML text as lines in which single values can be replaced; comments, order and style of everything else are preserved.
///
/// Keys are found only in block style, one per line.
struct YAMLLines {
    /// The new value of a key.
    enum Value: Hashable {
        case text(String)
        case list([String])

        /// The value in flow style on one line.
        ///
        /// Texts are plain if the old value was and if it is safe, otherwise in double quotes with JSON escapes.
        fileprivate func flow(like old: String) -> String {
            switch self {
            case .text(let text): text.scalar(like: old)
            case .list(let texts): "[\(texts.map { $0.scalar(like: old) }.joined(separator: ", "))]"
            }
        }
    }

    private var lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Sets a top-level key; nil removes it with its content.
    mutating func set(_ key: String, to value: Value?) { set(key, to: value, within: lines.indices, indent: 0) }

    /// Sets keys of a map that is the value of a key.
    ///
    /// A missing map is added, and an empty one is removed. A map in flow style is rewritten with only these keys.
    mutating func set(_ key: String, toMap members: [(key: String, value: Value?)]) {
        let given = members.compactMap { member in member.value.map { (member.key, $0) } }
        guard let start = index(of: key, within: lines.indices, indent: 0) else {
            if !given.isEmpty { lines += ["\(key):"] + given.map { "  \($0): \($1.flow(like: "\""))" } }
            return
        }
        guard !given.isEmpty else { return set(key, to: nil) }
        let old = lines[start].value(behind: ":")
        guard old.isEmpty else {
            let flow = "{ \(given.map { "\($0): \($1.flow(like: old))" }.joined(separator: ", ")) }"
            lines[start] = "\(key): \(flow)\(lines[start].comment)"
            return
        }
        for member in members {
            let block = self.block(at: start, within: lines.indices)
            let indent = lines[block].first { !$0.isBlankOrComment }?.indent ?? 2
            set(member.key, to: member.value, within: block, indent: indent)
        }
    }

    private mutating func set(_ key: String, to value: Value?, within range: Range<Int>, indent: Int) {
        guard let start = index(of: key, within: range, indent: indent) else {
            guard let value else { return }
            lines.insert(String(repeating: " ", count: indent) + "\(key): \(value.flow(like: "\""))", at: range.upperBound)
            return
        }
        let block = block(at: start, within: range)
        guard let value else { return lines.removeSubrange(start..<block.upperBound) }
        let old = lines[start].value(behind: ":")
        if case .list(let texts) = value, old.isEmpty, !block.isEmpty {
            return setItems(texts, in: block)
        }
        let line = "\(key): \(value.flow(like: old))\(lines[start].comment)"
        lines.replaceSubrange(start..<block.upperBound, with: [String(repeating: " ", count: indent) + line])
    }

    /// Sets the items of a list in block style; remaining items keep their lines.
    private mutating func setItems(_ texts: [String], in block: Range<Int>) {
        var left = texts
        var kept: [String] = []
        var (indent, style) = (2, "\"")
        for line in lines[block] {
            guard !line.isBlankOrComment else {
                kept.append(line)
                continue
            }
            indent = line.indent
            let item = line.value(behind: "-")
            style = item
            guard let place = left.firstIndex(where: { [$0, $0.scalar(like: "\""), "'\($0)'"].contains(item) }) else { continue }
            left.remove(at: place)
            kept.append(line)
        }
        lines.replaceSubrange(block, with: kept + left.map { String(repeating: " ", count: indent) + "- " + $0.scalar(like: style) })
    }

    private func index(of key: String, within range: Range<Int>, indent: Int) -> Int? {
        range.first { index in
            let line = lines[index]
            return line.indent == indent && ["\(key):", "\"\(key)\":", "'\(key)':"].contains { line.dropFirst(indent).hasPrefix($0) }
        }
    }

    /// The lines that belong to the key at `start`: those with deeper indentation, and list items; not the comments before the next key.
    private func block(at start: Int, within range: Range<Int>) -> Range<Int> {
        let indent = lines[start].indent
        var end = start + 1
        for index in (start + 1)..<max(start + 1, range.upperBound) {
            let line = lines[index]
            if line.isBlankOrComment {
                if line.indent > indent { end = line.allSatisfy({ $0 == " " }) ? end : index + 1 }
                continue
            }
            guard line.indent > indent || line.indent == indent && line.dropFirst(indent).hasPrefix("-") else { break }
            end = index + 1
        }
        return (start + 1)..<end
    }
}

extension String {
    /// The text as a YAML scalar: plain if `old` is and if it is unambiguous.
    fileprivate func scalar(like old: String) -> String {
        let isPlain = !old.contains("\"") && !old.contains("'")
        let isSafe =
            unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789/._:-".unicodeScalars.contains($0) }
            && first?.isLetter == true && last != ":" && !["true", "false", "null", "yes", "no", "on", "off"].contains(lowercased())
        return isPlain && isSafe ? self : JSONValue.string(self).text()
    }

    fileprivate var indent: Int { prefix { $0 == " " }.count }

    fileprivate var isBlankOrComment: Bool { drop { $0 == " " }.first.map { $0 == "#" } ?? true }

    /// The value after the first `sign`, without a comment and surrounding whitespace.
    fileprivate func value(behind sign: Character) -> String {
        guard let index = firstIndex(of: sign) else { return "" }
        let whole = self[self.index(after: index)...]
        return String(whole.dropLast(comment.count)).trimmed()
    }

    /// The comment at the end of a line, with the whitespace before it.
    fileprivate var comment: String {
        var quote: Character?
        var before: Character = " "
        for index in indices {
            let character = self[index]
            defer { before = character }
            if let open = quote {
                if character == open, before != "\\" || open == "'" { quote = nil }
            } else if (character == "\"" || character == "'") && " [{,:-".contains(before) {
                quote = character
            } else if character == "#", before == " " {
                let start = self[..<index].lastIndex { $0 != " " }.map { self.index(after: $0) } ?? startIndex
                return String(self[start...])
            }
        }
        return ""
    }
}
