import Feeds
import Logging
import Playback

/// Follows every player of a source for a feed, and writes a line for each whenever one of them has another.
struct AllPlayersFollowing: Sendable {
    /// Time between two looks for players that have started or exited.
    private static let pause = Duration.seconds(2)

    let hub: Hub
    let setup: FeedSetup
    let logger: Logger

    /// Writes a line whenever one is due, until the task is cancelled.
    func run(write: @escaping @Sendable (String) -> Void) async {
        var following: [ZoneID: Task<Void, Never>] = [:]
        defer { for task in following.values { task.cancel() } }
        var problem: SourceError?
        while !Task.isCancelled {
            do throws(SourceError) {
                let players = try await hub.allPlayers(at: setup.address, rules: setup.zoneRules)
                problem = nil
                for (gone, task) in following where !players.contains(where: { $0.id == gone }) {
                    task.cancel()
                    following[gone] = nil
                }
                for player in players where following[player.id] == nil {
                    var setup = setup
                    setup.zone = player.id.rawValue
                    let one = FeedFollowing(hub: hub, setup: setup, logger: logger)
                    // A player of which nothing is shown yet does not hide what the others show.
                    let hiding = setup.options.format.line(for: FeedContent())
                    following[player.id] = Task { await one.run(after: hiding, write: write) }
                }
            } catch {
                if problem != error, error != .cancelled { logger.warning("\(error)") }
                problem = error
            }
            try? await Task.sleep(for: Self.pause)
        }
    }
}
