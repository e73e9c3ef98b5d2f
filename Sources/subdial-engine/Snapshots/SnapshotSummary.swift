import Snapshots

/// Formats the result of a run for a terminal.
enum SnapshotSummary {
    private static let marks: [SnapshotStatus: String] = [
        .failed: "✗", .error: "!", .missing: "?", .new: "+", .updated: "~", .obsolete: "-", .passed: "✓",
    ]

    /// A line for each snapshot that did not pass, with its changes, and a line of counts.
    static func text(_ report: SnapshotReport, page: String) -> String {
        var text = ""
        for warning in report.warnings { text += "warning: \(warning)\n" }
        for result in report.cases where result.status != .passed {
            text += "\(marks[result.status] ?? " ") \(result.id)\(result.message.isEmpty ? "" : ": \(result.message)")\n"
            for change in result.nodeChanges { text += "    \(change)\n" }
        }
        let counts = SnapshotStatus.allCases.compactMap { status -> String? in
            let count = report.count(of: status)
            return count == 0 ? nil : "\(count) \(status.rawValue)"
        }
        let total = report.cases.count { $0.status != .obsolete }
        text += "\(total) snapshot\(total == 1 ? "" : "s"): \(counts.isEmpty ? "nothing to do" : counts.joined(separator: ", "))\n"
        return report.passed ? text : text + "see \(page)\n"
    }
}
