import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialDocuments
import SubdialSnapshots

/// The option for the folder of a run's report.
struct SnapshotReportOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The report folder of a check.", valueName: "DIR"),
        completion: .directory)
    var output = "snapshot-report"

    @Option(help: ArgumentHelp("Write references only for this platform.", valueName: "NAME"))
    var platform: String?

    func review(_ context: CommandContext) throws -> SnapshotReview {
        try SnapshotReview(RunFolder(path: context.path(output)), platform: platform)
    }
}

/// `subdial snapshot pending`: lists the snapshots that need a decision.
struct SnapshotPendingCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "pending", abstract: "List the pending snapshots: those of the last check that differ or have no reference.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot pending": "List the snapshots without a decision",
            "subdial snapshot pending --json": "List them for a script",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var option: SnapshotReportOption

    @Flag(help: "Print JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let pending = try option.review(context).pending
        guard json else {
            await context.write(pending.map { "\($0.id)\n" }.joined())
            return .done
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        await context.write(String(decoding: try encoder.encode(pending), as: UTF8.self) + "\n")
        return .done
    }
}

/// `subdial snapshot accept`: makes drawn snapshots the references.
struct SnapshotAcceptCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept pending snapshots: their pictures become the references.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot accept card/playing/systemMedium-dark": "Accept one snapshot",
            "subdial snapshot accept --all": "Accept all pending snapshots",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var option: SnapshotReportOption

    @Argument(help: ArgumentHelp("The ids of the snapshots.", valueName: "ID"))
    var ids: [String] = []

    @Flag(help: "Apply to all pending snapshots.")
    var all = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await SnapshotVerdicts.pass(ids, all, "accepted", option, context) { try $0.accept($1) }
    }
}

/// `subdial snapshot reject`: keeps the references.
struct SnapshotRejectCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Reject pending snapshots: their references remain unchanged.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot reject card/playing/systemMedium-dark": "Keep the reference of one snapshot",
            "subdial snapshot reject --all": "Keep the references of all pending snapshots",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var option: SnapshotReportOption

    @Argument(help: ArgumentHelp("The ids of the snapshots.", valueName: "ID"))
    var ids: [String] = []

    @Flag(help: "Apply to all pending snapshots.")
    var all = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await SnapshotVerdicts.pass(ids, all, "rejected", option, context) { try $0.reject($1) }
    }
}

private enum SnapshotVerdicts {
    static func pass(
        _ ids: [String], _ all: Bool, _ word: String, _ option: SnapshotReportOption, _ context: CommandContext,
        _ verdict: (inout SnapshotReview, String) throws -> Void
    ) async throws -> ExitStatus {
        guard all != !ids.isEmpty else { throw CommandFailure(.wrongUsage, "name snapshots, or give --all") }
        var review = try option.review(context)
        // An unknown id is an error before anything is changed.
        for id in ids { _ = try review.pending(id) }
        for id in all ? review.pending.map(\.id) : ids {
            try verdict(&review, id)
            await context.write("\(word) \(id)\n")
        }
        return .done
    }
}

/// `subdial snapshot review`: asks for a decision on each pending snapshot.
struct SnapshotReviewCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Show the pending snapshots one by one, and accept, reject or skip each.",
        discussion: "The command shows pictures in terminals with the graphics protocol of kitty or iTerm2, or with sixel.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot review": "Decide on each difference of the last check"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var option: SnapshotReportOption

    func run(in context: CommandContext) async throws -> ExitStatus {
        var review = try option.review(context)
        let pending = review.pending
        guard !pending.isEmpty else {
            await context.write("no snapshot is pending\n")
            return .done
        }
        let pictures = TerminalPictures(environment: context.environment)
        for (index, snapshot) in pending.enumerated() {
            await context.write("\n\(index + 1)/\(pending.count) \(snapshot.id)\n")
            if !snapshot.message.isEmpty { await context.write("  \(snapshot.message)\n") }
            for change in snapshot.nodeChanges { await context.write("  \(change)\n") }
            let files = [snapshot.expected, snapshot.difference, snapshot.actual].compactMap { $0 }.map { "\(review.folder.path)/\($0)" }
            let texts = [snapshot.expectedText, snapshot.actualText].compactMap { $0 }.map { "\(review.folder.path)/\($0)" }
            for file in files + texts { await context.write("  \(file)\n") }
            if let shown = pictures.show(files) { context.write(Array((shown + "\n").utf8)) }
            question: while true {
                await context.write("  [a]ccept, [r]eject, [s]kip, [q]uit? ")
                switch readLine()?.lowercased().first {
                case "a":
                    try review.accept(snapshot.id)
                    break question
                case "r":
                    try review.reject(snapshot.id)
                    break question
                case "s": break question
                case "q", nil: return review.pending.isEmpty ? .done : .differences
                default: continue
                }
            }
        }
        return review.pending.isEmpty ? .done : .differences
    }
}
