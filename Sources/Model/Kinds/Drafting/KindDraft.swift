import SubdialBasics
import SubdialDocuments

/// A first `kind.yaml` and first templates, made from a document: fields with its values as samples, a line, and three widgets.
package struct KindDraft {
    /// Where the document is.
    package enum Source: Sendable {
        /// An address.
        case url(String)
        /// The path of a file.
        case file(String)
    }

    private let title: String
    private let source: Source
    private let document: DraftDocument
    private let fields: [DraftField]
    private let omitted: [String]

    /// Drafts a kind.
    ///
    /// - Parameter name: The name of the kind.
    /// - Throws: `KindError` if nothing in the document can be a field.
    package init(name: String, source: Source, _ document: DraftDocument) throws(KindError) {
        let found = DraftFields(document.content)
        guard !found.fields.isEmpty else {
            throw KindError(.document, "there is no value in it that can be a field", value: String(document.content.text().prefix(200)))
        }
        title = name.split(separator: "-").joined(separator: " ").firstUppercased
        self.source = source
        self.document = document
        (fields, omitted) = (found.fields, found.omitted)
    }

    /// The names and texts of the files.
    package var files: [(name: String, text: String)] {
        let templates = DraftTemplates(title: title, fields: fields)
        return [
            ("kind.yaml", kind(templates.line)), ("systemSmall.yaml", templates.small), ("systemMedium.yaml", templates.medium),
            ("accessoryRectangular.yaml", templates.rectangular),
        ]
    }

    private func kind(_ line: String) -> String {
        let format = document.format == .json ? [] : ["  format: \(document.format.rawValue)"]
        let separator = document.separator.map { ["  separator: \($0 == "\t" ? "tab" : DraftField.quoted($0))"] } ?? []
        let place: (origin: String, refresh: String) =
            switch source {
            case .url(let address): ("  url: \(DraftField.quoted(address))", "{ every: 15m, stale: 1h }")
            case .file(let path): ("  file: \(DraftField.quoted(path))", "{ stale: 1d }")
            }
        let places = omitted.prefix(20).joined(separator: ", ") + (omitted.count > 20 ? ", …" : "")
        let rest = omitted.isEmpty ? [] : ["  # Not a field yet: \(places)"]
        let lines =
            [
                "# A kind: where the data come from, and what an entry consists of. Drafted from a document: delete what you do not need.",
                "name: \(DraftField.quoted(title))", "description: One sentence about it.", "", "source:", place.origin,
            ] + format + separator + [
                "", "# Each field has a sample: for the gallery and for checks. A field that is not optional must be in every document.",
                "fields:",
            ] + fields.map { "  \($0.name):\($0.properties.hasPrefix("\n") ? "" : " ")\($0.properties)" } + rest + [
                "", "# How often the source is read, and when its data count as old.", "refresh: \(place.refresh)", "",
                "# What a bar shows.", "feed: { text: \(DraftField.quoted(line)) }", "",
            ]
        return lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
