/// Writes a report as Markdown for the summary page of a GitHub job.
///
/// The page shows no pictures: GitHub supports neither files of the runner nor `data:` URIs there.
package enum GitHubSummary {
    /// GitHub's limit for the summary of a step, in bytes; a longer summary is not shown at all.
    package static let maximumBytes = 1_048_576
    /// The maximum number of listed snapshots.
    private static let maximumRows = 100
    /// The maximum number of listed node changes of a snapshot.
    private static let maximumChanges = 5
    /// The maximum length of a line in a cell, in characters.
    private static let maximumCharacters = 300

    /// One line for a run without failures; otherwise also a table, errors first, then by the share of different pixels.
    ///
    /// - Parameters:
    ///   - folder: The path of the report, for readers; nil if it could not be written.
    ///   - limit: The maximum size of the text, in bytes. Rows that do not fit are counted.
    package static func text(_ report: SnapshotReport, folder: String?, limit: Int = maximumBytes) -> String {
        let head = headline(report)
        let end = report.passed ? "" : folder.map { "\nThe report with pictures is \(code("\($0)/index.html")).\n" } ?? ""
        // Of a cause, the case with the most different pixels stands for all.
        let rows = report.cases.filter(isListed).sorted { rank($0) > rank($1) }.rows
        guard !rows.isEmpty else { return fits(head, limit) }
        var text = "\(head)\n| snapshot | result | pixels | what differs |\n|---|---|--:|---|\n"
        // The maximum length of the text after the rows.
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

    /// Only failures are listed; recorded and obsolete snapshots are in the headline's numbers.
    private static func isListed(_ item: SnapshotCase) -> Bool { item.status.isFailure }

    /// The sort key: the most severe cases have the highest value.
    private static func rank(_ item: SnapshotCase) -> Double {
        switch item.status {
        case .error: 3
        case .missing: 0
        // Pictures of different sizes have no counts.
        default: item.counts?.ratio ?? 2
        }
    }

    private static func row(_ row: SnapshotRow) -> String {
        let item = row.first
        let pixels = item.counts.map { $0.different == 0 ? "" : "\($0.different)" } ?? ""
        var lines = [item.message] + item.nodeChanges.prefix(maximumChanges)
        if item.nodeChanges.count > maximumChanges { lines.append("and \(item.nodeChanges.count - maximumChanges) more changes") }
        lines.append(row.rest)
        let differences = lines.filter { !$0.isEmpty }.map(cell).joined(separator: "<br>")
        return "| \(code(item.id)) | \(item.status.rawValue) | \(pixels) | \(differences) |\n"
    }

    private static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

    /// Escapes Markdown and HTML in a text, and puts it on one line.
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
