import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialSnapshots
import SubdialWidgets

extension RecordMode: ExpressibleByArgument {}

/// The options that select snapshots and folders.
struct SnapshotOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The suite.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var suite = SnapshotSuite.defaultFile

    @OptionGroup(title: "Selection") var choice: SnapshotChoice

    @OptionGroup(title: "Report and references") var files: SnapshotFiles

    @Option(help: ArgumentHelp("The number of processes that draw (default: the number of cores).", valueName: "N"))
    var processes: Int?

    fileprivate func runner(_ mode: RecordMode, _ global: GeneralOptions, _ context: CommandContext) throws -> SnapshotRunner {
        if let processes, processes < 1 { throw CommandFailure(.wrongUsage, "--processes takes 1 or more, not \(processes)") }
        try SnapshotFiles.check(platform: files.platform)
        let path = context.path(suite)
        let selection = try choice.selection()
        // A part of the snapshots does not tell which references belong to none.
        if files.failOnObsolete, !selection.isComplete {
            throw CommandFailure(
                .wrongUsage,
                selection.shards > 1
                    ? "--fail-on-obsolete needs all shards: give it to 'subdial snapshot merge'"
                    : "--fail-on-obsolete needs a run without --filter")
        }
        let configuration = try global.configuration(in: context)
        let runner = try SnapshotRunner(
            suitePath: path, selection: selection, mode: mode, output: Self.output(files.output, suite: path, context),
            platform: files.platform,
            // The zone of a configuration would make the pictures of each machine others.
            timeZones: global.timeZone == nil ? nil : configuration.timeZones(isLive: false),
            resources: try Resources.folder(configuration), environment: context.environment)
        for filter in choice.filters where !runner.all.contains(where: { SnapshotSelection(filters: [filter]).selects($0.id) }) {
            throw CommandFailure(.wrongUsage, "--filter '\(filter)' selects none of \(runner.all.count) snapshots")
        }
        return runner
    }

    /// The run if an error prevents it.
    fileprivate var failedRun: FailedRun {
        let selection = (try? choice.selection()) ?? SnapshotSelection()
        return FailedRun(suite: suite, shard: selection.shard, shards: selection.shards)
    }

    static func output(_ written: String?, suite: String, _ context: CommandContext) -> String {
        written.map(context.path) ?? RunFolder.ofSuite(suite).path
    }
}

/// The options that select snapshots.
struct SnapshotChoice: ParsableArguments {
    @Option(
        name: .customLong("filter"),
        help: ArgumentHelp("Only snapshots whose name contains the text, or matches it if it has a *; repeatable.", valueName: "TEXT"))
    var filters: [String] = []

    @Option(help: ArgumentHelp("One of several parts, such as 2/5; 'snapshot merge' merges their reports.", valueName: "N/M"))
    var shard: String?

    /// The selected snapshots.
    fileprivate func selection() throws(CommandFailure) -> SnapshotSelection {
        guard let shard else { return SnapshotSelection(filters: filters) }
        let numbers = shard.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers[1] >= 1, numbers[1] <= RunRecord.maximumShards, (1...numbers[1]).contains(numbers[0]) else {
            throw CommandFailure(.wrongUsage, "--shard takes a part of a number of parts, like 2/5, not '\(shard)'")
        }
        return SnapshotSelection(filters: filters, shard: numbers[0], shards: numbers[1])
    }
}

/// The options for the report and the references of a suite.
struct SnapshotFiles: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "The folder for reports and difference pictures (default: snapshot-report beside snapshots.yaml, snapshot-report-NAME beside NAME.yaml).",
            valueName: "DIR"),
        completion: .directory)
    var output: String?

    @Option(help: ArgumentHelp("The platform whose references are preferred, and written.", valueName: "NAME"))
    var platform: String?

    @Flag(help: "Remove obsolete references after a complete run without a failure.")
    var prune = false

    @Flag(help: "Exit with 1 if references are obsolete after a complete run; for shards, 'snapshot merge' has this flag.")
    var failOnObsolete = false

    static func check(platform: String?) throws(CommandFailure) {
        guard let platform, !ReferenceFolder.isPlatform(platform) else { return }
        throw CommandFailure(.wrongUsage, "--platform takes a word without '/', '@' and '.', not '\(platform)'")
    }
}

extension SnapshotCommand {
    /// `subdial snapshot check`: compares snapshots with their references.
    struct Check: CommandVerb {
        typealias Options = SnapshotOptions

        static let description = VerbDescription(
            "check", "Draw every snapshot of a suite, and compare it with its reference.",
            discussion: """
                The command writes no references without --record, and never if the environment variable CI is set. Dates are in the time \
                zones of the suite, or else in that of --time-zone, by default UTC.
                """,
            page: "snapshots",
            examples: [
                "subdial snapshot check": "Compare all snapshots of snapshots.yaml",
                "subdial snapshot check widgets.yaml --filter dark": "Compare a part of another suite",
                "subdial snapshot check --shard 2/5 -o report": "Compare the second of five shards",
            ])

