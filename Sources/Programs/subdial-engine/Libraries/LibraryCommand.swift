import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialLibrary
import SubdialSystem
import SubdialTimeline

/// `subdial library`: queries a music library's database.
struct LibraryCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Search a music library, print and write playlists, and merge a device's library.",
        discussion:
            "The database is RedShift's library.db. The key 'library' of the configuration or --database has its path, or that of the folder with it. Only 'merge' changes it.",
        subcommands: [
            Search.command, Recent.command, MostPlayed.command, Favorites.command, TopRated.command, Playlists.command, Playlist.command,
            Status.command, Merge.command,
        ])

    static let manual = CommandManual(
        "library",
        [
            "subdial library search björk venus": "Search for tracks",
            "subdial library playlists": "List the playlists",
            "subdial library merge /media/phone/Documents --dry-run": "Print what the library of a device would change",
        ])
}

/// A verb of `subdial library`.
protocol LibraryVerb: CommandVerb where Options == LibraryOptions {}

extension VerbCommand where Verb: LibraryVerb {
    fileprivate func library(in context: CommandContext) throws -> LibraryDatabase {
        try LibraryOptions.library(options.database, global, in: context)
    }

    /// Prints the tracks of the library that `select` returns for a maximum number.
    fileprivate func print(in context: CommandContext, _ select: (LibraryDatabase, Int) throws -> [LibraryTrack]) async throws -> ExitStatus
    {
        let tracks = try select(try library(in: context), options.limit ?? 20)
        if options.json {
            await context.print(JSONValue.array(tracks.map(\.json)).text(indented: true))
        } else {
            for track in tracks { await context.print(track.line) }
        }
        return .done
    }
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
    fileprivate func limited<Row>(_ rows: [Row]) -> [Row] { limit.map { Array(rows.prefix(max(0, $0))) } ?? rows }

    /// The library, whose database must exist.
    static func existing(_ library: LibraryDatabase, as path: String) throws(CommandFailure) -> LibraryDatabase {
        guard FileManager.default.fileExists(atPath: library.path) else {
            throw CommandFailure(.missingInput, "\(path): there is no such database")
        }
        return library
    }

    /// The database from the option, or else from the configuration.
    static func library(_ database: String?, _ global: GeneralOptions, in context: CommandContext) throws -> LibraryDatabase {
        let settings = try global.configuration(in: context).library
        guard let path = database ?? settings.database else {
            throw CommandFailure(.wrongUsage, "no library is set: name its database with --database, or with 'library:' in config.yaml")
        }
        return try existing(settings.library(at: context.path(path)), as: path)
    }
}

extension M3U.Form: ExpressibleByArgument {}

