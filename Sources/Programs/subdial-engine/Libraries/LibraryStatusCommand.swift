import ArgumentParser
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialLibrary
import SubdialTimeline

/// `subdial library status`: prints counts and the last synchronization.
struct LibraryStatusCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print the number of tracks and playlists, and the state of the last synchronization.")

    static let manual = CommandManual(
        "library",
        [
            "subdial library status --database ~/Music/library.db": "Print the number of tracks and playlists of a database"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: LibraryOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        let library = try options.library(global, in: context)
        let state = try library.state()
        guard !options.json else {
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
        let zones = try global.configuration(in: context).timeZones(isLive: true)
        if let date = state.synchronized { await context.print("synchronized \(zones.text(of: date))") }
        for (key, value) in state.synchronization.sorted(by: { $0.key < $1.key }) { await context.print("  \(key): \(value)") }
        return .done
    }
}
