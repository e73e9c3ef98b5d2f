import SubdialLayout

/// The names of a tree or a layout that are in quotation marks, which version 0.1.0 wrote without them: ids, symbols, intents.
///
/// A name without quotation marks cannot be recognized in a reference alone. The text with which it is compared has the names.
struct FormerNames {
    /// A name with what is before it, as that version wrote it, and as this one does.
    private struct Name: Hashable {
        let former: String
        let current: String
    }

    private let names: [Name]

    /// The names of a text of this version.
    init(in text: String) {
        var names: Set<Name> = []
        for line in Self.lines(text) where line.utf8.contains(UInt8(ascii: "\"")) {
            var index = line.startIndex
            while index < line.endIndex {
                guard let end = NodeLine.endOfText(in: line, from: index) else {
                    line.utf8.formIndex(after: &index)
                    continue
                }
                if let prefix = Self.prefix(of: line[..<index]), let name = String(quoted: line[index..<end]) {
                    names.insert(Name(former: prefix + name, current: prefix + line[index..<end]))
                }
                index = end
            }
        }
        // A name can begin with another one.
        self.names = names.sorted { ($0.former.utf8.count, $0.former) > ($1.former.utf8.count, $1.former) }
    }

    /// What is before a name; nil before a text.
    private static func prefix(of line: Substring) -> String? {
        if let prefix = ["#", " placeholder=", "intent: ", "- Image ", ": Image "].first(where: { line.hasSuffix($0) }) { return prefix }
        // In a layout, the frame is before the name.
        let node = line.drop { $0 == " " }
        return line.hasSuffix(") ") && (node.hasPrefix("Image ") || node.hasPrefix("intent ")) ? ") " : nil
    }

    private static func lines(_ text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// A reference in which these names are in quotation marks; texts are unchanged.
    func quoted(in reference: String) -> String {
        guard names.contains(where: { reference.contains($0.former) }) else { return reference }
        return Self.lines(reference).map(quoted).joined(separator: "\n")
    }

    private func quoted(in line: Substring) -> String {
        var output = ""
        var rest = line
        while !rest.isEmpty {
            if let name = names.first(where: { Self.begins(rest, with: $0.former) }) {
                output += name.current
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: name.former.utf8.count)...]
            } else {
                let end = NodeLine.endOfText(in: rest, from: rest.startIndex) ?? rest.unicodeScalars.index(after: rest.startIndex)
                output += rest[..<end]
                rest = rest[end...]
            }
        }
        return output
    }

    /// True if a name is at the beginning, and a space, a comma or the end of the line is after it.
    private static func begins(_ rest: Substring, with name: String) -> Bool {
        guard rest.utf8.starts(with: name.utf8) else { return false }
        return rest.utf8.dropFirst(name.utf8.count).first.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") } ?? true
    }
}
