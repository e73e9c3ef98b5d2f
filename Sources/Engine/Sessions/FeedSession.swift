import Clocks
import Feeds
import FoundationEssentials
import Logging
import Playback
import Synchronization
import Timeline

/// One bar's feed: from a zone's entries to lines, and from the bar's clicks to the zone.
public struct FeedSession: Sendable {
    /// What the setup is made of anew when the configuration is to be read again.
    public typealias Reconfigure = @Sendable () throws -> FeedSetup

    /// How long a first line may wait for the source's first answer before what is known is shown.
    static let patience = Duration.milliseconds(50)

    let hub: Hub
    private(set) var setup: FeedSetup
    let reconfigure: Reconfigure?
    /// The line that the bar has already.
    let resume: String?
    let logger: Logger

    /// Makes a feed of `setup`.
    ///
    /// - Parameters:
    ///   - reconfigure: Makes the setup anew after the configuration has changed.
    ///   - resume: The line that the bar shows already, which is not written again.
    public init(hub: Hub, setup: FeedSetup, reconfigure: Reconfigure? = nil, resume: String? = nil, logger: Logger) {
        self.hub = hub
        self.setup = setup
        self.reconfigure = reconfigure
        self.resume = resume
        self.logger = logger
    }

    /// The lines that show what plays now, however old it is, one for each player where all are followed, and why one could not be read
    /// anew.
    public func once() async -> (lines: [String], error: SourceError?) {
        guard setup.isForAllPlayers else {
            let (line, error) = await one()
            return ([line], error)
        }
        do throws(SourceError) {
            var lines: [String] = []
            var failure: SourceError?
            for player in try await hub.allPlayers(at: setup.address, rules: setup.zoneRules) {
                var session = self
                session.setup.zone = player.id.rawValue
                let (line, error) = await session.one()
                lines.append(line)
                failure = failure ?? error
            }
            return (lines, failure)
        } catch {
            return ([], error)
        }
    }

    private func one() async -> (line: String, error: SourceError?) {
        var feed = Feed(setup.options)
        do throws(SourceError) {
            let found = try await hub.follower(
                ofZone: setup.zone, at: setup.address, rules: setup.zoneRules, asking: .ifDoubtful)
            await found.settle()
            let entry = await found.entry().seen(through: setup.zoneRules)
            let error = await found.lastError
            feed.surroundings = await surroundings(of: entry, found)
            return (feed.line(for: entry, at: .steady) ?? "", error)
        } catch {
            feed.surroundings.zones = await zones(showing: nil)
            return (feed.line(for: FeedFollowing.offlineEntry(error, zone: setup.zone), at: .steady) ?? "", error)
        }
    }

    private func surroundings(of entry: Entry, _ follower: ZoneFollower) async -> FeedSurroundings {
        var surroundings = FeedSurroundings(zones: await zones(showing: follower.zone))
        if let art = setup.art {
            let paths = LatestPath()
            let keeper = CoverKeeper(art, folder: setup.coverFolder, workingFolder: setup.workingFolder, logger: logger) { paths.set($0) }
            await keeper.showNow(await FeedFollowing.artwork(of: entry, follower), of: follower.zone, from: follower.source)
            surroundings.artPath = paths.value
        }
        return surroundings
    }

    /// The zones for a menu; none where the format shows none, or they cannot be had.
    private func zones(showing shown: ZoneID?) async -> [FeedZone] {
        guard setup.options.format.traits.contains(.zones), let zones = try? await hub.choosableZones(at: setup.address) else { return [] }
        let rules = setup.zoneRules
        return zones.filter(rules.allows).map {
            FeedZone(id: $0.id.rawValue, name: $0.name, isShown: $0.id == shown, isLocked: rules.locks($0))
        }
    }

    /// Writes a line whenever one is due, until the task is cancelled; begins anew, with the same last line, when the configuration is to
    /// be read again.
    ///
    /// - Parameters:
    ///   - input: What comes on the bar's stdin.
    ///   - write: Takes a line without its last newline.
    public func run(input: AsyncStream<[UInt8]>? = nil, write: @escaping @Sendable (String) -> Void) async {
        let memory = Memory(setup, lastLine: resume)
        await withTaskGroup(of: Void.self) { group in
            if let input {
                group.addTask { await takeClicks(input) { memory.setup } }
            }
            group.addTask {
                var generation = hub.reloadCount
                while !Task.isCancelled {
                    let setup = memory.setup
                    let start = generation
                    await firstOf {
                        guard !setup.isForAllPlayers else {
                            return await AllPlayersFollowing(hub: hub, setup: setup, logger: logger).run(write: write)
                        }
                        await FeedFollowing(hub: hub, setup: setup, logger: logger).run(after: memory.lastLine) { line in
                            memory.note(line)
                            write(line)
                        }
                    } or: {
                        for await count in hub.reloads() where count != start { return }
                    }
                    generation = hub.reloadCount
                    guard !Task.isCancelled, let reconfigure else { continue }
                    do {
                        memory.change(try reconfigure())
                    } catch {
                        await hub.complain("\(error)")
                    }
                }
            }
            // The input ends with the front's stdin at the latest; a bar that closes it goes on reading lines.
            await group.waitForAll()
        }
    }

    private func takeClicks(_ input: AsyncStream<[UInt8]>, _ setup: @escaping @Sendable () -> FeedSetup) async {
        var parser = ClickParser()
        await withDiscardingTaskGroup { group in
            for await bytes in input {
                let setup = setup()
                guard setup.options.format.traits.contains(.clicks) else { continue }
                for button in parser.take(bytes) {
                    // None waits for the one before: the wheel's are gathered further down.
                    group.addTask { await click(button, setup) }
                }
            }
        }
    }

    /// Does what a button does.
    public func click(_ button: ClickButton) async {
        await click(button, setup)
    }

    private func click(_ button: ClickButton, _ setup: FeedSetup) async {
        guard let words = setup.options.actions.words[button] else { return }
        let session = ControlSession(
            hub: hub, address: setup.address, zone: setup.zone, zoneRules: setup.zoneRules, volumeRules: setup.volumeRules)
        do {
            if let message = try await session.perform(ControlRequest(words: words), isClick: true) { logger.notice("\(message)") }
        } catch {
            logger.warning("\(error)", metadata: ["click": "\(button)"])
        }
    }
}

/// What a feed keeps beyond a change of its configuration.
private final class Memory: Sendable {
    private let content: Mutex<(setup: FeedSetup, lastLine: String?)>

    init(_ setup: FeedSetup, lastLine: String?) { content = Mutex((setup, lastLine)) }

    var setup: FeedSetup { content.withLock { $0.setup } }
    var lastLine: String? { content.withLock { $0.lastLine } }

    func change(_ setup: FeedSetup) { content.withLock { $0.setup = setup } }
    func note(_ line: String) { content.withLock { $0.lastLine = line } }
}

/// Runs both, and ends both as soon as one has ended.
private func firstOf(
    _ first: @escaping @Sendable () async -> Void, or second: @escaping @Sendable () async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask(operation: first)
        group.addTask(operation: second)
        await group.next()
        group.cancelAll()
    }
}

/// A path that somebody sets and somebody else reads.
private final class LatestPath: Sendable {
    private let path = Mutex<String?>(nil)

    var value: String? { path.withLock { $0 } }

    func set(_ path: String?) { self.path.withLock { $0 = path } }
}