        @Option(help: ArgumentHelp("The references to write.", valueName: "MODE"))
        var record: RecordMode?

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            // References that a CI machine writes would be unreviewed.
            let mode = context.isCI ? .never : record ?? .never
            return try await SnapshotExecution(options: command.options, mode: mode).run(command.global, context)
        }
    }

    /// `subdial snapshot record`: writes missing and changed references.
    struct Record: CommandVerb {
        typealias Options = SnapshotOptions

        static let description = VerbDescription(
            "record", "Draw every snapshot of a suite, and write missing and changed references.", page: "snapshots",
            examples: [
                "subdial snapshot record": "Record missing and changed references",
                "subdial snapshot record --mode missing": "Record only missing references",
                "subdial snapshot record --filter 'card/*'": "Record those of a case",
            ])

        @Option(
            help: ArgumentHelp("The references to write; one with the same pixels is not rewritten.", valueName: "MODE"))
        var mode: RecordMode = .changed

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            if context.isCI {
                context.complain("CI is set: the snapshots are checked, not recorded")
            }
            return try await SnapshotExecution(options: command.options, mode: context.isCI ? .never : mode).run(command.global, context)
        }
    }
}

/// The common part of recording and checking.
private struct SnapshotExecution {
    let options: SnapshotOptions
    let mode: RecordMode

    func run(_ global: GeneralOptions, _ context: CommandContext) async throws -> ExitStatus {
        let date = Date.now.formatted(.iso8601)
        let folder = RunFolder(path: SnapshotOptions.output(options.files.output, suite: context.path(options.suite), context))
        try folder.clear()
        // A specified output folder must be written; the default one may fail if all snapshots pass.
        let mustBeWritten = options.files.output != nil
        do { try folder.start(options.failedRun.record(context)) } catch { if mustBeWritten { throw error } }
        let runner: SnapshotRunner
        let (report, record): (SnapshotReport, RunRecord)
        do {
            runner = try options.runner(mode, global, context)
            var result = try await runner.run(
                processes: options.processes, store: try SuiteStore(of: runner.suite, context.environment), date: date,
                workingFolder: context.workingFolder, needsObsolete: options.files.failOnObsolete)
            result.1.ciRun = RunRecord.ciRun(in: context.environment)
            (report, record) = result
        } catch {
            await options.failedRun.report(error, date: date, in: folder, context)
            throw error
        }
        var isWritten = true
        do {
            try folder.write(report, record)
        } catch {
            guard !mustBeWritten else { throw error }
            context.complain("\(error)")
            isWritten = false
        }
        let prunes = options.files.prune && runner.selection.isComplete
        return try await SnapshotEnding(
            report: report, folder: isWritten ? folder.path : nil, pruned: prunes ? runner.judgement.referenceFolder : nil
        ).report(failOnObsolete: options.files.failOnObsolete, global.color, context)
    }
}

/// The end of a run: output, pruning, and the exit code.
struct SnapshotEnding {
    let report: SnapshotReport
    /// The folder of the report; nil if it could not be written.
    let folder: String?
    /// The references of which obsolete ones are removed, those of its platforms and of all; nil to remove none.
    let pruned: ReferenceFolder?

    func report(failOnObsolete: Bool, _ color: ColorChoice, _ context: CommandContext) async throws -> ExitStatus {
        let summary = SnapshotSummary.text(
            report, page: folder.map { "\($0)/index.html" }, showsTime: context.outputIsTerminal, isForGitHub: context.isOnGitHub)
        await context.write(summary, color)
        await context.writeGitHubSummary(report, folder: folder)
        guard report.passed else { return .differences }
        if let pruned {
            for result in report.cases where result.status == .obsolete {
                do {
                    try pruned.remove(result.id)
                } catch {
                    throw CommandFailure(.cannotWrite, "\(pruned.path)/\(result.id) cannot be removed: \(error.reason)")
                }
            }
        }
        return failOnObsolete && pruned == nil && report.count(of: .obsolete) > 0 ? .differences : .done
    }
}

extension CommandContext {
    /// True on a CI machine.
    fileprivate var isCI: Bool { environment["CI"].map { !$0.isEmpty && $0 != "false" && $0 != "0" } ?? false }
}

/// Formats the result of a run for a terminal.
enum SnapshotSummary {
    private static let marks: [SnapshotStatus: String] = [
        .failed: "✗", .error: "!", .missing: "?", .new: "+", .updated: "~", .obsolete: "-", .passed: "✓",
    ]

    /// A line for each snapshot that did not pass, with its changes, and a line of counts; failures of one cause are one line.
    ///
    /// - Parameters:
    ///   - page: The path of the report; nil if it could not be written.
    ///   - showsTime: True to add the duration of the run.
    ///   - isForGitHub: True for the log of a job, whose runner obeys some lines.
    static func text(_ report: SnapshotReport, page: String?, showsTime: Bool, isForGitHub: Bool) -> StyledText {
        var text = StyledText()
        func add(_ line: String) { text += (isForGitHub ? GitHubAnnotations.plain(line) : line) + "\n" }
        for warning in report.warnings {
            text.append("warning:", .warning)
            add(" \(warning)")
        }
        for row in report.cases.rows where row.first.status != .passed {
            let result = row.first
            text.append(marks[result.status] ?? " ", result.status.emphasis)
            add(" \(result.id)\(result.message.isEmpty ? "" : ": \(result.message)")")
            for change in result.nodeChanges { add("    \(change)") }
            if let change = result.change { add("    at \(change.file):\(change.line)") }
            if !row.others.isEmpty { add("    \(row.rest)") }
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
        // A recording takes several times as long as a check.
        if showsTime, let share = report.recordingShare, share >= 0.1 {
            text += "\(Int(saturating: share * 100)) % of the time was to compress and write the references, which a check does not\n"
        }
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
