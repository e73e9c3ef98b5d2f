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

    /// One line for a run without failures; otherwise also a table, errors first, then by the share of different pixels.
    ///
    /// - Parameters:
    ///   - folder: The path of the report, for readers; nil if it could not be written.
    ///   - limit: The maximum size of the text, in bytes. Rows that do not fit are counted.
    package static func text(_ report: SnapshotReport, folder: String?, limit: Int = maximumBytes) -> String {
        let head = ReportMarkdown.headline(report)
        let end = report.passed ? "" : folder.map { "\nThe report with pictures is \(ReportMarkdown.code("\($0)/index.html")).\n" } ?? ""
        // Of a cause, the case with the most different pixels stands for all.
        let rows = ReportMarkdown.rows(report)
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

    private static func row(_ row: SnapshotRow) -> String {
        let item = row.first
        let pixels = item.counts.map { $0.different == 0 ? "" : "\($0.different)" } ?? ""
        var lines = [item.message] + item.nodeChanges.prefix(maximumChanges)
        if item.nodeChanges.count > maximumChanges { lines.append("and \(item.nodeChanges.count - maximumChanges) more changes") }
        lines.append(row.rest)
        let differences = lines.filter { !$0.isEmpty }.map(ReportMarkdown.cell).joined(separator: "<br>")
        return "| \(ReportMarkdown.code(item.id)) | \(item.status.rawValue) | \(pixels) | \(differences) |\n"
    }
}
