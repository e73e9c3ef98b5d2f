import ArgumentParser
import FoundationEssentials
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialLibrary
import SubdialPlayback
import SubdialTimeline

/// `subdial history`: manages the listening history.
struct HistoryCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List, export, merge and delete the listening history.",
        discussion:
            "Subdial records the tracks of the zones that feeds and pictures follow. 'history: false' in the configuration turns the recording off.",
        subcommands: [
            HistoryListCommand.self, HistoryMostPlayedCommand.self, HistoryExportCommand.self, HistoryMergeCommand.self,
            HistoryForgetCommand.self,
        ],
        defaultSubcommand: HistoryListCommand.self)

    static let manual = CommandManual(
        "history",
        [
            "subdial history": "List the last 20 listens",
            "subdial history export listens.csv": "Export all listens",
        ])
}

extension CommandContext {
    /// The history of the caller's user.
    var history: HistoryDatabase { HistoryDatabase(UserFolders(environment: environment).history) }
}

/// `subdial history list`: lists recent listens.
struct HistoryListCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the recorded listens, the latest first.")

    static let manual = CommandManual(
        "history",
        [
            "subdial history list --limit 5": "List the last five listens",
            "subdial history list --json": "List the last 20 for a script",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(help: ArgumentHelp("The maximum number of listens.", valueName: "N"))
    var limit = 20

    @Flag(help: "Print JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let listens = try context.history.listens(limit: max(0, limit)).map(\.listen)
        guard !json else {
            await context.print(JSONValue.array(listens.map(\.json)).text(indented: true))
            return .done
        }
        let zones = try global.configuration(in: context).timeZones(isLive: true)
        for listen in listens { await context.print("\(zones.text(of: listen.started))  \(listen.track.line)") }
        return .done
    }
}

/// `subdial history most-played`: lists the most played tracks.
struct HistoryMostPlayedCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "most-played", abstract: "List the most played tracks of the history.")

    static let manual = CommandManual(
        "history",
        [
            "subdial history most-played --days 7": "List the most played tracks of a week"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(help: ArgumentHelp("The number of days to include (default: all).", valueName: "DAYS"))
    var days: Double?

    @Option(help: ArgumentHelp("The maximum number of tracks.", valueName: "N"))
    var limit = 20

    @Flag(help: "Print JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let since = days.map { Date.now.addingTimeInterval(-86_400 * min(max($0, 0), 36_500)) } ?? .distantPast
        let counts = try context.history.playCounts(since: since, limit: max(0, limit))
        guard !json else {
            let rows = counts.map { count in
                JSONValue.object(
                    count.track.members + [
                        JSONMember("count", .integer(Int64(count.count))), JSONMember("last", .string(count.last.iso8601)),
                    ])
            }
            await context.print(JSONValue.array(rows).text(indented: true))
            return .done
        }
        let width = counts.map { "\($0.count)".count }.max() ?? 0
        for count in counts {
            let number = "\(count.count)"
            await context.print(String(repeating: " ", count: width - number.count) + "\(number)  \(count.track.line)")
        }
        return .done
    }
}

extension Track {
    /// The track in the form `Artist – Title (Album)`.
    fileprivate var line: String { (artist.isEmpty ? "" : "\(artist) – ") + title + (album.isEmpty ? "" : " (\(album))") }

    fileprivate var members: [JSONMember] {
        [JSONMember("title", .string(title))] + (artist.isEmpty ? [] : [JSONMember("artist", .string(artist))])
            + (album.isEmpty ? [] : [JSONMember("album", .string(album))]) + (length.map { [JSONMember("length", .double($0))] } ?? [])
    }
}

extension Listen {
    fileprivate var json: JSONValue {
        .object(
            [JSONMember("started", .string(started.iso8601))] + track.members
                + (source.map { [JSONMember("source", .string($0))] } ?? []) + [JSONMember("zone", .string(zone))])
    }
}
