import Files
import FoundationEssentials
import Snapshots

extension CommandContext {
    /// Tells a GitHub job what a report says, where this is one: as annotations, and on the page that sums the job up.
    ///
    /// - Parameter folder: Where the report is.
    func tellGitHub(_ report: SnapshotReport, folder: String) async {
        if environment["GITHUB_ACTIONS"] == "true" { await write(GitHubAnnotations.text(report)) }
        guard let summary = environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty else { return }
        let file = path(summary)
        // Others may have written there before.
        let length = FileVersion(path: file)?.size ?? 0
        let shown = folder.hasPrefix(workingFolder + "/") ? String(folder.dropFirst(workingFolder.count + 1)) : folder
        let text = GitHubSummary.text(report, folder: shown, limit: GitHubSummary.maximumBytes - length)
        do {
            try AppendedFile.append(Array(text.utf8), to: file, behind: length, isDurable: false)
        } catch {
            complain("the summary of the job cannot be written: \(error)")
        }
    }
}
