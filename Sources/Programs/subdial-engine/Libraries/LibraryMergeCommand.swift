import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialLibrary
import SubdialTimeline

extension LibraryCommand {
    /// `subdial library merge`: merges the library of a device.
    struct Merge: CommandVerb {
        static let description = VerbDescription(
            "merge", "Merge the library of a device into another one.",
            discussion:
                "The higher play count, the later play, and the favourites and ratings of the device are written, and the device's playlists are appended by name. Tracks that are new are named; --copy copies their files and adds them. The database from before the change stays beside it as library.db.before-merge.",
            page: "library",
            examples: [
                "subdial library merge /media/phone/Documents --dry-run": "Print what would change",
                "subdial library merge /media/phone/Documents --copy": "Merge, and copy new music files",
                "subdial library merge phone.db --into ~/Documents/Database/library.db":
                    "Merge into a library that is not the configured one",
            ])

        @Argument(
            help: ArgumentHelp("The database of the device, or the folder with it; it is only read.", valueName: "DEVICE"),
            completion: .file(extensions: ["db"]))
        var device: String

        @Option(
            help: ArgumentHelp("The database that is changed (default: 'library' of the configuration).", valueName: "DESKTOP"),
            completion: .file(extensions: ["db"]))
        var into: String?

        @Flag(help: "Copy the files of new tracks into the folder of music, and add these tracks.")
        var copy = false

        @Flag(help: "Print what would change, and change nothing.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            // The library first: without one, the device does not matter.
            let library = try LibraryOptions.library(into, command.global, in: context)
            let device = try LibraryOptions.existing(LibraryDatabase(context.path(device)), as: device)
            let merge = try LibraryMerge(device, into: library)
            let outcome: LibraryMerge.Outcome
            if dryRun {
                outcome = try merge.preview(copying: copy)
            } else {
                let bar = ProgressBar("merging", in: context)
                defer { bar.end() }
                outcome = try merge.run(copying: copy, now: .now) { bar.show($0, of: $1) }
            }
            if json {
                await context.print(json(of: outcome).text(indented: true))
            } else {
                for line in lines(of: outcome) { await context.print(line) }
            }
            return .done
        }

        private func lines(of outcome: LibraryMerge.Outcome) -> [String] {
            let plan = outcome.plan
            var lines = plan.changes.map { "changed: \($0.track.line): \($0.words.joined(separator: ", "))" }
            for track in plan.new {
                let end =
                    if let path = outcome.paths[track.id] {
                        " -> \(path)"
                    } else {
                        outcome.obstacles[track.id].map { "; not copied: \($0)" } ?? ""
                    }
                lines.append("new: \(track.line)\(end)")
            }
            for list in plan.playlists {
                lines.append("playlist \(list.name)\(list.isNew ? " (new)" : ""): \(Self.count(list.count, "track")) added")
            }
            let missing = plan.new.count - outcome.paths.count
            guard !plan.isEmpty else {
                lines.append(
                    "nothing to change: \(Self.count(plan.common, "track")) in both"
                        + (missing > 0 ? ", \(missing) only on the device" : ""))
                return lines
            }
            var parts = ["\(Self.count(plan.changes.count, "track")) changed", "\(outcome.paths.count) added"]
            if missing > 0 { parts.append("\(missing) only on the device\(copy ? "" : " (--copy adds them)")") }
            parts.append("\(Self.count(plan.playlists.count, "playlist")) changed")
            lines.append((dryRun ? "would be merged: " : "merged: ") + parts.joined(separator: ", "))
            if let backup = outcome.backup { lines.append("the database from before: \(backup)") }
            return lines
        }

        private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

        private func json(of outcome: LibraryMerge.Outcome) -> JSONValue {
            let new = outcome.plan.new.map { track -> JSONValue in
                let members: [(String, JSONValue?)] = [
                    ("id", .string(track.id)), ("title", .string(track.title)), ("artist", track.artist.map(JSONValue.string)),
                    ("file", .string(track.path)), ("path", outcome.paths[track.id].map(JSONValue.string)),
                    ("obstacle", outcome.obstacles[track.id].map(JSONValue.string)),
                ]
                return .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
            }
            let lists = outcome.plan.playlists.map { list -> JSONValue in
                ["name": .string(list.name), "isNew": .bool(list.isNew), "added": .integer(Int64(list.count))]
            }
            var members = [
                JSONMember("isChanged", .bool(!dryRun && !outcome.plan.isEmpty)), JSONMember("isDryRun", .bool(dryRun)),
                JSONMember("common", .integer(Int64(outcome.plan.common))),
                JSONMember("changed", .array(outcome.plan.changes.map(\.json))), JSONMember("new", .array(new)),
                JSONMember("playlists", .array(lists)),
            ]
            if let backup = outcome.backup { members.append(JSONMember("backup", .string(backup))) }
            return .object(members)
        }
    }
}

extension MergePlan.Change {
    /// The new values in words.
    fileprivate var words: [String] {
        var words: [String] = []
        if let playCount { words.append("\(playCount) \(playCount == 1 ? "play" : "plays")") }
        if let lastPlayed { words.append("last played \(lastPlayed.iso8601)") }
        if let isFavorite { words.append(isFavorite ? "favourite" : "no favourite") }
        if let rating { words.append("rating \(rating)") }
        return words
    }

    fileprivate var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("id", .string(track.id)), ("title", .string(track.title)), ("playCount", playCount.map { .integer(Int64($0)) }),
            ("lastPlayed", lastPlayed.map { .string($0.iso8601) }), ("isFavorite", isFavorite.map(JSONValue.bool)),
            ("rating", rating.map { .integer(Int64($0)) }),
        ]
        return .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}
