import FoundationEssentials
import JSON

/// A case of one look, as it is written into a suite: every word stands in it, so that nothing of the suite's own matrix joins in.
public struct SnapshotCaseText: Hashable, Sendable {
    /// The case's name: letters, digits, '-' and '_'.
    public var id: String
    /// A template file, relative to the suite; nil for a kind.
    public var template: String?
    /// A kind of widget; nil for a template file.
    public var kind: String?
    /// The entry file, relative to the suite.
    public var entry: String
    /// The look.
    public var matrix: SnapshotMatrix

    /// Makes a case.
    public init(id: String, template: String?, kind: String?, entry: String, matrix: SnapshotMatrix) {
        self.id = id
        self.template = template
        self.kind = kind
        self.entry = entry
        self.matrix = matrix
    }

    /// The lines of the case, each behind `indentation`, without the break at the end.
    public func text(indentation: String = "") -> String {
        var lines = ["- id: \(Self.scalar(id))"]
        if let template { lines.append("  template: \(Self.scalar(template))") }
        if let kind { lines.append("  kind: \(Self.scalar(kind))") }
        lines.append("  entries: [\(Self.scalar(entry))]")
        lines.append("  matrix:")
        let words: [(String, [String]?)] = [
            ("families", matrix.families), ("devices", matrix.devices), ("appearances", matrix.appearances), ("modes", matrix.modes),
            ("themes", matrix.themes), ("typeSizes", matrix.typeSizes), ("languages", matrix.languages), ("placements", matrix.placements),
            ("directions", matrix.directions),
            ("redactions", matrix.redactions),
        ]
        for (key, list) in words {
            guard let list else { continue }
            lines.append("    \(key): [\(list.map(Self.scalar).joined(separator: ", "))]")
        }
        return lines.map { indentation + $0 }.joined(separator: "\n")
    }

    /// A text as YAML: plain where nobody can take it for anything else.
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
