import SubdialBasics
import SubdialLayout

/// Trees and layouts in the form of earlier versions, whose texts could contain line breaks and quotation marks as they are.
///
/// A reference in that form is compared as if this version had written it, so that it need not be recorded anew.
enum FormerTreeText {
    /// A tree with all its texts quoted; only line breaks, quotation marks and some control characters were escaped in it.
    static func tree(_ text: String) -> String {
        func isRaw(_ scalar: Unicode.Scalar) -> Bool { scalar.isUnsafeInLine && scalar != "\n" }
        guard text.unicodeScalars.contains(where: isRaw) else { return text }
        return text.unicodeScalars.reduce(into: "") { output, scalar in
            if isRaw(scalar) { output += scalar.escapedInTree } else { output.unicodeScalars.append(scalar) }
        }
    }

    /// A layout with all its texts quoted.
    ///
    /// A file has one form: if a line of it cannot be of this version, none is.
    static func layout(_ text: String) -> String {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        guard !lines.allSatisfy(isCurrent) else { return text }
        var output: [String] = []
        var index = 0
        while index < lines.count {
            let (line, start) = (lines[index], index)
            index += 1
            guard let opening = openingOfText(line) else {
                output.append(String(line))
                continue
            }
            var last = line[line.utf8.index(after: opening)...]
            var before = ""
            // The text ends where the line can end with it, and the next line can be a node.
            while !(closingOfText(last) != nil && isNode(orEnd: lines[index...])), index < lines.count {
                before += last + "\n"
                last = lines[index]
                index += 1
            }
            if let closing = closingOfText(last) {
                let rest = last[last.utf8.index(after: closing)...]
                output.append("\(line[..<opening])\((before + last[..<closing]).quoted)\(rest)")
            } else {
                index = start + 1
                output.append(String(line))
            }
        }
        return output.joined(separator: "\n")
    }

    /// True for a line that this version can have written.
    private static func isCurrent(_ line: Substring) -> Bool {
        guard !line.isEmpty else { return true }
        guard let frame = NodeLine.frame(line), !line.unicodeScalars.contains(where: \.isUnsafeInLine) else { return false }
        guard let opening = openingOfText(line) else {
            // Only a name can be in quotation marks there.
            let rest = line[frame.end...]
            return !rest.utf8.contains(UInt8(ascii: "\"")) || NodeLine.text(rest).map { String(quoted: line[$0]) != nil } ?? false
        }
        guard let closing = closingOfText(line[line.utf8.index(after: opening)...]) else { return false }
        return String(quoted: line[opening...closing]) != nil
    }

    /// The quotation mark that begins the text of a node; nil for a line without any.
    private static func openingOfText(_ line: Substring) -> Substring.Index? {
        guard line.utf8.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "Text ".utf8), let end = NodeLine.frame(line)?.end,
            line[end...].utf8.starts(with: " \"".utf8)
        else { return nil }
        return line.utf8.index(after: end)
    }

    /// The quotation mark that ends a text on a line: the last one, if only words of a layout are after it.
    private static func closingOfText(_ line: Substring) -> Substring.Index? {
        guard let closing = line.utf8.lastIndex(of: UInt8(ascii: "\"")) else { return nil }
        let rest = line[line.utf8.index(after: closing)...]
        let areWords = rest.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init).allSatisfy { word in
            word.hasPrefix("lines=") || word.hasPrefix("scale=") || words.contains(String(word))
        }
        return areWords && (rest.isEmpty || rest.hasPrefix(" ")) ? closing : nil
    }

    /// The words after a text.
    private static let words = Set(
        ["truncated"] + TextContent.Truncation.allCases.map(\.rawValue) + LayoutDirection.allCases.map(\.rawValue))

    /// True if the first of the lines can be a node, or if there are none but an empty last one.
    private static func isNode(orEnd lines: ArraySlice<Substring>) -> Bool {
        guard let line = lines.first, !(lines.count == 1 && line.isEmpty) else { return true }
        return NodeLine.frame(line) != nil
    }
}
