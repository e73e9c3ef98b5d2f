import Logging
import SubdialEngine
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import Synchronization

/// Measures zones that are followed by name, and feeds of one zone.
enum ZoneGrowth {
    private static let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }

    /// Returns the time until every zone is live; a source has at most ``SourceLimits/zones`` of them.
    static func zones(_ count: Int, _ folder: String) async throws -> Duration {
        let limit = SourceLimits.zones
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder]), logger: logger) { _ in CrowdSource(zones: min(count, limit)) }
        let (answers, answered) = AsyncStream<Void>.makeStream()
        let start = ContinuousClock.now
        let time = await withDiscardingTaskGroup { group in
            for number in 0..<count {
                let players = FollowedPlayers(address: "http://source\(number / limit):8088", zone: CrowdSource.name(number % limit))
                group.addTask {
                    let isLive = Mutex(false)
                    await hub.entries(of: .players(players)).follow { news in
                        guard case .frame(let frame) = news, frame.timeline.entries.first?.freshness == .live else { return }
                        let isFirst = isLive.withLock { isLive in
                            defer { isLive = true }
                            return !isLive
                        }
                        if isFirst { answered.yield() }
                    }
                }
            }
            var missing = count
            for await _ in answers {
                missing -= 1
                if missing == 0 { break }
            }
            let time = ContinuousClock.now - start
            group.cancelAll()
            return time
        }
        await hub.stop()
        return time
    }

    /// Returns the time from a change of the track to the last feed's line.
    static func feeds(_ count: Int, _ folder: String) async throws -> Duration {
        let source = CrowdSource(zones: 1)
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder]), logger: logger) { _ in source }
        let setup = FeedSetup(
            options: try FeedOptions(format: "waybar", settings: FeedSettings()), address: "http://source:8088", zone: CrowdSource.name(0))
        let (lines, written) = AsyncStream<(feed: Int, line: String)>.makeStream()
        let time = await withDiscardingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    await FeedSession(hub: hub, setup: setup, logger: logger).run { written.yield((number, $0)) }
                }
            }
            var iterator = lines.makeAsyncIterator()
            func waitForAll(_ title: String) async {
                var missing = Set(0..<count)
                while !missing.isEmpty, let next = await iterator.next() {
                    if next.line.contains(title) { missing.remove(next.feed) }
                }
            }
            await waitForAll("Track 0")
            let start = ContinuousClock.now
            source.change()
            await waitForAll("Track 1")
            let time = ContinuousClock.now - start
            group.cancelAll()
            return time
        }
        await hub.stop()
        return time
    }
}
