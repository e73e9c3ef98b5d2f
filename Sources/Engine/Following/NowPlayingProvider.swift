import Clocks
import FoundationEssentials
import Playback
import Timeline

/// The timeline provider of a zone: WidgetKit's three questions, answered from what the engine knows of it.
///
/// Within the engine all dates are on the steady time line; the entries given out here have the wall clock's.
public struct NowPlayingProvider: TimelineProvider {
    /// How large a cover is fetched, in pixels: enough for the largest widget at three pixels to a point.
    public static let coverSide = 1024

    /// Time between two looks at whether somebody has set the wall clock.
    private static let clockCheck = Duration.seconds(2)

    private let follower: ZoneFollower
    private let source: any PlaybackSource
    private let rules: ZoneRules

    /// The provider of the zone that is meant.
    ///
    /// - Parameters:
    ///   - zone: Its id or name; nil for the chosen one.
    ///   - rules: Which zones may be shown, and which by their name alone.
    public init(zone: String?, at address: String, in hub: Hub, rules: ZoneRules = ZoneRules()) async throws(SourceError) {
        self.rules = rules
        source = try await hub.source(at: address)
        follower = try await hub.follower(ofZone: zone, at: address, rules: rules)
    }

    /// A stopped zone without a track, dated `context.now`.
    public func placeholder(in context: TimelineContext) -> Entry {
        Entry(date: context.now, status: .stopped)
    }

    /// What is known now, without asking the source.
    public func snapshot(in context: TimelineContext) async -> Entry {
        await follower.entry(at: context.now.addingTimeInterval(-Date.wallOffset)).seen(through: rules).dated(later: Date.wallOffset)
    }

    /// The entries from now on, once the source has answered or failed to.
    public func timeline(in context: TimelineContext) async -> Timeline {
        await follower.settle()
        let offset = Date.wallOffset
        let timeline = await follower.timeline(at: max(context.now.addingTimeInterval(-offset), .steady))
        return Timeline(
            entries: timeline.entries.map { $0.seen(through: rules).dated(later: offset) }, policy: timeline.policy.dated(later: offset))
    }

    /// Asks the source now, and returns once it has answered or failed to.
    public func refresh() async {
        await follower.readOnce()
    }

    /// Entries as the zone changes, the first at once; once more, with other dates, where somebody has set the wall clock.
    public func entries() async -> AsyncStream<Entry> {
        let entries = await follower.entries(through: rules)
        let (dated, continuation) = AsyncStream<Entry>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task { [follower] in
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await entry in entries { continuation.yield(entry.dated(later: Date.wallOffset)) }
                    continuation.finish()
                }
                group.addTask {
                    var offset = Date.wallOffset
                    while (try? await Task.sleep(for: Self.clockCheck)) != nil {
                        guard abs(Date.wallOffset - offset) > 0.5 else { continue }
                        offset = Date.wallOffset
                        await follower.tell()
                    }
                }
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return dated
    }

    /// Why the zone could not be read last; nil where it could.
    public var error: SourceError? {
        get async { await follower.lastError }
    }

    /// The cover of what plays now, with its key; nil where there is none, or it cannot be had.
    public func cover() async -> (key: String, bytes: [UInt8])? {
        let state = await follower.state
        guard !rules.locks(Zone(id: state.zone, name: state.name.value)), let artwork = state.artwork.value, state.track.value != nil,
            let bytes = try? await source.picture(of: artwork, in: state.zone, side: Self.coverSide)
        else { return nil }
        return (artwork.key, bytes)
    }
}
