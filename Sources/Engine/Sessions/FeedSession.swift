import Feeds
import FoundationEssentials
import Logging
import Playback
import Synchronization
import Timeline

/// One bar's feed: from a zone's entries to lines.
public struct FeedSession: Sendable {
    /// How long a first line may wait for the bridge's first answer before what is known is shown.
    static let patience = Duration.milliseconds(50)

    let hub: Hub
    let options: FeedOptions
    /// The bridge's address.
    let address: String
    /// The zone's id or name; nil for the chosen one.
    let zone: String?
    /// The line that the bar has already.
    let resume: String?
    let logger: Logger

    /// Follows `zone`, by id or name, of the bridge at `address`; nil for the chosen zone.
    ///
    /// - Parameter resume: The line that the bar shows already, which is not written again.
    public init(hub: Hub, options: FeedOptions, address: String, zone: String?, resume: String? = nil, logger: Logger) {
        self.hub = hub
        self.options = options
        self.address = address
        self.zone = zone
        self.resume = resume
        self.logger = logger
    }

    /// The one line that shows what plays now, however old it is, and why it could not be read anew.
    public func once() async -> (line: String, error: SourceError?) {
        var feed = Feed(options)
        do throws(SourceError) {
            let found = try await hub.follower(ofZone: zone, at: address)
            await found.settle()
            let entry = await found.entry()
            return (feed.line(for: entry, at: .now) ?? "", await found.lastError)
        } catch {
            return (feed.line(for: offlineEntry(error), at: .now) ?? "", error)
        }
    }

    /// Writes a line whenever one is due, until the task is cancelled.
    public func run(write: @Sendable (String) -> Void) async {
        let (wakeUps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let latest = Latest()
        let following = Task { await follow(latest) { continuation.yield() } }
        defer { following.cancel() }
        var feed = Feed(options, lastLine: resume)
        // Nothing known for so long: say so rather than say nothing.
        let first = Task {
            try await Task.sleep(for: Self.patience)
            latest.settle()
            continuation.yield()
        }
        defer { first.cancel() }
        var timer: Task<Void, any Error>?
        defer { timer?.cancel() }
        for await _ in wakeUps {
            guard !Task.isCancelled else { return }
            guard let shown = latest.entryToShow else { continue }
            let now = Date.now
            if let line = feed.line(for: shown, at: now) { write(line) }
            timer?.cancel()
            timer = feed.nextWake(after: now).map { wake in
                Task {
                    try await Task.sleep(for: .seconds(max(0.01, wake.timeIntervalSince(.now))))
                    continuation.yield()
                }
            }
            // Those that come with it are waited for, so that a burst gives one line.
            try? await Task.sleep(for: .seconds(Feed.coalescing))
        }
    }

    /// Why a zone is followed no longer.
    private enum End {
        /// Another zone was chosen.
        case chosen
        /// The zone is gone from its source; `wasLive` tells whether it was there before.
        case lost(wasLive: Bool)
    }

    /// Follows the zone, and looks for it again and again where it cannot be found.
    private func follow(_ latest: Latest, changed: @escaping @Sendable () -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            do throws(SourceError) {
                // A zone that is gone may have come back under another id: then the source's own list counts, not what is remembered.
                let follower = try await hub.follower(ofZone: zone, at: address, asking: failures > 0 && zone != nil)
                switch await follow(follower, latest, changed) {
                case .chosen: failures = 0
                case .lost(let wasLive): failures = wasLive ? 1 : failures + 1
                }
            } catch {
                guard error != .cancelled, !Task.isCancelled else { return }
                if failures == 0 { logger.warning("\(error)") }
                failures += 1
                latest.take(offlineEntry(error), isAnswer: true)
                changed()
            }
            guard failures > 0 else { continue }
            try? await Task.sleep(for: .seconds(Backoff().delay(failures: failures, jitter: .random(in: 0...1))))
        }
    }

    private func follow(_ follower: ZoneFollower, _ latest: Latest, _ changed: @escaping @Sendable () -> Void) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask {
                var wasLive = false
                for await entry in await follower.entries() {
                    latest.take(entry, isAnswer: await follower.hasAsked)
                    changed()
                    wasLive = wasLive || entry.connection == .live
                    if zone != nil, entry.connection == .zoneMissing { break }
                }
                return .lost(wasLive: wasLive)
            }
            if zone == nil {
                group.addTask {
                    guard let selection = try? await hub.selection(at: address) else { return .chosen }
                    for await chosen in selection.values() {
                        if let chosen, chosen.id != follower.zone { break }
                    }
                    return .chosen
                }
            }
            let end = await group.next() ?? .chosen
            group.cancelAll()
            return end
        }
    }

    private func offlineEntry(_ error: SourceError) -> Entry {
        var entry = Entry(date: .now, status: .unknown, connection: .offline)
        if case .zoneMissing = error { entry.connection = .zoneMissing }
        if let zone { entry.zone = Entry.ZoneName(id: zone) }
        return entry
    }
}

/// The newest entry, and whether it may be shown yet.
private final class Latest: Sendable {
    private struct Content {
        var entry: Entry?
        var isSettled = false
    }

    private let content = Mutex(Content())

    /// The newest entry once the source has answered, or has had its time.
    var entryToShow: Entry? {
        content.withLock { $0.isSettled ? $0.entry ?? Entry(date: .now, status: .unknown, connection: .offline) : nil }
    }

    func take(_ entry: Entry, isAnswer: Bool) {
        content.withLock {
            $0.entry = entry
            $0.isSettled = $0.isSettled || isAnswer
        }
    }

    func settle() {
        content.withLock { $0.isSettled = true }
    }
}
