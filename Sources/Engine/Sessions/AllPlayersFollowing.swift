import Feeds
import Logging
import Playback

/// Follows every player of a source for a feed, and writes a line for each whenever one of them has another.
struct AllPlayersFollowing: Sendable {
    /// Time between two looks for players that have started or exited.
    private static let pause = Duration.seconds(2)

    let hub: Hub
    let players: FollowedPlayers
    let setup: FeedSetup
    let logger: Logger

    /// Writes a line whenever one is due, until the task is cancelled.
    func run(write: @escaping @Sendable (String) -> Void) async {
        var following: [ZoneID: Task<Void, Never>] = [:]
        defer { for task in following.values { task.cancel() } }
        var problem: SourceError?
        while !Task.isCancelled {
            do throws(SourceError) {
                let running = try await hub.allPlayers(at: players.address, rules: players.zoneRules)
                problem = nil
                for (gone, task) in following where !running.contains(where: { $0.id == gone }) {
                    task.cancel()
                    following[gone] = nil
                }
                for player in running where following[player.id] == nil {
                    var one = players
                    one.zone = player.id.rawValue
                    let feed = FeedFollowing(source: hub.entries(of: .players(one), logger: logger), setup: setup, logger: logger)
                    // A player of which nothing is shown yet does not hide what the others show.
                    let hiding = setup.options.format.line(for: FeedContent())
                    following[player.id] = Task { await feed.run(after: hiding, write: write) }
                }
            } catch {
                if problem != error, error != .cancelled { logger.warning("\(error)") }
                problem = error
            }
            try? await Task.sleep(for: Self.pause)
        }
    }
}
