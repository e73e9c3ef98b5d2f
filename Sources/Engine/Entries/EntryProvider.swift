import Clocks
import FoundationEssentials
import Timeline

/// The timeline provider of a source: WidgetKit's three questions, answered from what the engine knows of it.
///
/// Within the engine all dates are on the steady time line; the entries given out here have the wall clock's.
public struct EntryProvider: TimelineProvider {
    /// How large a picture is fetched, in pixels: enough for the largest widget at three pixels to a point.
    public static let pictureSide = 1024

    /// Time between two looks at whether somebody has set the wall clock.
    private static let clockCheck = Duration.seconds(2)

    /// The entries and pictures that are known at a moment.
    public struct Scene: Sendable {
        /// The entries from now on, by the wall clock.
        public let timeline: Timeline
        /// Why the source could not be read anew; nil where it could.
        public let error: (any Error)?
        fileprivate let pictures: (any EntryPictures)?

        /// The picture that gives `entry` its colours, with its key; nil where there is none, or it cannot be had.
        public func cover(of entry: Entry) async -> (key: String, bytes: [UInt8])? {
            guard let picture = entry.disclosed.cover?.picture,
                let bytes = try? await pictures?.bytes(of: picture, side: EntryProvider.pictureSide)
            else { return nil }
            return (picture.key, bytes)
        }
    }

    private let source: any EntrySource

    /// The provider of what a source has.
    ///
    /// - Throws: Why the source's subject cannot be found.
    public init(_ source: any EntrySource) async throws {
        self.source = source
        try await source.prepare()
    }

    /// The provider of what a source has, also while its subject cannot be found: its entries tell so.
    public init(following source: any EntrySource) { self.source = source }

    /// The samples of the kind, dated `context.now`.
    public func placeholder(in context: TimelineContext) -> Entry { source.schema.placeholder(at: context.now) }

    /// The entry of this moment.
    public func snapshot(in context: TimelineContext) async -> Entry {
        await timeline(in: context).entry(at: context.now) ?? placeholder(in: context)
    }

    /// The entries from now on, once the source has answered or failed to.
    public func timeline(in context: TimelineContext) async -> Timeline { await scene().timeline }

    /// All that is known now, once the source has answered or failed to.
    public func scene() async -> Scene {
        let (frame, error) = await source.current()
        return Scene(timeline: frame.timeline.dated(later: Date.wallOffset), error: error, pictures: frame.pictures)
    }

    /// Asks the source now, and returns once it has answered or failed to.
    public func refresh() async { await source.refresh() }

    /// Scenes as the source has news, the first at once; once more, with other dates, where somebody has set the wall clock.
    ///
    /// Where another subject is followed, the scene of the one before stays until there is one of the other.
    public func scenes() -> AsyncStream<Scene> {
        let (stream, continuation) = AsyncStream<Scene>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task { [source] in
            let latest = Broadcast<EntryFrame?>(nil)
            await withDiscardingTaskGroup { group in
                group.addTask {
                    await source.follow { news in
                        guard case .frame(let frame) = news else { return }
                        latest.send(frame)
                    }
                    continuation.finish()
                }
                group.addTask {
                    for await frame in latest.values() {
                        guard let frame else { continue }
                        continuation.yield(Self.scene(frame))
                    }
                }
                group.addTask {
                    var offset = Date.wallOffset
                    while (try? await Task.sleep(for: Self.clockCheck)) != nil {
                        guard abs(Date.wallOffset - offset) > 0.5 else { continue }
                        offset = Date.wallOffset
                        if let frame = latest.value { continuation.yield(Self.scene(frame)) }
                    }
                }
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private static func scene(_ frame: EntryFrame) -> Scene {
        Scene(timeline: frame.timeline.dated(later: Date.wallOffset), error: nil, pictures: frame.pictures)
    }
}
