import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// A field of a drafted kind.
struct DraftField {
    /// The type of a value in a document.
    enum Kind: String {
        case number, bool, text, date, url, image
    }

    /// What the field has.
    enum Content {
        case value(Kind, epoch: String?)
        /// A list of values.
        case list(Kind)
        /// A list of rows, with their members.
        case rows([DraftField])
    }

    let name: String
    /// The expression of the value, without braces; nil for the member of the field's name.
    let source: String?
    let content: Content
    /// The unit of a number; nil if the document names none.
    var unit: String?
    let sample: JSONValue

    /// The kind of a single value; nil for lists.
    var kind: Kind? { if case .value(let kind, _) = content { kind } else { nil } }

    /// The properties after the name, in YAML.
    var properties: String {
        let from = source.map { ["from: \(Self.quoted("{{ \($0) }}"))"] } ?? []
        let rest = ["optional: true", "sample: \(sample.text())"]
        switch content {
        case .value(let kind, let epoch):
            let type = ["type: \(kind.rawValue)"] + (epoch.map { ["epoch: \($0)"] } ?? [])
            let unit = unit.map { ["unit: \(Self.quoted($0))"] } ?? []
            return "{ \((type + from + unit + rest).joined(separator: ", ")) }"
        case .list(let kind):
            return "{ \((["type: list", "of: \(kind.rawValue)"] + from + rest).joined(separator: ", ")) }"
        case .rows(let members):
            let lines =
                ["type: list"] + from + ["optional: true", "of:"] + members.map { "  \($0.name): \($0.rowProperties)" }
                + ["sample: \(sample.text())"]
            return "\n" + lines.map { "    \($0)" }.joined(separator: "\n")
        }
    }

    /// The properties of a member of a row: its type alone if the row has it by that name.
    private var rowProperties: String {
        guard case .value(let kind, let epoch) = content else { return "any" }
        guard source != nil || epoch != nil else { return kind.rawValue }
        let parts =
            ["type: \(kind.rawValue)"] + (epoch.map { ["epoch: \($0)"] } ?? [])
            + (source.map { ["from: \(Self.quoted("{{ \($0) }}"))"] } ?? [])
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// A text in quotes, which both JSON and YAML read.
    static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}

extension DraftField.Kind {
    /// The type of a value, and the unit of a date that is a number; nil for a value that has none.
    static func kind(of value: JSONValue, named name: String) -> (kind: Self, epoch: String?)? {
        switch value {
        case .bool: (.bool, nil)
        case .integer, .unsigned, .double:
            switch (isTime(name), value.number ?? 0) {
            case (true, 1e9..<4e9): (.date, "s")
            case (true, 1e12..<4e12): (.date, "ms")
            default: (.number, nil)
            }
        case .string(let text): (kind(ofText: text), nil)
        case .null, .array, .object: nil
        }
    }

    private static func kind(ofText text: String) -> Self {
        if text.hasPrefix("https://") || text.hasPrefix("http://") {
            let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
            return [".png", ".jpg", ".jpeg", ".webp", ".gif"].contains { path.hasSuffix($0) } ? .image : .url
        }
        // With a day and a time of day: a year alone, or a version, is a text.
        let isDate = text.wholeMatch(of: /\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?/) != nil
        return isDate && TimeZones().date(reading: text) != nil ? .date : .text
    }

    /// True for a name that is usual for dates.
    static func isTime(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["time", "date", "stamp", "at", "sunrise", "sunset", "start", "end", "dt", "updated", "created"].contains {
            name == $0 || name.hasSuffix("_\($0)") || name.hasSuffix($0) && $0.count > 2
        }
    }
}
