/// A report as lines that GitHub's runners turn into annotations.
public enum GitHubAnnotations {
    /// A line for each case that is not as it should be, and for each warning; empty where there are none.
    ///
    /// GitHub shows only the first ten of a kind for each step: errors come in the order of the report.
    public static func text(_ report: SnapshotReport) -> String {
        let cases = report.cases.flatMap(lines)
        let warnings = report.warnings.map { line("warning", file: nil, title: report.suite, message: $0) }
        return (cases + warnings).map { $0 + "\n" }.joined()
    }

    private static func lines(_ item: SnapshotCase) -> [String] {
        let file = item.source ?? item.expected ?? item.actual
        let name = item.group.isEmpty ? item.id : "\(item.group): \(item.id)"
        let fonts = item.fontWarnings.map { line("warning", file: file, title: name, message: $0) }
        guard let (level, word) = level(item.status) else { return fonts }
        let message = ([item.message] + item.nodeChanges).filter { !$0.isEmpty }.joined(separator: "\n")
        return [line(level, file: file, title: "\(name) \(word)", message: message.isEmpty ? "\(name) \(word)" : message)] + fonts
    }

    private static func level(_ status: SnapshotStatus) -> (level: String, word: String)? {
        switch status {
        case .failed: ("error", "looks different")
        case .error: ("error", "could not be compared")
        case .missing: ("error", "has no reference")
        case .obsolete: ("warning", "belongs to no case")
        case .new: ("notice", "is new")
        case .updated: ("notice", "was updated")
        case .passed: nil
        }
    }

    private static func line(_ level: String, file: String?, title: String, message: String) -> String {
        let properties = (file.map { ["file=\(property($0))"] } ?? []) + ["title=\(property(title))"]
        return "::\(level) \(properties.joined(separator: ","))::\(data(message))"
    }

    /// What would end the line is written as a percent sign and two digits.
    private static func data(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "%": output += "%25"
            case "\r": output += "%0D"
            case "\n": output += "%0A"
            default: output.unicodeScalars.append(scalar)
            }
        }
    }

    /// The same with what would end a property.
    private static func property(_ text: String) -> String {
        data(text).unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case ":": output += "%3A"
            case ",": output += "%2C"
            default: output.unicodeScalars.append(scalar)
            }
        }
    }
}
