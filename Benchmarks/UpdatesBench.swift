import FoundationEssentials
import Logging
import SubdialEngine
import SubdialSystem

/// Measures the memory for following a zone: after 10,000 updates, beside that after the first 500.
enum UpdatesBench {
    static func run(address: String) async throws {
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let folder = FileManager.default.temporaryDirectory.appending(path: "subdial-bench-\(ProcessInfo.processInfo.processIdentifier)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder]), logger: logger)
        let provider = try await EntryProvider(hub.entries(of: .players(FollowedPlayers(address: address, zone: "Living Room"))))
        let session = FeedSession(
            hub: hub, setup: FeedSetup(options: try .init(format: "waybar"), address: address, zone: "Living Room"), logger: logger)
        let feed = Task { await session.run { _ in } }
        for _ in 0..<500 { await provider.refresh() }
        let before = Memory.resident()
        var time = Timing()
        for _ in 0..<10_000 {
            let duration = await ContinuousClock().measure { await provider.refresh() }
            time.rounds.append(duration / .milliseconds(1))
        }
        let after = Memory.resident()
        feed.cancel()
        report("memory after 10,000 updates", after, "kB", beside: ("after 500", before))
        report("an update, from question to state", time)
    }
}