extension LibraryTrack {
    /// The track in the form `Artist – Title (Album) 3:25`.
    var line: String {
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

extension LibraryCommand {
    /// `subdial library search`: searches tracks.
    struct Search: LibraryVerb {
        static let description = VerbDescription(
            "search", "List the tracks whose title, artist or album contains all words.", page: "library",
            examples: [
                "subdial library search björk venus": "List the tracks with both words",
                "subdial library search evans --limit 5 --json": "List five tracks for a script",
            ])

        @Argument(help: ArgumentHelp("The words to search for.", valueName: "WORD"))
        var words: [String]

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await command.print(in: context) { try $0.search(words.joined(separator: " "), limit: $1) }
        }
    }

    /// `subdial library recent`: lists recently played tracks.
    struct Recent: LibraryVerb {
        static let description = VerbDescription(
            "recent", "List the most recently played tracks.", page: "library",
            examples: ["subdial library recent": "List the tracks that were played last"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await command.print(in: context) { try $0.recentlyPlayed(limit: $1) }
        }
    }

    /// `subdial library most-played`: lists the most played tracks.
    struct MostPlayed: LibraryVerb {
        static let description = VerbDescription(
            "most-played", "List the most played tracks of the library.", page: "library",
            examples: ["subdial library most-played --days 7": "List the most played tracks of a week"])

        @Option(help: ArgumentHelp("The number of days to include (default: all).", valueName: "DAYS"))
        var days: Double?

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let since = days.map { Date.now.addingTimeInterval(-86_400 * min(max($0, 0), 36_500)) }
            return try await command.print(in: context) { try $0.mostPlayed(since: since, limit: $1) }
        }
    }

    /// `subdial library favorites`: lists favourites.
    struct Favorites: LibraryVerb {
        static let description = VerbDescription(
            "favorites", "List the favourites of the library, the most played first.", aliases: ["favourites"], page: "library",
            examples: ["subdial library favorites --limit 50": "List fifty favourites"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await command.print(in: context) { try $0.favorites(limit: $1) }
        }
    }

    /// `subdial library top-rated`: lists rated tracks.
    struct TopRated: LibraryVerb {
        static let description = VerbDescription(
            "top-rated", "List the rated tracks of the library, those with most stars first.", page: "library",
            examples: [
                "subdial library top-rated": "List the tracks with the highest ratings",
                "subdial library top-rated --rating 4": "List only those with four or five stars",
            ])

        @Option(help: ArgumentHelp("The minimum number of stars, 1 to 5 (default: 1).", valueName: "STARS"))
        var rating = 1

        func validate() throws {
            guard (1...5).contains(rating) else { throw ValidationError("--rating takes 1 to 5, not \(rating)") }
        }

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await command.print(in: context) { try $0.topRated(stars: rating, limit: $1) }
        }
    }

    /// `subdial library status`: prints counts and the last synchronization.
    struct Status: LibraryVerb {
        static let description = VerbDescription(
            "status", "Print the number of tracks and playlists, and the state of the last synchronization.", page: "library",
            examples: ["subdial library status --database ~/Music/library.db": "Print the number of tracks and playlists of a database"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let library = try command.library(in: context)
            let state = try library.state()
            guard !command.options.json else {
                let synchronization = state.synchronization.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
                var members = [
                    JSONMember("path", .string(library.path)), JSONMember("tracks", .integer(Int64(state.tracks))),
                    JSONMember("playlists", .integer(Int64(state.playlists))), JSONMember("synchronization", .object(synchronization)),
                ]
                if let date = state.synchronized { members.append(JSONMember("synchronized", .string(date.iso8601))) }
                await context.print(JSONValue.object(members).text(indented: true))
                return .done
            }
            await context.print("\(library.path): \(state.tracks) tracks, \(state.playlists) playlists")
            let zones = try command.global.configuration(in: context).timeZones(isLive: true)
            if let date = state.synchronized { await context.print("synchronized \(zones.text(of: date))") }
            for (key, value) in state.synchronization.sorted(by: { $0.key < $1.key }) { await context.print("  \(key): \(value)") }
            return .done
        }
    }

    /// `subdial library playlists`: lists the playlists.
    struct Playlists: LibraryVerb {
        static let description = VerbDescription(
            "playlists", "List the playlists with their numbers of tracks.", page: "library",
            examples: ["subdial library playlists": "List the playlists"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let playlists = command.options.limited(try command.library(in: context).playlists())
            guard !command.options.json else {
                let rows = playlists.map { list -> JSONValue in
                    ["id": .string(list.id), "name": .string(list.name), "count": .integer(Int64(list.count))]
                }
                await context.print(JSONValue.array(rows).text(indented: true))
                return .done
            }
            for list in playlists { await context.print("\(list.name) (\(list.count))") }
            return .done
        }
    }

    /// `subdial library playlist`: prints or writes a playlist.
    struct Playlist: LibraryVerb {
        static let description = VerbDescription(
            "playlist", "Print a playlist of the library or of an M3U file, or write it to an M3U file.",
            discussion:
                "The paths of tracks in the folder of the written file or below are relative. An .m3u8 file is in UTF-8. The form redshift is that of the application's folder Playlists: paths relative to its folder Music, no header, and UTF-8.",
            page: "library",
            examples: [
                "subdial library playlist Evening": "Print a playlist",
                "subdial library playlist Evening -o ~/Music/evening.m3u8": "Write it as an M3U file",
                "subdial library playlist Evening --form redshift -o ~/Documents/Playlists/Evening.m3u": "Write it for the application",
            ])

        @Argument(help: ArgumentHelp("The name or id of a playlist of the library, or an .m3u or .m3u8 file.", valueName: "NAME|FILE"))
        var name: String

        @Option(name: .shortAndLong, help: ArgumentHelp("The .m3u or .m3u8 file to write.", valueName: "FILE"))
        var output: String?

        @Option(help: ArgumentHelp("The form of the written file: extended or redshift.", valueName: "FORM"))
        var form = M3U.Form.extended

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            var list = try playlist(command, in: context)
            list.items = command.options.limited(list.items)
            // A playlist of the library has all that is known.
            let music = MusicFileReader()
            if isFile { list.items = list.items.map { PlaylistFile.completed($0, by: music) } }
            guard let output else {
                let titles = list.items.map { item in
                    item.title ?? { ($0.artist.map { "\($0) - " } ?? "") + $0.title }(PlaylistFile.track(of: item, by: nil))
                }
                if command.options.json {
                    let rows = zip(list.items, titles).map { item, title -> JSONValue in
                        .object(
                            [JSONMember("path", .string(item.location)), JSONMember("title", .string(title))]
                                + (item.length.map { [JSONMember("length", .double($0))] } ?? []))
                    }
                    await context.print(JSONValue.array(rows).text(indented: true))
                } else {
                    for title in titles { await context.print(title) }
                }
                return .done
            }
            let path = context.path(output)
            guard path.lowercased().hasSuffix(".m3u") || path.lowercased().hasSuffix(".m3u8") else {
                throw CommandFailure(.wrongUsage, "-o takes a file that ends in .m3u or .m3u8, not '\(output)'")
            }
            var written = list
            let library = try? command.library(in: context)
            // The application has the paths of its files within its folder of music.
            let base = form == .redshift ? musicFolder(of: library, for: path) : MusicFolders.folder(of: path)
            for index in written.items.indices {
                written.items[index].location = M3U.relative(written.items[index].location, to: base)
                written.items[index].picture = written.items[index].picture.map { M3U.relative($0, to: base) }
            }
            try AtomicFile.write(written.bytes(form, isUTF8: path.lowercased().hasSuffix("8")), to: path)
            return .done
        }

        /// True if the name is that of a playlist file.
        private var isFile: Bool { name.lowercased().hasSuffix(".m3u") || name.lowercased().hasSuffix(".m3u8") }

        /// The playlist, with absolute paths.
        private func playlist(_ command: VerbCommand<Self>, in context: CommandContext) throws -> M3U {
            if isFile {
                let bytes = try context.bytes(ofFile: name, as: "playlist")
                return PlaylistFile(bytes, at: context.path(name), library: try? command.library(in: context)).list
            }
            let library = try command.library(in: context)
            let playlists = try library.playlists()
            guard let found = playlists.first(where: { $0.name == name }) ?? playlists.first(where: { $0.id == name }) else {
                throw CommandFailure(
                    .missingInput, "there is no playlist '\(name)'\(Suggestion.hint(for: name, among: playlists.map(\.name)))")
            }
            let tracks = try library.tracks(ofPlaylist: found.id)
            if tracks.count < found.count {
                context.complain("\(found.name): \(found.count - tracks.count) of \(found.count) tracks are not in the library")
            }
            return M3U(
                name: found.name,
                items: tracks.map { track in
                    M3U.Item(track.path, length: track.duration, title: (track.artist.map { "\($0) - " } ?? "") + track.title)
                })
        }

        /// The folder of music of the library, or else of the application's folder in which the playlist is.
        private func musicFolder(of library: LibraryDatabase?, for path: String) -> String {
            library?.folders.music ?? MusicFolders(ofPlaylist: path, library: nil).music
        }
    }
}
