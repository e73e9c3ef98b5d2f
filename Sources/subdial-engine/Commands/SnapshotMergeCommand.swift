import ArgumentParser
import Files
import FoundationEssentials
import Snapshots

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

    func run(in context: CommandContext) async throws -> ExitStatus {
        let paths = folders.map(context.path)
        let parts = try paths.map { path in
            let folder = RunFolder(path: path)
            return (report: try folder.report(), record: try folder.record())
        }
        var (report, merged, absent) = try SnapshotReport.merged(parts)
        let shards = parts.first?.record.shards ?? 1
        let target = context.path(output)
        for path in paths where path != target {
            for kind in RunFolder.pictureFolders { try Self.copy("\(path)/\(kind)", to: "\(target)/\(kind)") }
        }
        let (record, isHere) = merged.located(suite: suite.map(context.path), in: context.workingFolder)
        if let suite, !isHere { throw CommandFailure(.missingInput, "\(suite): there is no suite that can be read") }
        let isComplete = record.isUnfiltered && absent.isEmpty && isHere
        if isComplete {
            var references = ReferenceFolder(path: record.references, platforms: record.platforms)
            references.formerIDs = record.formerIDs ?? [:]
            report.addObsolete(references.obsolete(keeping: Set(report.cases.map(\.id))))
        } else if record.isUnfiltered, !isHere {
            report.warnings.append("the suite \(record.suite) is not here: --suite says where it is; what is obsolete was not looked for")
        }
        if !absent.isEmpty {
            let names = absent.map(String.init).joined(separator: ", ")
            report.warnings.append("of \(shards) shards there is no \(names)\(missingPassed ? ", which counts as passed" : "")")
        }
        try RunFolder(path: target).write(report, record)
        let status = try await SnapshotEnding(report, record, folder: target).tell(prune: prune && isComplete, global.color, context)
        guard absent.isEmpty || missingPassed else {
            throw CommandFailure(
                .badData,
                "of \(shards) shards there is no \(absent.map(String.init).joined(separator: ", ")); have each keep its report, also where all has passed, or say --missing-passed"
            )
        }
        return status
    }

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
