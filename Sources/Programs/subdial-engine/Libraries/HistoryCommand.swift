import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialLibrary
import SubdialPlayback
import SubdialSystem
import SubdialTimeline

/// `subdial history`: manages the listening history.
struct HistoryCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List, export, merge and delete the listening history.",
        discussion:
            "Subdial records the tracks of the zones that feeds and pictures follow. 'history: false' in the configuration turns the recording off.",
        subcommands: [
            List.command, MostPlayed.command, Export.command, Merge.command,
            Forget.command,
        ],
        defaultSubcommand: List.command)

    static let manual = CommandManual(
        "library",
        [
            "subdial history": "List the last 20 listens",
            "subdial history export listens.csv": "Export all listens",
        ])
}

extension CommandContext {
    /// The history of the caller's user.
    fileprivate var history: HistoryDatabase { HistoryDatabase(UserFolders(environment: environment).history) }
}

extension HistoryCommand {
    /// `subdial history list`: lists recent listens.
    struct List: CommandVerb {
        static let description = VerbDescription(
            "list", "List the recorded listens, the latest first.", page: "library",
            examples: [
                "subdial history list --limit 5": "List the last five listens",
                "subdial history list --json": "List the last 20 for a script",
            ])

        @Option(help: ArgumentHelp("The maximum number of listens.", valueName: "N"))
        var limit = 20

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let listens = try context.history.listens(limit: max(0, limit)).map(\.listen)
            guard !json else {
                await context.print(JSONValue.array(listens.map(\.json)).text(indented: true))
                return .done
            }
            let zones = try command.global.configuration(in: context).timeZones(isLive: true)
            for listen in listens { await context.print("\(zones.text(of: listen.started))  \(listen.track.line)") }
            return .done
        }
    }

    /// `subdial history most-played`: lists the most played tracks.
    struct MostPlayed: CommandVerb {
        static let description = VerbDescription(
            "most-played", "List the most played tracks of the history.", page: "library",
            examples: ["subdial history most-played --days 7": "List the most played tracks of a week"])

        @Option(help: ArgumentHelp("The number of days to include (default: all).", valueName: "DAYS"))
        var days: Double?

        @Option(help: ArgumentHelp("The maximum number of tracks.", valueName: "N"))
        var limit = 20

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
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

extension HistoryCommand {
    /// `subdial history merge`: writes play counts into a copy of a library.
    struct Merge: CommandVerb {
        static let description = VerbDescription(
            "merge", "Write a copy of a music library with the play counts of the history.",
            discussion: "The copy has the higher count and the later time. The library itself is not changed.", page: "library",
            examples: [
                "subdial history merge --database ~/Music/library.db -o ~/Music/library-with-counts.db":
                    "Write a copy of a library with play counts"
            ])

        @Option(
            help: ArgumentHelp("The database of the library (default: 'library' of the configuration).", valueName: "FILE"),
            completion: .file(extensions: ["db"]))
        var database: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("The file for the copy.", valueName: "FILE"))
        var output: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let library = try LibraryOptions.library(database, command.global, in: context)
            let counts = try context.history.playCounts()
            let changed = try PlayCountMerge(counts).write(library, to: context.path(output))
            context.complain(
                "\(output): \(changed) \(changed == 1 ? "track has" : "tracks have") another count or time than in \(library.path)")
            return .done
        }
    }

    /// `subdial history forget`: deletes recorded listens.
    struct Forget: CommandVerb {
        static let description = VerbDescription(
            "forget", "Delete listens, and overwrite them in the file.",
            discussion: "This also deletes pending submissions to ListenBrainz. Submitted listens remain there.", page: "library",
            examples: [
                "subdial history forget --before 2026-01-31": "Delete old listens",
                "subdial history forget": "Delete all listens",
            ])

        @Option(
            help: ArgumentHelp("The date before which listens are deleted, such as 2026-01-31 (default: all listens).", valueName: "DATE"))
        var before: String?

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let zones = try command.global.configuration(in: context).timeZones(isLive: true)
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

    /// `subdial history export`: writes the listening history into a file.
    struct Export: CommandVerb {
        static let description = VerbDescription(
            "export", "Export the listening history, the earliest listen first.",
            discussion:
                "The extension of the file defines the format: .json is a list and .jsonl a line per listen, both in ListenBrainz's format; .csv is a table. - writes lines to stdout.",
            page: "library",
            examples: [
                "subdial history export listens.json": "Write all listens in ListenBrainz's format",
                "subdial history export - | tail -n 1": "Print the latest listen",
            ])

        @Argument(help: ArgumentHelp("The .json, .jsonl or .csv file, or - for stdout.", valueName: "FILE"))
        var file: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let listens = try context.history.listens().reversed().map(\.listen)
            let name = file.lowercased()
            let text =
                if file == "-" || name.hasSuffix(".jsonl") {
                    listens.map { $0.listenBrainz().text() + "\n" }.joined()
                } else if name.hasSuffix(".json") {
                    JSONValue.array(listens.map { $0.listenBrainz() }).text(indented: true) + "\n"
                } else if name.hasSuffix(".csv") {
                    Self.table(listens)
                } else {
                    throw CommandFailure(.wrongUsage, "export takes a file that ends in .json, .jsonl or .csv, or -, not '\(file)'")
                }
            if file == "-" {
                await context.write(text)
            } else {
                try PrivateFile(context.path(file)).write(Array(text.utf8))
            }
            return .done
        }

        /// The listens as CSV (RFC 4180).
        private static func table(_ listens: [Listen]) -> String {
            let rows = listens.map { listen in
                [
                    listen.started.iso8601, listen.track.title, listen.track.artist, listen.track.album,
                    listen.track.length.map { "\($0)" } ?? "", listen.source ?? "", listen.zone,
                ]
            }
            return ([["started", "title", "artist", "album", "length", "source", "zone"]] + rows).map { row in
                row.map(\.cell).joined(separator: ",") + "\r\n"
            }.joined()
        }
    }
}

extension String {
    /// The text as a CSV cell, quoted if necessary, or if a spreadsheet would interpret it as a formula.
    fileprivate var cell: String {
        let isFormula = first.map { "=+-@".contains($0) } ?? false
        guard isFormula || contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return self }
        return "\"" + (isFormula ? "'" : "") + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
