import FoundationEssentials
import SubdialSnapshots
import SubdialSystem

extension CommandContext {
    /// In a GitHub job, reports the result as annotations and on the job's summary page.
    ///
    /// - Parameter folder: The folder of the report.
    func tellGitHub(_ report: SnapshotReport, folder: String?) async {
        if environment["GITHUB_ACTIONS"] == "true" { await write(GitHubAnnotations.text(report)) }
        guard let summary = environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty else { return }
        let file = path(summary)
        // Earlier steps may have written to the file.
        let length = FileVersion(path: file)?.size ?? 0
        let shown = folder.map { $0.hasPrefix(workingFolder + "/") ? String($0.dropFirst(workingFolder.count + 1)) : $0 }
        let text = GitHubSummary.text(report, folder: shown, limit: GitHubSummary.maximumBytes - length)
        do {
            try AppendedFile.append(Array(text.utf8), to: file, behind: length, isDurable: false)
        } catch {
            complain("the summary of the job cannot be written: \(error)")
        }
    }
}
