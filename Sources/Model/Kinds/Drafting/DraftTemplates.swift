import SubdialBasics
import SubdialDocuments

/// The first templates of a drafted kind: its most telling value large, the next ones small, and a chart or a list if it has one.
struct DraftTemplates {
    /// Words in names of numbers that people look for first.
    private static let telling: Set = [
        "temperature", "temp", "price", "value", "total", "count", "level", "percent", "rate", "power", "usage", "speed", "score", "amount",
        "steps",
    ]
    /// Words in names of values that say little.
    private static let silent: Set = [
        "id", "lat", "latitude", "lon", "lng", "longitude", "elevation", "offset", "version", "code", "generationtime", "interval", "port",
        "timezone",
    ]

    private let title: String
    /// The value that is shown large; nil if there are only lists.
    private let main: DraftField?
    /// The values that are shown small.
    private let others: [DraftField]
    private let numbers: DraftField?
    private let rows: (field: DraftField, members: [DraftField])?

    init(title: String, fields: [DraftField]) {
        self.title = title
        let values = fields.filter { [.number, .text, .bool, .date].contains($0.kind) }
        let shown = values.filter { Self.silent.isDisjoint(with: $0.words) }
        let candidates = shown.filter { $0.kind == .number }
        let main =
            candidates.first { !Self.telling.isDisjoint(with: $0.words) } ?? candidates.first
            ?? shown.first ?? (fields.count == values.count ? values.first : nil)
        self.main = main
        others = shown.filter { $0.name != main?.name }
        numbers = fields.first { field in
            if case .list(.number) = field.content { !DraftField.Kind.isTime(field.name) } else { false }
        }
        rows = fields.lazy.compactMap { field in if case .rows(let members) = field.content { (field, members) } else { nil } }.first
    }

    /// The text of a bar.
    var line: String {
        "{{ \(headline ?? "''") }}"
    }

    var small: String { "background: background\nbody:\n\(Self.indented(column(isSmall: true), by: 2))\n" }

    var medium: String {
        let right: [String]
        if let rows {
            right = list(rows.field, rows.members)
        } else if let numbers {
            right = chart(numbers)
        } else {
            right = facts(4)
        }
        let body =
            main == nil && numbers == nil
            ? ["VStack:", "  - Text: \(DraftField.quoted(title))", "    font: headline", "    lineLimit: 1"] + Self.element(right)
                + ["alignment: leading", "frame: { maxWidth: infinity, maxHeight: infinity, alignment: topLeading }"]
            : right.isEmpty
                ? column(isSmall: false)
                : ["HStack:"] + Self.element(column(isSmall: false)) + Self.element(right) + ["spacing: 16"]
        return "background: background\nbody:\n\(Self.indented(body, by: 2))\n"
    }

    var rectangular: String {
        let texts = [headline].compactMap { $0 } + others.prefix(1).map(Self.labelled)
        let lines =
            [["Text: \(DraftField.quoted(title))", "font: headline", "lineLimit: 1", "minimumScaleFactor: 0.7"]]
            + texts.map { ["Text: \(DraftField.quoted("{{ \($0) }}"))", "lineLimit: 1", "minimumScaleFactor: 0.7"] }
        // Large type leaves room for fewer lines.
        var body = ["ViewThatFits:"]
        for count in (1...lines.count).reversed() {
            body += Self.element(["VStack:"] + lines.prefix(count).flatMap(Self.element) + ["alignment: leading"])
        }
        body += ["axes: vertical", "frame: { maxWidth: infinity, alignment: leading }"]
        return "body:\n\(Self.indented(body, by: 2))\n"
    }

    /// The expression of the value that is shown large: of the first row or number, if there are only lists.
    private var headline: String? {
        if let main { return Self.text(main) }
        if let rows, let label = Self.label(of: rows.members) { return Self.text(label, "\(rows.field.name)[0].\(label.name)") }
        return numbers.map { "\($0.name)[0] ?? '–'" }
    }

    /// The name, the value and what is next to it, one below the other.
    private func column(isSmall: Bool) -> [String] {
        var lines = [
            "VStack:", "  - Text: \(DraftField.quoted(title))", "    font: headline", "    lineLimit: 1", "    minimumScaleFactor: 0.7",
            "  - Spacer",
        ]
        if let value = headline {
            lines += [
                "  - Text: \(DraftField.quoted("{{ \(value) }}"))", "    font: \(main?.kind == .number ? "largeTitle" : "title3")",
                "    lineLimit: \(main?.kind == .number ? 1 : 2)", "    minimumScaleFactor: 0.5",
            ]
        }
        let next = others.prefix(1).map(Self.labelled).first ?? "''"
        lines += [
            "  # The age of data that are old",
            "  - Text: \(DraftField.quoted("{{ offline || missing ? 'no data' : stale ? age : \(next) }}"))", "    font: caption",
            "    foreground: secondary", "    lineLimit: \(isSmall ? 2 : 1)", "    minimumScaleFactor: 0.7",
            "    if: accessibility_size < 3",
            "alignment: leading", "frame: { maxWidth: infinity, maxHeight: infinity, alignment: leading }",
        ]
        return lines
    }

