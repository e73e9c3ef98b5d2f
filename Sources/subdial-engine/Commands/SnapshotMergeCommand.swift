import ArgumentParser
import Files
import FoundationEssentials
import Snapshots

/// `subdial snapshot merge`: the runs of shards as one.
struct SnapshotMergeCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Put the reports of all shards of a run together.",
        discussion: "Pictures of what differs are copied. References that belong to no snapshot are told here, where all is known.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The folders that the shards have left.", valueName: "DIR"), completion: .directory)
    var folders: [String]

    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("Where the report goes.", valueName: "DIR"), completion: .directory)
    var output: String

    @Flag(help: "Remove references that belong to no snapshot, where none has failed.")
    var prune = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let paths = folders.map(context.path)
        let parts = try paths.map { path in
            let folder = RunFolder(path: path)
            return (report: try folder.report(), record: try folder.record())
        }
        var (report, record) = try SnapshotReport.merged(parts)
        let target = context.path(output)
        for path in paths where path != target {
            for kind in ["expected", "actual", "difference", "side-by-side"] { try Self.copy("\(path)/\(kind)", to: "\(target)/\(kind)") }
        }
        if record.isUnfiltered {
            let references = ReferenceFolder(path: record.references, platforms: record.platforms)
            report.addObsolete(references.obsolete(keeping: Set(report.cases.map(\.id))))
        }
        try RunFolder(path: target).write(report, record)
        return try await SnapshotEnding(report, record, folder: target)
            .tell(prune: prune && record.isUnfiltered, context)
    }

    private static func copy(_ source: String, to target: String) throws {
        let manager = FileManager.default
        guard let files = manager.enumerator(atPath: source) else { return }
        while let file = files.nextObject() as? String {
            guard file.hasSuffix(".png") || file.hasSuffix(".txt"), let data = manager.contents(atPath: "\(source)/\(file)") else {
                continue
            }
            try AtomicFile.write(Array(data), to: "\(target)/\(file)")
        }
    }
}
