internal import Foundation

/// The inline parts of Markdown, as CommonMark describes them: emphasis, code, links, and strikethrough.
enum Markdown {
    /// A text with the same intents.
    struct Part: Equatable {
        var text: String
        var intents: InlinePresentationIntent = []
        /// The destination of the link that it belongs to; nil outside of links.
        var link: String?

        /// The part in an attributed string; `words` stands in place of its text.
        func attributed(words: String? = nil) -> AttributedString {
            var string = AttributedString(words ?? text)
            if !intents.isEmpty { string.inlinePresentationIntent = intents }
            if let link, let url = URL(string: link) { string.link = url }
            return string
        }

        /// Changes the attributes of a text to those of the part.
        func apply(to text: inout TextEnvironment) { intents.apply(to: &text) }
    }

    /// The parts of a text, whose white space stays as it is.
    static func inline(_ text: String) -> [Part] {
        // Most texts have none of these.
        guard text.utf8.contains(where: { "*_`~[\\&<".utf8.contains($0) }) else { return text.isEmpty ? [] : [Part(text: text)] }
        return MarkdownInlines(text).parts()
    }

    /// The parts of a document: blocks follow each other without a break, and a single line break is a space.
    static func document(_ text: String) -> [Part] {
        var parts: [Part] = []
        var paragraph: [String] = []
        var fence: String?
        func end() {
            let text = paragraph.enumerated().map { index, line in
                // Two spaces or a backslash at the end of a line break it.
                let isLast = index == paragraph.count - 1
                if isLast { return line.trimmingCharacters(in: .whitespaces) }
                if line.hasSuffix("  ") { return line.trimmingCharacters(in: .whitespaces) + "\n" }
                return line.hasSuffix("\\") ? String(line.dropLast()) + "\n" : line.trimmingCharacters(in: .whitespaces) + " "
            }.joined()
            parts += inline(text)
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let open = fence {
                if trimmed.hasPrefix(open) { fence = nil } else { parts.append(Part(text: line + "\n")) }
            } else if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
                end()
                fence = String(trimmed.prefix(3))
            } else if trimmed.isEmpty {
                end()
            } else if let content = blockContent(trimmed) {
                end()
                paragraph = [content]
                if trimmed.hasPrefix("#") { end() }
            } else {
                paragraph.append(paragraph.isEmpty ? trimmed + (line.hasSuffix("  ") ? "  " : "") : String(line))
            }
        }
        end()
        return parts
    }

    /// The text of a heading, a quotation or an item of a list; nil for a line of a paragraph.
    private static func blockContent(_ line: String) -> String? {
        let hashes = line.prefix { $0 == "#" }
        if (1...6).contains(hashes.count), line.dropFirst(hashes.count).first == " " {
            return line.dropFirst(hashes.count).trimmingCharacters(in: .whitespaces)
        }
        if line.hasPrefix(">") { return line.dropFirst().trimmingCharacters(in: .whitespaces) }
        if let first = line.first, "-+*".contains(first), line.dropFirst().first == " " { return String(line.dropFirst(2)) }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        guard (1...9).contains(digits.count), let mark = rest.first, ".)".contains(mark), rest.dropFirst().first == " " else { return nil }
        return String(rest.dropFirst(2))
    }
}

extension InlinePresentationIntent {
    /// Changes the attributes of a text to those that the intents have.
    func apply(to text: inout TextEnvironment) {
        if contains(.emphasized) { text.changes.isItalic = true }
        if contains(.stronglyEmphasized) { text.changes.weight = .bold }
        if contains(.code) { text.changes.isMonospaced = true }
        if contains(.strikethrough) { text.strikethrough = text.strikethrough ?? .single }
    }
}
