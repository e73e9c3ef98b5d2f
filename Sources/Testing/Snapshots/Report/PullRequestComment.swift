import SubdialBasics

/// A report as the comment of a pull request: the result, and the worst snapshots with their pictures.
package struct PullRequestComment: Sendable {
    /// GitHub's limit for the text of a comment is 65,536 characters; GitLab's is higher.
    private static let maximumBytes = 60_000
    /// The maximum number of listed changes of a snapshot.
    private static let maximumChanges = 5

    private let report: SnapshotReport
    private let rows: [SnapshotRow]

    /// Makes a comment that shows at most `count` causes.
    package init(_ report: SnapshotReport, count: Int) {
        self.report = report
        rows = Array(ReportMarkdown.rows(report).prefix(max(0, count)))
    }

    /// The first line of each comment about the suite on this platform, by which a later run finds it.
    package var marker: String { "<!-- subdial-snapshots:\(String("\(report.suite)\0\(report.platform)".stableHash, radix: 16)) -->" }

    /// True if no snapshot has failed.
    package var passed: Bool { report.passed }

    /// The snapshots that it shows: the worst of each cause.
    package var shown: [SnapshotCase] { rows.map(\.first) }

    /// The text of the comment.
    ///
    /// - Parameters:
    ///   - link: The address of the whole report; nil for none.
    ///   - pictures: The addresses of pictures with what was expected, what differs and what was drawn, by the ids of snapshots.
    package func text(link: String?, pictures: [String: String]) -> String {
        var text = "\(marker)\n\(ReportMarkdown.headline(report))"
        let end = link.map { "\n[The whole report](\(Self.address($0)))\n" } ?? ""
        var count = 0
        for row in rows {
            let part = part(row, pictures[row.first.id])
            guard text.utf8.count + part.utf8.count + end.utf8.count <= Self.maximumBytes else { break }
            text += part
            count += 1
        }
        let others = ReportMarkdown.rows(report).count - count
        if others > 0 { text += "\n\(others) more like \(others == 1 ? "this; the report has it" : "these; the report has them").\n" }
        return text + end
    }

    private func part(_ row: SnapshotRow, _ picture: String?) -> String {
        let item = row.first
        var lines = [item.message, row.rest] + item.nodeChanges.prefix(Self.maximumChanges)
        if item.nodeChanges.count > Self.maximumChanges { lines.append("and \(item.nodeChanges.count - Self.maximumChanges) more changes") }
        let texts = lines.filter { !$0.isEmpty }.map { "<br>\(ReportMarkdown.cell($0))\n" }.joined()
        let sides = [(item.expected, "expected"), (item.difference, "difference"), (item.actual, "actual")].filter { $0.0 != nil }.map(\.1)
        let shown = picture.map { "\n![\(sides.joined(separator: ", "))](\(Self.address($0)))\n" } ?? ""
        return "\n\(ReportMarkdown.code(item.id)) \(item.status.rawValue)\n\(texts)\(shown)"
    }

    /// An address without what would end a link of Markdown.
    private static func address(_ text: String) -> String {
        text.utf8.reduce(into: "") { output, byte in
            switch byte {
            case UInt8(ascii: "!"), UInt8(ascii: "#")..<UInt8(ascii: "'"), UInt8(ascii: "*")..<UInt8(ascii: "<"), UInt8(ascii: "="),
                UInt8(ascii: "?")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "~"):
                output.unicodeScalars.append(Unicode.Scalar(byte))
            default: output += "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
            }
        }
    }
}
