import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import SubdialTimeline
import Synchronization

/// The feed of one bar: from a source's entries to lines, and from the bar's clicks to the source.
package struct FeedSession: Sendable {
    /// Makes the setup again after a reload of the configuration.
    package typealias Reconfigure = @Sendable () throws -> FeedSetup

    /// The time for which a first line waits for the source's first answer before the known state is shown.
    static let patience = Duration.milliseconds(50)
    /// Reads the configuration.
    private static let lane = WorkLane()

    private let hub: Hub
    private let setup: FeedSetup
    private let reconfigure: Reconfigure?
    /// The line that the bar already shows.
    private let resume: String?
    private let logger: Logger

    /// Creates a feed with a setup.
    ///
    /// - Parameters:
    ///   - reconfigure: Makes the setup again after the configuration has changed.
    ///   - resume: The line that the bar already shows, which is not written again.
    package init(hub: Hub, setup: FeedSetup, reconfigure: Reconfigure? = nil, resume: String? = nil, logger: Logger) {
        self.hub = hub
        self.setup = setup
        self.reconfigure = reconfigure
        self.resume = resume
        self.logger = logger
    }

    /// Returns the lines for the known state, even if it is old, and the error of the last reading.
    ///
    /// If all players are followed, there is one line for each, and the error is the first one.
    ///
    /// - Parameter input: The bytes from stdin, for a kind whose documents arrive there: the line shows the first one.
    package func once(input: AsyncStream<[UInt8]>? = nil) async -> (lines: [String], error: (any Error)?) {
        guard case .players(var players) = setup.followed, players.isForAll else {
            let (line, error) = await one(of: hub.entries(of: setup.followed, input: input, logger: logger))
            return ([line], error)
        }
        do throws(SourceError) {
            var lines: [String] = []
            var failure: (any Error)?
            for player in try await hub.allPlayers(at: players.address, rules: players.zoneRules) {
                players.zone = player.id.rawValue
                let (line, error) = await one(of: hub.entries(of: .players(players), logger: logger))
                lines.append(line)
                failure = failure ?? error
            }
            return (lines, failure)
        } catch {
            return ([], error)
        }
    }

    /// Returns the text of the line for the known state, without the syntax of the format, and the error of the last reading.
    package func text() async -> (text: String, error: (any Error)?) {
        var feed = Feed(setup.options)
        let (_, error) = await one(of: hub.entries(of: setup.followed, logger: logger), &feed)
        return (feed.lastText, error)
    }

    private func one(of source: any EntrySource) async -> (line: String, error: (any Error)?) {
        var feed = Feed(setup.options)
        return await one(of: source, &feed)
    }

    private func one(of source: any EntrySource, _ feed: inout Feed) async -> (line: String, error: (any Error)?) {
        let (known, error) = await source.current()
        let frame = known.hidingPauses(after: setup.options.hideAfter)
        let now = frame.clock.now.wall
        let entry = frame.timeline.entry(at: now) ?? source.unknownEntry
        feed.surroundings = await surroundings(of: entry, in: frame, source)
        return (feed.line(for: entry, at: now) ?? "", error)
    }

    private func surroundings(of entry: Entry, in frame: EntryFrame, _ source: any EntrySource) async -> FeedSurroundings {
        var surroundings = FeedSurroundings()
        if setup.options.format.traits.contains(.zones) { surroundings.zones = await source.choices(showing: entry.subject) }
        if let cover = setup.cover(logger: logger, reports: hub.pictureReports) {
            surroundings.artPath = await cover.showOnce(FeedFollowing.cover(of: entry, in: frame), from: frame.pictures)
            await cover.end()
        }
        return surroundings
    }

    /// Writes each line when it is due, until the task is cancelled.
    ///
    /// After each reload of the configuration it starts again, with the same last line.
    ///
    /// - Parameters:
    ///   - input: The bytes from the bar's stdin.
    ///   - write: Receives a line without its last newline.
    package func run(input: AsyncStream<[UInt8]>? = nil, write: @escaping @Sendable (String) -> Void) async {
        await withTaskExecutorPreference(TaskPool.shared) { await follow(input: input, write: write) }
    }

    private func follow(input: AsyncStream<[UInt8]>?, write: @escaping @Sendable (String) -> Void) async {
        let memory = Memory(setup, lastLine: resume)
        await withTaskGroup(of: Void.self) { group in
            // If the data arrive on standard input, there are no clicks.
            if let input, !setup.followed.isStdin {
                group.addTask { await handleClicks(input) { memory.setup } }
            }
            group.addTask {
                var generation = hub.reloadCount
                var version = setup.configuration.flatMap { FileVersion(path: $0) }
                while !Task.isCancelled {
                    let setup = memory.setup
                    let (start, known) = (generation, version)
                    memory.faults.send(false)
                    await firstOf {
                        if case .players(let players) = setup.followed, players.isForAll {
                            return await AllPlayersFollowing(hub: hub, players: players, setup: setup, logger: logger).run(write: write)
                        }
                        await FeedFollowing(
                            source: hub.entries(of: setup.followed, input: input, logger: logger),
                            setup: setup, logger: logger, reports: hub.pictureReports
                        ).run(
                            after: memory.lastLine, fault: { memory.faults.send(true) }
                        ) { line in
                            memory.setLastLine(line)
                            write(line)
                        }
                    } or: {
                        await change(after: start, known, memory)
                    }
                    generation = hub.reloadCount
                    version = memory.setup.configuration.flatMap { FileVersion(path: $0) }
                    guard !Task.isCancelled, let reconfigure else { continue }
                    switch await Self.lane.value(of: { Result { try reconfigure() } }) {
                    case .success(let setup): memory.change(setup)
                    case .failure(let error): await hub.complain("\(error)")
                    case nil: await hub.complain("the system gives no thread to read it")
                    }
                }
            }
            // The input ends at the latest with the connection of the front; a bar that closes it still reads lines.
            await group.waitForAll()
        }
    }

    /// Waits for a reload of the configuration, or for a change of its file after the line was a fault.
    ///
    /// - Parameter version: The file from which the setup was made.
    private func change(after start: Int, _ version: FileVersion?, _ memory: Memory) async {
        await firstOf {
            for await count in hub.reloads() where count != start { return }
        } or: {
            for await isFaulty in memory.faults.values() where isFaulty {
                guard let path = memory.setup.configuration else { continue }
                let (changes, continuation) = AsyncStream<Void>.makeStream()
                await firstOf {
                    await FileFollower(path: path, reportsStart: true).follow { continuation.yield() }
                } or: {
                    // It may have changed before it was followed.
                    for await _ in changes where FileVersion(path: path) != version { return }
                }
                return
            }
        }
    }

    private func handleClicks(_ input: AsyncStream<[UInt8]>, _ setup: @escaping @Sendable () -> FeedSetup) async {
        var parser = ClickParser()
        await withDiscardingTaskGroup { group in
            for await bytes in input {
                let setup = setup()
                guard setup.options.format.traits.contains(.clicks) else { continue }
                for button in parser.parse(bytes) {
                    // Clicks run concurrently: the follower of the zone gathers the steps of a wheel.
                    group.addTask { await click(button, setup) }
                }
            }
        }
    }

    /// Performs the action of a button.
    package func click(_ button: ClickButton) async {
        await click(button, setup)
    }

    private func click(_ button: ClickButton, _ setup: FeedSetup) async {
        guard let words = setup.options.actions.words[button] else { return }
        do {
            if let message = try await hub.entries(of: setup.followed).perform(words, isClick: true) { logger.notice("\(message)") }
        } catch {
            logger.warning("\(error)", metadata: ["click": "\(button)"])
        }
    }
}

/// The state of a feed that persists across changes of its configuration.
private final class Memory: Sendable {
    private let content: Mutex<(setup: FeedSetup, lastLine: String?)>
    /// True after the line was a fault.
    let faults = Broadcast(false)

    init(_ setup: FeedSetup, lastLine: String?) { content = Mutex((setup, lastLine)) }

    var setup: FeedSetup { content.withLock { $0.setup } }
    var lastLine: String? { content.withLock { $0.lastLine } }

    func change(_ setup: FeedSetup) { content.withLock { $0.setup = setup } }
    func setLastLine(_ line: String) { content.withLock { $0.lastLine = line } }
}

/// Runs both functions, and cancels the other when one has ended.
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
                    let feed = FeedFollowing(
                        source: hub.entries(of: .players(one), logger: logger), setup: setup, logger: logger,
                        reports: hub.pictureReports)
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
