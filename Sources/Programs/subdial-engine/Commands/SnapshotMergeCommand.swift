import ArgumentParser
import FoundationEssentials
import SubdialSnapshots
import SubdialSystem

/// `subdial snapshot merge`: merges the reports of shards.
struct SnapshotMergeCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge the reports of all shards of a run.",
        discussion: "The command copies the difference pictures, and reports obsolete references.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot merge shard-1 shard-2 -o report": "Merge the reports of two shards"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The report folders of the shards.", valueName: "DIR"), completion: .directory)
    var folders: [String]

    @Option(
        name: [.customShort("o"), .long], help: ArgumentHelp("The folder for the merged report.", valueName: "DIR"), completion: .directory)
    var output: String

    @Option(
        help: ArgumentHelp("The suite, if its path differs from that of the shards.", valueName: "FILE"),
        completion: .file(extensions: ["yaml"]))
    var suite: String?

    @Flag(help: "Treat a shard without a report as passed, for a CI service that stores only reports of failures.")
    var missingPassed = false

    @Flag(help: "Remove obsolete references if no snapshot has failed.")
    var prune = false

    @Flag(help: "End with 1 where references belong to no snapshot, or where that is not known.")
    var failOnObsolete = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let date = Date.now.formatted(.iso8601)
        let target = RunFolder(path: context.path(output))
        let inputs = folders.map { Input(name: $0, folder: RunFolder(path: context.path($0))) }
        let others = inputs.map(\.folder).filter { $0 != target }
        // The target may be the folder of a shard, whose pictures are part of the result.
        let isOther = others.count == inputs.count
        if isOther { try target.clear() }
        let merged: Merged
        do {
            merged = try merge(inputs, context)
        } catch {
            await FailedRun(suite: suite).report(error, date: date, in: target, context)
            throw error
        }
        if isOther { try target.start(merged.record) }
        for folder in others {
            for kind in RunFolder.pictureFolders { try Self.copy("\(folder.path)/\(kind)", to: "\(target.path)/\(kind)") }
        }
        try target.write(merged.report, merged.record)
        let status = try await SnapshotEnding(merged.report, merged.record, folder: target.path)
            .report(prune: prune && merged.isComplete, failOnObsolete: failOnObsolete, global.color, context)
        if let failure = merged.failure { throw failure }
        return status
    }

    /// The folder of a shard, and its content.
    private struct Input {
        let name: String
        let folder: RunFolder
        let content: Result<(report: SnapshotReport, record: RunRecord), SnapshotError>

        init(name: String, folder: RunFolder) {
            self.name = name
            self.folder = folder
            content = Result { () throws(SnapshotError) in (report: try folder.report(), record: try folder.record()) }
        }

        /// The reason why there is no report; nil if there is one.
        var error: SnapshotError? { if case .failure(let error) = content { error } else { nil } }
    }

    /// The result of all shards.
    private struct Merged {
        var report: SnapshotReport
        let record: RunRecord
        /// True if all snapshots of the suite have been judged.
        let isComplete: Bool
        /// The error of shards without a report, which the report has too; nil if there is a report of each.
        let failure: (any Error)?
    }

    private func merge(_ inputs: [Input], _ context: CommandContext) throws -> Merged {
        let parts = inputs.compactMap { try? $0.content.get() }
        let unreadable = inputs.compactMap { input in input.error.map { (name: input.name, error: $0) } }
        if parts.isEmpty, let first = unreadable.first { throw first.error }
        var (report, merged, absent) = try SnapshotReport.merged(parts)
        let shards = parts.first?.record.shards ?? 1
        let (record, isHere) = merged.located(suite: suite.map(context.path), in: context.workingFolder)
        if let suite, !isHere, record.hasStarted { throw CommandFailure(.missingInput, "\(suite): there is no suite that can be read") }
        let isComplete = record.isUnfiltered && absent.isEmpty && isHere
        if isComplete {
            var references = ReferenceFolder(path: record.references, platforms: record.platforms)
            references.formerIDs = record.formerIDs ?? [:]
            report.addObsolete(references.obsolete(keeping: Set(report.cases.map(\.id))))
        } else if record.isUnfiltered, !isHere {
            report.warnings.append("the suite \(record.suite) is not here: --suite says where it is; what is obsolete was not looked for")
        }
        report.cases += unreadable.map { SnapshotCase(id: $0.name, status: .error, message: "\($0.error)") }
        let names = absent.map(String.init).joined(separator: ", ")
        if missingPassed, !absent.isEmpty {
            report.warnings.append("of \(shards) shards there is no \(names), which counts as passed")
        } else {
            report.cases += absent.map {
                SnapshotCase(id: "shard \($0)/\(shards)", status: .error, message: "it has left no report; \(Self.remedy)")
            }
        }
        if failOnObsolete, !isComplete {
            let reason =
                !isHere
                ? "the suite \(record.suite) is not here; --suite says where it is"
                : absent.isEmpty ? "the shards have drawn a part of the snapshots" : "of \(shards) shards there is no \(names)"
            report.cases.append(
                SnapshotCase(id: "obsolete references", status: .error, message: "which they are is not known: \(reason)"))
        }
        let isAbsent = !absent.isEmpty && !missingPassed
        let failure: (any Error)? =
            unreadable.first?.error
            ?? (isAbsent ? CommandFailure(.badData, "of \(shards) shards there is no \(names); \(Self.remedy)") : nil)
        return Merged(report: report, record: record, isComplete: isComplete, failure: failure)
    }

    private static let remedy = "have each keep its report, also where all has passed, or say --missing-passed"

    private static func copy(_ source: String, to target: String) throws {
        let manager = FileManager.default
        for file in (try? manager.subpathsOfDirectory(atPath: source)) ?? [] {
            guard file.hasSuffix(".png") || file.hasSuffix(".txt"), let data = manager.contents(atPath: "\(source)/\(file)") else {
                continue
            }
            try AtomicFile.write(Array(data), to: "\(target)/\(file)")
        }
    }
}
