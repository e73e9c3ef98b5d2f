import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialSnapshots

/// A run of a suite, or a merge, that an error has ended before it had results.
///
/// Its reports have the error, so that the reports of an earlier run are not taken for its own.
struct FailedRun {
    /// The suite as written; nil for a merge that was given none.
    let suite: String?
    /// The shard and the number of shards; 1 of 1 for a complete run.
    var shard = 1, shards = 1

    /// The name of the run in reports.
    private var name: String { (suite ?? "merge") + (shards == 1 ? "" : " (shard \(shard)/\(shards))") }

    /// Writes the reports and the messages for GitHub; if the folder cannot be written, a message says so.
    func report(_ error: any Error, date: String, in folder: RunFolder, _ context: CommandContext) async {
        let report = SnapshotReport(
            suite: suite ?? name, platform: ReferenceFolder.currentPlatforms.first ?? "", date: date, duration: 0,
            cases: [SnapshotCase(id: name, status: .error, message: CommandFailure(error).message, source: suite.map(context.path))])
        var isWritten = true
        do {
            try folder.write(report, record(context))
        } catch {
            context.complain("\(error)")
            isWritten = false
        }
        await context.writeGitHubSummary(report, folder: isWritten ? folder.path : nil)
    }

    /// The record of a run without results.
    func record(_ context: CommandContext) -> RunRecord {
        let path = suite.map(context.path)
        var record = RunRecord(
            suite: path ?? "", suiteHash: path.flatMap { try? SnapshotSuite(path: $0) }?.hash, references: "",
            platforms: ReferenceFolder.currentPlatforms, shard: shard, shards: shards, isUnfiltered: false, fonts: [])
        record.ciRun = RunRecord.ciRun(in: context.environment)
        return record
    }
}
