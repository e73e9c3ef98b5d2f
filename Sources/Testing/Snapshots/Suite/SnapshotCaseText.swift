import FoundationEssentials
import SubdialDocuments
import SubdialWidgets

/// The YAML of a case with one look; it specifies every option, so that the suite's own matrix adds nothing.
package struct SnapshotCaseText: Hashable, Sendable {
    /// The case's name: letters, digits, '-' and '_'.
    package var id: String
    /// The path of a template file, relative to the suite; nil for a kind.
    private var template: String?
    /// A kind of widget; nil for a template file.
    private var kind: String?
    /// The path of the entry file, relative to the suite.
    private var entry: String
    /// The look.
    private var matrix: LookMatrix

    /// Makes a case.
    package init(id: String, template: String?, kind: String?, entry: String, matrix: LookMatrix) {
        self.id = id
        self.template = template
        self.kind = kind
        self.entry = entry
        self.matrix = matrix
    }

    /// The lines of the case, each after `indentation`, without the final line break.
    package func text(indentation: String = "") -> String {
        var lines = ["- id: \(Self.scalar(id))"]
        if let template { lines.append("  template: \(Self.scalar(template))") }
        if let kind { lines.append("  kind: \(Self.scalar(kind))") }
        lines.append("  entries: [\(Self.scalar(entry))]")
        lines.append("  matrix:")
        for axis in LookAxis.all {
            guard let values = matrix[axis] else { continue }
            lines.append("    \(axis.suite): [\(values.compactMap { Self.value(of: axis, $0) }.joined(separator: ", "))]")
        }
        return lines.map { indentation + $0 }.joined(separator: "\n")
    }

    /// The value of an axis as YAML; nil if a suite has no word for it.
    private static func value(of axis: LookAxis, _ look: WidgetLook) -> String? {
        switch axis.value(in: look) {
        case .text(let text)?: scalar(text)
        case .flag(let flag)?: String(flag)
        case .number(let number)?: number.shortText
        case .panel(let panel)?: self.panel(panel)
        case nil: axis.hasNone ? LookAxis.none : nil
        }
    }

    /// The options of a panel as YAML.
    private static func panel(_ panel: PanelChoice) -> String {
        let parts = PanelChoice.Key.allCases.compactMap { key in
            panel.text(key).map { "\(key.suite): \(number($0) ?? scalar($0))" }
        }
        return parts.isEmpty ? PanelChoice.own : "{ \(parts.joined(separator: ", ")) }"
    }

    /// An integer unchanged; nil for any other text.
    private static func number(_ text: String) -> String? { Int(text).map { "\($0)" } == text ? text : nil }

    /// A text as YAML: plain if it is unambiguous, else quoted.
    private static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        let first = text.utf8.first ?? 0
        let isWord = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) || text.hasPrefix("../") || text.hasPrefix("/")
        let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
        guard isPlain, isWord, !words.contains(text.lowercased()) else {
            var quoted = ""
            JSONValue.write(text, to: &quoted)
            return quoted
        }
        return text
    }
}
