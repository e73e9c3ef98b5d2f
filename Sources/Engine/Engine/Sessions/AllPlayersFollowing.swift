import Logging
import SubdialFeeds
import SubdialPlayback

/// Follows every player of a source for a feed, and writes a line for each whenever its content changes.
struct AllPlayersFollowing: Sendable {
    /// The interval between two searches for players that have started or exited.
    private static let pause = Duration.seconds(2)

    let hub: Hub
    let players: FollowedPlayers
    let setup: FeedSetup
    let logger: Logger

    /// Writes each line when it is due, until the task is cancelled.
    func run(write: @escaping @Sendable (String) -> Void) async {
        var following: [ZoneID: Task<Void, Never>] = [:]
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
                    // A player without anything to show yet must not replace the others' lines with an empty one.
                    let hiding = setup.options.format.line(for: FeedContent())
                    following[player.id] = Task { await feed.run(after: hiding, write: write) }
                }
            } catch {
                if problem != error, error != .cancelled { logger.warning("\(error)") }
                problem = error
            }
            try? await Task.sleep(for: Self.pause)
        }
        for task in following.values { task.cancel() }
        for task in following.values { await task.value }
    }
}
