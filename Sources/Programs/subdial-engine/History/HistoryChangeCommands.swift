import ArgumentParser
import FoundationEssentials
import SubdialEngine
import SubdialExpressions
import SubdialLibrary
import SubdialTimeline

/// `subdial history merge`: writes play counts into a copy of a library.
struct HistoryMergeCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Write a copy of a music library with the play counts of the history.",
        discussion: "The copy has the higher count and the later time. The library itself is not changed.")

    static let manual = CommandManual(
        "history",
        [
            "subdial history merge --database ~/Music/library.db -o ~/Music/library-with-counts.db":
                "Write a copy of a library with play counts"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(
        help: ArgumentHelp("The database of the library (default: 'library' of the configuration).", valueName: "FILE"),
        completion: .file(extensions: ["db"]))
    var database: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The file for the copy.", valueName: "FILE"))
    var output: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        let library = try LibraryOptions.library(database, global, in: context)
        let counts = try context.history.playCounts()
        let changed = try PlayCountMerge(counts).write(library, to: context.path(output))
        context.complain(
            "\(output): \(changed) \(changed == 1 ? "track has" : "tracks have") another count or time than in \(library.path)")
        return .done
    }
}

/// `subdial history forget`: deletes recorded listens.
struct HistoryForgetCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Delete listens, and overwrite them in the file.",
        discussion: "This also deletes pending submissions to ListenBrainz. Submitted listens remain there.")

    static let manual = CommandManual(
        "history",
        [
            "subdial history forget --before 2026-01-31": "Delete old listens",
            "subdial history forget": "Delete all listens",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(help: ArgumentHelp("The date before which listens are deleted, such as 2026-01-31 (default: all listens).", valueName: "DATE"))
    var before: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let zones = try global.configuration(in: context).timeZones(isLive: true)
        let date = try before.map { text in
            if let date = Date(iso8601: text) { return date }
            if let day = Date(iso8601: text + "T00:00:00Z") { return zones.date(showing: day) }
            throw CommandFailure(.wrongUsage, "--before takes a date like 2026-01-31 or 2026-01-31T20:15:04Z, not '\(text)'")
        }
        let count = try context.history.forget(before: date)
        await context.print("forgot \(count) \(count == 1 ? "listen" : "listens")")
        return .done
    }
}