    /// Names and values, one pair a line.
    private func facts(_ count: Int) -> [String] {
        let facts = others.dropFirst().prefix(count)
        guard !facts.isEmpty else { return [] }
        var lines = ["VStack:"]
        for fact in facts {
            lines += [
                "  - HStack:", "      - Text: \(DraftField.quoted(Self.label(fact)))", "        foreground: secondary",
                "        lineLimit: 1", "      - Spacer",
                "      - Text: \(DraftField.quoted("{{ \(Self.text(fact)) }}"))", "        lineLimit: 1", "        minimumScaleFactor: 0.7",
            ]
        }
        return lines + ["font: subheadline", "spacing: 4", "if: accessibility_size == 0"]
    }

    private func list(_ field: DraftField, _ members: [DraftField]) -> [String] {
        guard let label = Self.label(of: members) else { return [] }
        let value = members.first { $0.name != label.name && $0.kind == .number }
        var row = [
            "HStack:", "  - Text: \(DraftField.quoted("{{ \(Self.text(label, "row.\(label.name)")) }}"))", "    lineLimit: 1",
            "  - Spacer",
        ]
        if let value {
            row += [
                "  - Text: \(DraftField.quoted("{{ \(Self.text(value, "row.\(value.name)")) }}"))", "    foreground: secondary",
                "    lineLimit: 1", "    minimumScaleFactor: 0.7",
            ]
        }
        return ["VStack:", "  - for: row in slice(\(field.name), 0, 4)"] + row.map { "    \($0)" }
            + ["font: subheadline", "spacing: 4", "if: accessibility_size == 0"]
    }

    private func chart(_ numbers: DraftField) -> [String] {
        [
            "Chart:", "  - for: value in \(numbers.name)", "    LineMark: { x: \"{{ index }}\", y: \"{{ value }}\" }",
            "    interpolation: monotone", "axes: none", "yAxis: { includesZero: false }",
        ]
    }

    /// The member by which a row is known: a text, or else the first one.
    private static func label(of members: [DraftField]) -> DraftField? {
        let texts = members.filter { $0.kind == .text }
        return texts.first { ["name", "title", "label", "summary"].contains($0.name.lowercased()) } ?? texts.first ?? members.first
    }

    /// The expression of a value as a text, also if it is missing.
    private static func text(_ field: DraftField, _ expression: String? = nil) -> String {
        let value = expression ?? field.name
        switch field.kind {
        case .number:
            let number = "round(\(value) * 10) / 10"
            let text = field.unit.map { "concat(\(number), '\($0.hasPrefix("°") && $0.count == 1 ? "" : " ")\($0)')" } ?? number
            return "\(value) == null ? '–' : \(text)"
        case .bool: return "\(value) ?? false ? 'yes' : 'no'"
        case .date: return "\(value) == null ? '–' : date(\(value), 'd MMM HH:mm')"
        default: return "\(value) ?? '–'"
        }
    }

    /// The expression of a value with its name.
    private static func labelled(_ field: DraftField) -> String {
        field.kind == .text ? "\(field.name) ?? ''" : "concat('\(label(field)) ', \(text(field)))"
    }

    /// The name of a field in words.
    private static func label(_ field: DraftField) -> String { String(field.name.map { $0 == "_" ? " " : $0 }) }

    private static func indented(_ lines: [String], by spaces: Int) -> String {
        lines.map { String(repeating: " ", count: spaces) + $0 }.joined(separator: "\n")
    }

    /// The lines as an element of a list.
    private static func element(_ lines: [String]) -> [String] {
        lines.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
    }
}

extension DraftField {
    /// The words of the name, in small letters: `waterTemp_2m` has `water`, `temp` and `2m`.
    fileprivate var words: Set<String> {
        var words: [String] = [""]
        for character in name {
            if character == "_" || character.isUppercase, words.last?.isEmpty == false { words.append("") }
            if character != "_" { words[words.count - 1] += character.lowercased() }
        }
        return Set(words)
    }
}
