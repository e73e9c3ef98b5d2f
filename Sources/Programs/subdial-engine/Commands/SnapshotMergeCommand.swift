import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialSnapshots
import SubdialSystem
import SubdialWidgets

extension SnapshotCommand {
    /// `subdial snapshot merge`: merges the reports of shards.
    struct Merge: CommandVerb {
        static let description = VerbDescription(
            "merge", "Merge the reports of all shards of a run.",
            discussion: "The command copies the difference pictures, and reports obsolete references.", page: "snapshots",
            examples: ["subdial snapshot merge shard-1 shard-2 -o report": "Merge the reports of two shards"])

        @Argument(help: ArgumentHelp("The report folders of the shards.", valueName: "DIR"), completion: .directory)
        var folders: [String]

        @Option(
            name: [.customShort("o"), .long], help: ArgumentHelp("The folder for the merged report.", valueName: "DIR"),
            completion: .directory)
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

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let date = Date.now.formatted(.iso8601)
            let target = RunFolder(path: context.path(output))
            // The folders may come from others: all are read and checked before anything is written.
            let ciRun = RunRecord.ciRun(in: context.environment)
            let read = folders.map { Input(name: $0, folder: RunFolder(path: context.path($0))) }
            let runs = Set(read.compactMap { try? $0.content.get().record.ciRun })
            let inputs = read.map { $0.checked(isOfOneOf: runs, mergedBy: ciRun) }
            let others = inputs.filter { $0.folder != target }
            // The target may be the folder of a shard, whose pictures are part of the result.
            let isOther = others.count == inputs.count
            if isOther { try target.clear() }
            let merged: Merged
            do {
                merged = try merge(inputs, ciRun, command.global, context)
            } catch {
                await FailedRun(suite: suite).report(error, date: date, in: target, context)
                throw error
            }
            if isOther { try target.start(merged.record) }
            for input in others {
                if case .success(let content) = input.content { try input.folder.copy(content.files, to: target) }
            }
            try target.write(merged.report, merged.record)
            let status = try await SnapshotEnding(report: merged.report, folder: target.path, pruned: prune ? merged.references : nil)
                .report(failOnObsolete: failOnObsolete, command.global.color, context)
            if let failure = merged.failure { throw failure }
            return status
        }

        /// The folder of a shard, and its content.
        private struct Input {
            /// The checked content of a folder.
            struct Content {
                let report: SnapshotReport
                let record: RunRecord
                let files: [RunFolder.File]
            }

            let name: String
            let folder: RunFolder
            private(set) var content: Result<Content, SnapshotError>

            init(name: String, folder: RunFolder) {
                self.name = name
                self.folder = folder
                content = Result { () throws(SnapshotError) in
                    let report = try folder.report()
                    let record = try folder.record()
                    return Content(report: report, record: record, files: try folder.files(of: report))
                }
            }

            /// The input with an error in place of the content if it is of another CI run than the others.
            func checked(isOfOneOf runs: Set<String>, mergedBy merging: String?) -> Input {
                var input = self
                input.content = Result { () throws(SnapshotError) in
                    let content = try self.content.get()
                    try content.record.check(isOfOneOf: runs, mergedBy: merging, in: folder)
                    return content
                }
                return input
            }

            /// The reason why there is no report; nil if there is one.
            var error: SnapshotError? { if case .failure(let error) = content { error } else { nil } }
        }

        /// The result of all shards.
        private struct Merged {
            var report: SnapshotReport
            let record: RunRecord
            /// The references of the suite, if all its snapshots have been judged; nil if not.
            let references: ReferenceFolder?
            /// The error of shards without a report, which the report has too; nil if there is a report of each.
            let failure: (any Error)?
        }

        private func merge(_ inputs: [Input], _ ciRun: String?, _ global: GeneralOptions, _ context: CommandContext) throws -> Merged {
            let parts = inputs.compactMap { input in (try? input.content.get()).map { (report: $0.report, record: $0.record) } }
            let unreadable = inputs.compactMap { input in input.error.map { (name: input.name, error: $0) } }
            if parts.isEmpty, let first = unreadable.first { throw first.error }
            var (report, record, absent) = try SnapshotReport.merged(parts)
            if let ciRun, let other = parts.lazy.compactMap(\.record.ciRun).first(where: { $0 != ciRun }) {
                report.warnings.append(
                    "the shards are of the CI run \(other.oneLine(limit: 120)), and this is \(ciRun.oneLine(limit: 120))")
            }
            let shards = parts.first?.record.shards ?? 1
            let absentNames = absent.map(String.init).joined(separator: ", ")
            let suite = try suite(of: record, global, context)
            var lack: String?
            var references: ReferenceFolder?
            switch suite {
            case .found(let found): record = record.located(at: found.suite)
            case .lacking(let reason): lack = "the suite \(record.suite) \(reason)"
            }
            if case .found(let found) = suite, record.isUnfiltered, absent.isEmpty {
                // What the suite has is not obsolete, whatever the reports say.
                let shared = SharedReferences(
                    found.suite, found.references, keeping: found.ids.union(report.cases.map(\.id)),
                    try Resources.folder(global.configuration(in: context)), workingFolder: context.workingFolder)
                switch shared.obsolete {
                case .names(let names):
                    report.addObsolete(names)
                    references = found.references
                case .unknown(let reason): lack = reason
                }
            }
            let unknown =
                lack
                ?? (absent.isEmpty ? "the shards have drawn a part of the snapshots" : "of \(shards) shards there is no \(absentNames)")
            if references == nil, failOnObsolete || record.isUnfiltered && lack != nil {
                report.addUnknownObsolete(unknown, isError: failOnObsolete)
            }
            report.cases += unreadable.map { SnapshotCase(id: $0.name, status: .error, message: "\($0.error)") }
            if missingPassed, !absent.isEmpty {
                report.warnings.append("of \(shards) shards there is no \(absentNames), which counts as passed")
            } else {
                report.cases += absent.map {
                    SnapshotCase(id: "shard \($0)/\(shards)", status: .error, message: "it has left no report; \(Self.remedy)")
                }
            }
            let isAbsent = !absent.isEmpty && !missingPassed
            let failure: (any Error)? =
                unreadable.first?.error
                ?? (isAbsent ? CommandFailure(.badData, "of \(shards) shards there is no \(absentNames); \(Self.remedy)") : nil)
            return Merged(report: report, record: record, references: references, failure: failure)
        }

        private static let remedy = "have each keep its report, also where all has passed, or say --missing-passed"

        /// The user's own suite of the run.
        private enum OwnSuite {
            case found((suite: SnapshotSuite, references: ReferenceFolder, ids: Set<String>))
            /// It cannot be used here, for this reason.
            case lacking(String)
        }

        private func suite(of record: RunRecord, _ global: GeneralOptions, _ context: CommandContext) throws(CommandFailure) -> OwnSuite {
            do {
                guard let found = try record.suite(named: suite.map(context.path), in: context.workingFolder) else {
                    return .lacking("is not here: --suite says where it is")
                }
                let specs = try found.snapshots(with: try Resources.folder(global.configuration(in: context)))
                var references = ReferenceFolder(path: found.referenceFolder, platforms: record.platforms)
                references.formerIDs = Dictionary(specs.compactMap { spec in spec.formerID.map { (spec.id, $0) } }) { first, _ in first }
                return .found((found, references, Set(specs.map(\.id))))
            } catch {
                guard let suite, record.hasStarted else { return .lacking("cannot be used here: \(CommandFailure(error).message)") }
                throw CommandFailure(.missingInput, "\(suite): there is no suite that can be read")
            }
        }
    }
}
