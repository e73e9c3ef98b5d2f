/// A report as Markdown for the summary page of a GitHub job.
///
/// The page shows no pictures: GitHub takes neither files of the runner nor `data:` URIs there.
public enum GitHubSummary {
    /// How many bytes GitHub takes for a step; with one more it shows nothing.
    public static let maximumBytes = 1_048_576
    /// How many snapshots are listed.
    static let maximumRows = 100
    /// How many changed nodes of a snapshot are listed.
    private static let maximumChanges = 5
    /// How many characters a line of a cell has.
    private static let maximumCharacters = 300

    /// A line for a run without failures.
    ///
    /// For others also a table: errors first, then by the share of different pixels.
    ///
    /// - Parameters:
    ///   - folder: Where the report is, for those who look for it.
    ///   - limit: How many bytes the text has at most. Rows that do not fit are counted.
    public static func text(_ report: SnapshotReport, folder: String, limit: Int = maximumBytes) -> String {
        let head = headline(report)
        let end = report.passed ? "" : "\nThe report with pictures is \(code("\(folder)/index.html")).\n"
        let rows = report.cases.filter(isListed).sorted { rank($0) > rank($1) }
        guard !rows.isEmpty else { return fits(head, limit) }
        var text = "\(head)\n| snapshot | result | pixels | what differs |\n|---|---|--:|---|\n"
        // The longest that may follow the rows.
        let reserve = rest(rows.count).utf8.count + end.utf8.count
        var count = 0
        for item in rows.prefix(maximumRows) {
            let row = row(item)
            guard text.utf8.count + row.utf8.count + reserve <= limit else { break }
            text += row
            count += 1
        }
        guard count > 0 else { return fits(head, limit) }
        return text + (count < rows.count ? rest(rows.count - count) : "") + end
    }

    private static func fits(_ text: String, _ limit: Int) -> String { text.utf8.count <= limit ? text : "" }

    private static func rest(_ count: Int) -> String { "\n\(count) more like this; the report has all of them.\n" }

    private static func headline(_ report: SnapshotReport) -> String {
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

    /// A run that passes is told in a line: what was recorded or is obsolete is in its numbers.
    private static func isListed(_ item: SnapshotCase) -> Bool { item.status.isFailure }

    /// The worst have the most.
    private static func rank(_ item: SnapshotCase) -> Double {
        switch item.status {
        case .error: 3
        case .missing: 0
        // Pictures of different sizes are not counted.
        default: item.counts?.ratio ?? 2
        }
    }

    private static func row(_ item: SnapshotCase) -> String {
        let pixels = item.counts.map { $0.different == 0 ? "" : "\($0.different)" } ?? ""
        var lines = [item.message] + item.nodeChanges.prefix(maximumChanges)
        if item.nodeChanges.count > maximumChanges { lines.append("and \(item.nodeChanges.count - maximumChanges) more changes") }
        let differences = lines.filter { !$0.isEmpty }.map(cell).joined(separator: "<br>")
        return "| \(code(item.id)) | \(item.status.rawValue) | \(pixels) | \(differences) |\n"
    }

    private static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

    /// Text that is neither Markdown nor HTML, on one line.
    private static func cell(_ text: String) -> String {
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
