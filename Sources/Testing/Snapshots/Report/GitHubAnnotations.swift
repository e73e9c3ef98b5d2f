/// Writes a report as workflow commands that GitHub's runners turn into annotations.
package enum GitHubAnnotations {
    /// The maximum number of annotations per level that GitHub shows for a step.
    private static let limit = 10

    /// A line for each cause of failed cases, and for each warning; empty if there are none.
    ///
    /// It is at the changed line of a template or a test if that is known, otherwise at the case.
    ///
    /// At most ``limit`` lines per level: if there are more, the last one states the number of the others.
    package static func text(_ report: SnapshotReport) -> String {
        let annotations =
            report.cases.rows.flatMap(annotations)
            + report.warnings.map { Annotation(level: "warning", file: nil, line: nil, title: report.suite, message: $0) }
        return ["error", "warning", "notice"].flatMap { level in
            let those = annotations.filter { $0.level == level }
            guard those.count > limit else { return those }
            let rest = those.count - limit + 1
            let message = "\(rest) more like this; the report in index.html has all of them"
            return those.prefix(limit - 1) + [Annotation(level: level, file: nil, line: nil, title: "and \(rest) more", message: message)]
        }
        .map { $0.text + "\n" }.joined()
    }

    /// A text for the log without workflow commands: a runner obeys a line that begins with `::`, and `##[` anywhere.
    package static func plain(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isCommand = line.unicodeScalars.drop { $0.properties.isWhitespace }.starts(with: "::".unicodeScalars)
            let plain = String(line.unicodeScalars.replacing("##[".unicodeScalars, with: "# #[".unicodeScalars))
            return isCommand ? "\\\(plain)" : plain
        }.joined(separator: "\n")
    }

    private static func annotations(_ row: SnapshotRow) -> [Annotation] {
        let item = row.first
        let place = item.place
        let name = item.group.isEmpty || item.id.hasPrefix(item.group) ? item.id : "\(item.group): \(item.id)"
        func annotation(_ level: String, _ title: String, _ message: String) -> Annotation {
            Annotation(level: level, file: place?.file ?? item.expected ?? item.actual, line: place?.line, title: title, message: message)
        }
        // Font warnings belong to the whole run.
        guard let (level, word) = level(item.status) else { return [] }
        let message = ([item.message] + item.nodeChanges + [row.rest]).filter { !$0.isEmpty }.joined(separator: "\n")
        let title = row.others.isEmpty ? "\(name) \(word)" : "\(name) \(word), and \(row.others.count) more"
        return [annotation(level, title, message.isEmpty ? title : message)]
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

    private struct Annotation {
        let level: String
        let file: String?
        let line: Int?
        let title: String
        let message: String

        var text: String {
            let properties = [file.map { "file=\(property($0))" }, line.map { "line=\($0)" }, "title=\(property(title))"]
            return "::\(level) \(properties.compactMap { $0 }.joined(separator: ","))::\(data(message))"
        }
    }

    /// Percent-encodes line breaks and percent signs.
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

    /// Percent-encodes the delimiters of a property too.
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
