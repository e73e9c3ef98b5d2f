/// The parts of a report in Markdown, for services that show it.
enum ReportMarkdown {
    /// The maximum length of a line in a cell, in characters.
    private static let maximumCharacters = 300

    /// The result of a run in one line.
    static func headline(_ report: SnapshotReport) -> String {
        let counts = SnapshotStatus.allCases.compactMap { status in
            let count = report.count(of: status)
            return count == 0 ? nil : "\(count) \(status.rawValue)"
        }
        let total = report.cases.count { $0.status != .obsolete }
        let warnings = report.warnings.isEmpty ? "" : ", \(report.warnings.count) warning\(report.warnings.count == 1 ? "" : "s")"
        let isClean = report.warnings.isEmpty && report.count(of: .obsolete) == 0
        return "\(!report.passed ? "❌" : isClean ? "✅" : "⚠️") **\(cell(report.suite))** (\(cell(report.platform))): "
            + "\(total) snapshot\(total == 1 ? "" : "s"): \(counts.isEmpty ? "nothing to do" : counts.joined(separator: ", "))\(warnings)\n"
    }

    /// The failed snapshots, errors first, then by the share of different pixels; of a cause, the worst one stands for all.
    ///
    /// Recorded and obsolete snapshots are in the headline's numbers.
    static func rows(_ report: SnapshotReport) -> [SnapshotRow] {
        report.cases.filter(\.status.isFailure).sorted { rank($0) > rank($1) }.rows
    }

    /// The sort key: the most severe cases have the highest value.
    private static func rank(_ item: SnapshotCase) -> Double {
        switch item.status {
        case .error: 3
        case .missing: 0
        // Pictures of different sizes have no counts.
        default: item.counts?.ratio ?? 2
        }
    }

    /// A text as code.
    static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

    /// Escapes Markdown and HTML in a text, and puts it on one line.
    static func cell(_ text: String) -> String {
        let isLong = text.count > maximumCharacters
        return text.prefix(maximumCharacters).unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "\n", "\r", "\t": output += " "
            case "\0"..<" ", "\u{7F}": break
            case "&", "<", ">", "|", "`", "*", "_", "~", "[", "]", "\\", "@", "#", ":", "$":
                output += "&#\(scalar.value);"
            default: output.unicodeScalars.append(scalar)
            }
        } + (isLong ? "…" : "")
    }
}
