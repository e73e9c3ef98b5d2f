import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialLibrary
import SubdialSystem

/// `subdial library playlists`: lists the playlists.
struct LibraryPlaylistsCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "List the playlists with their numbers of tracks.")

    static let manual = CommandManual(
        "library",
        [
            "subdial library playlists": "List the playlists"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: LibraryOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        let playlists = options.limited(try options.library(global, in: context).playlists())
        guard !options.json else {
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
struct LibraryPlaylistCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "playlist", abstract: "Print a playlist of the library or of an M3U file, or write it to an M3U file.",
        discussion: "The paths of tracks in the folder of the written file or below are relative. An .m3u8 file is in UTF-8.")

    static let manual = CommandManual(
        "library",
        [
            "subdial library playlist Evening": "Print a playlist",
            "subdial library playlist Evening -o ~/Music/evening.m3u8": "Write it as an M3U file",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: LibraryOptions

    @Argument(help: ArgumentHelp("The name or id of a playlist of the library, or an .m3u or .m3u8 file.", valueName: "NAME|FILE"))
    var name: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The .m3u or .m3u8 file to write.", valueName: "FILE"))
    var output: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        var list = try playlist(in: context)
        list.items = options.limited(list.items)
        guard let output else {
            if options.json {
                let rows = list.items.map { item -> JSONValue in
                    .object(
                        [JSONMember("path", .string(item.location))] + (item.title.map { [JSONMember("title", .string($0))] } ?? [])
                            + (item.length.map { [JSONMember("length", .double($0))] } ?? []))
                }
                await context.print(JSONValue.array(rows).text(indented: true))
            } else {
                for item in list.items { await context.print(item.title ?? item.location) }
            }
            return .done
        }
        let path = context.path(output)
        guard path.lowercased().hasSuffix(".m3u") || path.lowercased().hasSuffix(".m3u8") else {
            throw CommandFailure(.wrongUsage, "-o takes a file that ends in .m3u or .m3u8, not '\(output)'")
        }
        var written = list
        let folder = Self.folder(of: path)
        for index in written.items.indices { written.items[index].location = M3U.relative(written.items[index].location, to: folder) }
        try AtomicFile.write(written.bytes(isUTF8: path.lowercased().hasSuffix("8")), to: path)
        return .done
    }

    /// The playlist, with absolute paths.
    private func playlist(in context: CommandContext) throws -> M3U {
        if name.lowercased().hasSuffix(".m3u") || name.lowercased().hasSuffix(".m3u8") {
            var list = M3U(try context.bytes(ofFile: name, as: "playlist"))
            for index in list.items.indices {
                list.items[index].location = M3U.absolute(list.items[index].location, in: Self.folder(of: context.path(name)))
            }
            return list
        }
        let library = try options.library(global, in: context)
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

    private static func folder(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
