import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A document from which a kind is drafted, in the format that it seems to have.
package struct DraftDocument: Sendable {
    /// The format.
    let format: DocumentFormat
    /// The character between the cells of a table; nil for a comma, and for other formats.
    let separator: String?
    /// The document, with the members of JSON in their order.
    let content: JSONValue

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - name: The name of its file or the path of its address: an ending says what looks like anything, such as a table.
    ///   - date: The time of its arrival.
    /// - Throws: `KindError` if it has no format that a kind can read.
    package init(_ bytes: [UInt8], named name: String, received date: Date) throws(KindError) {
        guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { throw KindError(.document, "the document is empty") }
        let (format, separator) = Self.format(of: bytes, named: name)
        self.format = format
        self.separator = separator == "," ? nil : String(separator)
        if format == .json {
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(JSONError) { content = try JSONValue(parsing: text) } catch {
                throw KindError(.document, "this is not JSON: \(error)", value: String(text.prefix(200)))
            }
            return
        }
        let form = DocumentForm(format, separator: separator)
        let json = try form.value(of: bytes, DocumentForm.Arrival(date: date)).json
        // These formats have texts only.
        content = [.csv, .xml, .text].contains(format) ? json.withNumbers : json
    }

    private static func format(of bytes: [UInt8], named name: String) -> (DocumentFormat, separator: Character) {
        let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        if start.hasPrefix("BEGIN:VCALENDAR") { return (.ical, ",") }
        if start.first == "<" {
            let isFeed = ["<rss", "<feed", "<rdf:RDF"].contains { start.contains($0) }
            return (isFeed ? .rss : .xml, ",")
        }
        if start.first == "{" || start.first == "[" {
            let lines = start.split(whereSeparator: \.isNewline)
            let areDocuments = lines.count > 1 && lines.prefix(2).allSatisfy { (try? JSONValue(parsing: String($0))) != nil }
            return (ending == "jsonl" || ending == "ndjson" || areDocuments ? .jsonl : .json, ",")
        }
        if ending == "json" { return (.json, ",") }
        let lines = text.split(whereSeparator: \.isNewline).prefix(20)
        let separators: [Character] = ["\t", ";", ","]
        if let separator = separators.first(where: { isTable(lines, $0, hasEnding: ["csv", "tsv"].contains(ending)) }) {
            return (.csv, separator)
        }
        return (lines.count > 1 ? .lines : .text, ",")
    }

    /// True if all lines have equally many of a separator, and some.
    private static func isTable(_ lines: some Collection<Substring>, _ separator: Character, hasEnding: Bool) -> Bool {
        guard let first = lines.first else { return false }
        let count = first.count { $0 == separator }
        // A cell in quotes may have the separator, too.
        return count > 0 && (hasEnding || (lines.count > 1 && lines.allSatisfy { $0.count { $0 == separator } == count }))
    }
}

extension JSONValue {
    /// The value with numbers in place of texts that are one.
    fileprivate var withNumbers: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withNumbers))
        case .object(let members): .object(members.map { JSONMember($0.key, $0.value.withNumbers) })
        // A number with a leading zero is a code.
        case .string(let text) where text.wholeMatch(of: /-?(0|[1-9]\d{0,14})(\.\d{1,9})?/) != nil:
            Double(text).map { JSONValue.double($0) } ?? self
        default: self
        }
    }
}
