import SubdialSnapshots

/// Formats the result of a run for a terminal.
enum SnapshotSummary {
    private static let marks: [SnapshotStatus: String] = [
        .failed: "✗", .error: "!", .missing: "?", .new: "+", .updated: "~", .obsolete: "-", .passed: "✓",
    ]

    /// A line for each snapshot that did not pass, with its changes, and a line of counts.
    ///
    /// - Parameters:
    ///   - page: The path of the report; nil if it could not be written.
    ///   - showsTime: True to add the duration of the run.
    static func text(_ report: SnapshotReport, page: String?, showsTime: Bool) -> StyledText {
        var text = StyledText()
        for warning in report.warnings {
            text.append("warning:", .warning)
            text += " \(warning)\n"
        }
        for result in report.cases where result.status != .passed {
            text.append(marks[result.status] ?? " ", result.status.emphasis)
            text += " \(result.id)\(result.message.isEmpty ? "" : ": \(result.message)")\n"
            for change in result.nodeChanges { text += "    \(change)\n" }
        }
        let total = report.cases.count { $0.status != .obsolete }
        text += "\(total) snapshot\(total == 1 ? "" : "s"): "
        let statuses = SnapshotStatus.allCases.filter { report.count(of: $0) > 0 }
        if statuses.isEmpty { text += "nothing to do" }
        for (index, status) in statuses.enumerated() {
            text += index == 0 ? "" : ", "
            text.append("\(report.count(of: status)) \(status.rawValue)", status.emphasis)
        }
        text += showsTime ? ", \(ElapsedTime.text(seconds: report.duration))\n" : "\n"
        if !report.passed, let page { text += "see \(page)\n" }
        return text
    }
}

extension SnapshotStatus {
    fileprivate var emphasis: Emphasis {
        switch self {
        case .passed: .good
        case .failed, .error: .bad
        default: .warning
        }
    }
}
