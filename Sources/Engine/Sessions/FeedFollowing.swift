import Clocks
import Feeds
import Files
import FoundationEssentials
import Logging
import Playback
import Synchronization
import Timeline

/// Follows a zone for a feed under one setup, and writes its lines.
struct FeedFollowing: Sendable {
    let hub: Hub
    let setup: FeedSetup
    let logger: Logger

    /// Writes a line whenever one is due, until the task is cancelled.
    ///
    /// - Parameter lastLine: The line that the bar has already.
    func run(after lastLine: String?, write: @Sendable (String) -> Void) async {
        let (wakeUps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let latest = Latest()
        let keeper = setup.art.map { art in
            CoverKeeper(art, folder: setup.coverFolder, workingFolder: setup.workingFolder, logger: logger) { path in
                latest.take(artPath: path)
                continuation.yield()
            }
        }
        let following = Task {
            await withTaskGroup(of: Void.self) { group in
                if await followsSelection { group.addTask { await hub.watchSelection(at: setup.address) } }
                await follow(latest, keeper) { continuation.yield() }
                group.cancelAll()
            }
        }
        defer { following.cancel() }
        var feed = Feed(setup.options, lastLine: lastLine)
        // Nothing known for so long: say so rather than say nothing. A bar that has a line keeps it until the source has answered, or has
        // failed to: what an earlier engine has left on disk may be older than that line.
        let first =
            lastLine != nil
            ? nil
            : Task {
                try await Task.sleep(for: FeedSession.patience)
                latest.settle(after: 0)
                continuation.yield()
            }
        defer { first?.cancel() }
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        for await _ in wakeUps {
            guard !Task.isCancelled else { return }
            guard let shown = latest.entryToShow else { continue }
            let now = Date.steady
            feed.surroundings.artPath = latest.artPath
            if let line = feed.line(for: shown, at: now) { put(line, write) }
            timer?.cancel()
            timer = feed.nextWake(after: now).map { wake in
                Task {
                    try await Task.sleep(for: .seconds(max(0.01, wake.timeIntervalSince(.steady))))
                    continuation.yield()
                }
            }
            // Those that come with it are waited for, so that a burst gives one line.
            try? await Task.sleep(for: .seconds(Feed.coalescing))
        }
    }

    private func put(_ line: String, _ write: @Sendable (String) -> Void) {
        guard let output = setup.output else { return write(line) }
        do {
            try AtomicFile.write(Array((line + "\n").utf8), to: output)
        } catch {
            logger.warning("\(error)")
        }
    }

    /// The cover of what an entry shows; nil where it shows none, or may not.
    static func artwork(of entry: Entry, _ follower: ZoneFollower) async -> Artwork? {
        guard FeedState(entry).showsTrack, entry.zone?.isLocked != true else { return nil }
        return await follower.state.artwork.value
    }

    /// What is shown where the zone cannot even be found.
    static func offlineEntry(_ error: SourceError, zone: String?) -> Entry {
        var entry = Entry(date: .steady, status: .unknown, connection: .offline)
        if case .zoneMissing = error { entry.connection = .zoneMissing }
        if let zone { entry.zone = Entry.ZoneName(id: zone) }
        return entry
    }

    /// Why a zone is followed no longer.
    private enum End {
        /// Another zone was chosen.
        case chosen
        /// The zone is gone from its source; `wasLive` tells whether it was there before.
        case lost(wasLive: Bool)
    }

    /// How long a line of the zone before stays while another zone's source has not answered.
    private static let changePatience = Duration.milliseconds(500)

    /// The most seconds between two looks for a zone that is missing on a source that answers.
    private static let missingZonePause = 3.0

    /// True where no zone is named but whichever is chosen or active.
    private var followsSelection: Bool {
        get async {
            if setup.zone == nil { return true }
            return (try? await hub.isActive(setup.zone, at: setup.address)) == true
        }
    }

    /// Follows the zone, and looks for it again and again where it cannot be found.
    private func follow(_ latest: Latest, _ keeper: CoverKeeper?, changed: @escaping @Sendable () -> Void) async {
        var failures = 0
        var isMissing = false
        var patience: Task<Void, any Error>?
        defer { patience?.cancel() }
        while !Task.isCancelled {
            isMissing = false
            do throws(SourceError) {
                // A zone that is gone may have come back under another id: then the source's own list counts, not what is remembered.
                let follower = try await hub.follower(
                    ofZone: setup.zone, at: setup.address, rules: setup.zoneRules, asking: failures > 0 ? .always : .never)
                logger.debug("following a zone", metadata: ["zone": "\(follower.zone)", "source": "\(setup.address)"])
                switch await follow(follower, latest, keeper, changed) {
                case .chosen:
                    failures = 0
                    // No empty line flashes before the other zone is known.
                    let change = latest.unsettle()
                    patience?.cancel()
                    patience = Task {
                        try await Task.sleep(for: Self.changePatience)
                        latest.settle(after: change)
                        changed()
                    }
                case .lost(let wasLive):
                    failures = wasLive ? 1 : failures + 1
                    isMissing = true
                }
            } catch {
                guard error != .cancelled, !Task.isCancelled else { return }
                if failures == 0 { logger.warning("\(error)") }
                failures += 1
                if case .zoneMissing = error { isMissing = true }
                latest.take(Self.offlineEntry(error, zone: setup.zone), isAnswer: true)
                changed()
            }
            guard failures > 0 else { continue }
            // A zone that is missing comes back at any moment, and all who look for it share one question.
            let delay = min(Backoff().delay(failures: failures, jitter: .random(in: 0...1)), isMissing ? Self.missingZonePause : .infinity)
            try? await Task.sleep(for: .seconds(delay))
        }
    }

    /// True while a zone that is shown by a name has it: a name wanders where rooms are grouped anew, or named anew.
    private func isStill(_ name: String, _ entry: Entry) -> Bool {
        guard entry.connection == .live, let zone = entry.zone else { return true }
        return Zone(id: ZoneID(zone.id), name: zone.name).isMeant(by: name)
    }

    private func follow(
        _ follower: ZoneFollower, _ latest: Latest, _ keeper: CoverKeeper?, _ changed: @escaping @Sendable () -> Void
    ) async -> End {
        let name = await followsSelection ? nil : setup.zone
        let selection = name == nil ? try? await hub.selection(at: setup.address) : nil
        // A player that has exited gives way to another in a moment: no line is to flash in between.
        let givesWay = selection?.address.isPlayer(follower.zone) == true
        return await withTaskGroup(of: End.self) { group in
            group.addTask {
                var wasLive = false
                for await entry in await follower.entries(through: setup.zoneRules) {
                    if givesWay, entry.connection == .zoneMissing { continue }
                    latest.take(entry, isAnswer: await follower.hasAsked)
                    if let keeper { await keeper.show(await Self.artwork(of: entry, follower), of: follower.zone, from: follower.source) }
                    changed()
                    wasLive = wasLive || entry.connection == .live
                    if let name, entry.connection == .zoneMissing || !isStill(name, entry) { break }
                }
                return .lost(wasLive: wasLive)
            }
            if let selection {
                group.addTask {
                    var hadChoice = false
                    for await candidates in selection.allCandidates() {
                        let shown = candidates.shown(through: setup.zoneRules, isChoiceIgnored: setup.zone != nil)
                        // Without a choice the next zone is to be looked for.
                        guard shown.map({ $0.id == follower.zone }) ?? !hadChoice else { break }
                        hadChoice = candidates.chosen != nil
                    }
                    return .chosen
                }
            }
            let end = await group.next() ?? .chosen
            group.cancelAll()
            return end
        }
    }
}

/// The newest entry, and whether it may be shown yet.
private final class Latest: Sendable {
    private struct Content {
        var entry: Entry?
        var artPath: String?
        var isSettled = false
        /// How often another zone has been chosen.
        var changes = 0
    }

    private let content = Mutex(Content())

    /// The newest entry once the source has answered, or has had its time.
    var entryToShow: Entry? {
        content.withLock { $0.isSettled ? $0.entry ?? Entry(date: .steady, status: .unknown, connection: .offline) : nil }
    }

    var artPath: String? { content.withLock { $0.artPath } }

    func take(_ entry: Entry, isAnswer: Bool) {
        content.withLock {
            $0.entry = entry
            $0.isSettled = $0.isSettled || isAnswer
        }
    }

    func take(artPath: String?) {
        content.withLock { $0.artPath = artPath }
    }

    /// Waits for an answer about another zone.
    ///
    /// - Returns: The number of this change of zones, from 1.
    func unsettle() -> Int {
        content.withLock { content in
            content = Content(changes: content.changes + 1)
            return content.changes
        }
    }

    /// Waits no longer for the answer after a change of zones; 0 is the feed's beginning.
    func settle(after change: Int) {
        content.withLock { $0.isSettled = $0.isSettled || $0.changes == change }
    }
}
