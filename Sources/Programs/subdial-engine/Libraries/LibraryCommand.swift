import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialLibrary
import SubdialTimeline

/// `subdial library`: queries a music library's database.
struct LibraryCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Search a music library, and print and write playlists.",
        discussion:
            "The database is RedShift's library.db. The key 'library' of the configuration or --database has its path. Subdial does not change it.",
        subcommands: [
            LibrarySearchCommand.self, LibraryRecentCommand.self, LibraryMostPlayedCommand.self, LibraryPlaylistsCommand.self,
            LibraryPlaylistCommand.self, LibraryStatusCommand.self,
        ])

    static let manual = CommandManual(
        "library",
        [
            "subdial library search björk venus": "Search for tracks",
            "subdial library playlists": "List the playlists",
        ])
}

/// The options for the database and the output format.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The database (default: 'library' of the configuration).", valueName: "FILE"),
        completion: .file(extensions: ["db"]))
    var database: String?

    @Option(help: ArgumentHelp("The maximum number of lines (default: 20; for playlists all).", valueName: "N"))
    var limit: Int?

    @Flag(help: "Print JSON.")
    var json = false

    /// The first of `rows`, if there is a limit.
    func limited<Row>(_ rows: [Row]) -> [Row] { limit.map { Array(rows.prefix(max(0, $0))) } ?? rows }

    func library(_ global: GeneralOptions, in context: CommandContext) throws -> LibraryDatabase {
        try Self.library(database, global, in: context)
    }

    /// The database from the option, or else from the configuration.
    static func library(_ database: String?, _ global: GeneralOptions, in context: CommandContext) throws -> LibraryDatabase {
        let configured = try global.configuration(in: context).library
        guard let path = database ?? configured else {
            throw CommandFailure(.wrongUsage, "no library is set: name its database with --database, or with 'library:' in config.yaml")
        }
        let full = context.path(path)
        guard FileManager.default.fileExists(atPath: full) else {
            throw CommandFailure(.missingInput, "\(path): there is no such database")
        }
        return LibraryDatabase(full)
    }

    func print(_ tracks: [LibraryTrack], in context: CommandContext) async {
        guard !json else { return await context.print(JSONValue.array(tracks.map(\.json)).text(indented: true)) }
        for track in tracks { await context.print(track.line) }
    }
}

extension LibraryTrack {
    /// The track in the form `Artist – Title (Album) 3:25`.
    fileprivate var line: String {
        let seconds = duration.map { Int(saturating: $0.rounded()) }
        return (artist.map { "\($0) – " } ?? "") + title + (album.map { " (\($0))" } ?? "")
            + (seconds.map { " \($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" } ?? "")
    }

    fileprivate var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("id", .string(id)), ("path", .string(path)), ("title", .string(title)), ("artist", artist.map(JSONValue.string)),
            ("album", album.map(JSONValue.string)), ("albumArtist", albumArtist.map(JSONValue.string)),
            ("genre", genre.map(JSONValue.string)), ("year", year.map { .integer(Int64($0)) }),
            ("trackNumber", trackNumber.map { .integer(Int64($0)) }), ("duration", duration.map(JSONValue.double)),
            ("playCount", .integer(Int64(playCount))), ("lastPlayed", lastPlayed.map { .string($0.iso8601) }),
            ("isFavorite", .bool(isFavorite)), ("rating", .integer(Int64(rating))),
        ]
        return .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

/// `subdial library search`: searches tracks.
struct LibrarySearchCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "List the tracks whose title, artist or album contains all words.")

    static let manual = CommandManual(
        "library",
        [
            "subdial library search björk venus": "List the tracks with both words",
            "subdial library search evans --limit 5 --json": "List five tracks for a script",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: LibraryOptions

    @Argument(help: ArgumentHelp("The words to search for.", valueName: "WORD"))
    var words: [String]

    func run(in context: CommandContext) async throws -> ExitStatus {
        await options.print(
            try options.library(global, in: context).search(words.joined(separator: " "), limit: options.limit ?? 20), in: context)
        return .done
    }
}

/// `subdial library recent`: lists recently played tracks.
struct LibraryRecentCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "recent", abstract: "List the most recently played tracks.")

    static let manual = CommandManual(
        "library",
        [
            "subdial library recent": "List the tracks that were played last"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: LibraryOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        await options.print(try options.library(global, in: context).recentlyPlayed(limit: options.limit ?? 20), in: context)
        return .done
    }
}

/// `subdial library most-played`: lists the most played tracks.
struct LibraryMostPlayedCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "most-played", abstract: "List the most played tracks of the library.")

    static let manual = CommandManual(
        "library",
        [
            "subdial library most-played --days 7": "List the most played tracks of a week"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp("The number of days to include (default: all).", valueName: "DAYS"))
    var days: Double?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let since = days.map { Date.now.addingTimeInterval(-86_400 * min(max($0, 0), 36_500)) }
        await options.print(try options.library(global, in: context).mostPlayed(since: since, limit: options.limit ?? 20), in: context)
        return .done
    }
}
