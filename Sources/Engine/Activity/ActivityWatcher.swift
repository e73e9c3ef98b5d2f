import FoundationEssentials
import Logging
import NowPlaying
import Timeline

/// Follows a zone or the subject of a kind, leads its live activity through its life, and keeps the pictures of it in a folder.
public actor ActivityWatcher {
    /// What is to be drawn at a moment.
    public struct Scene: Sendable {
        /// The activity that can be seen somewhere.
        public let activity: Activity
        /// What stands in the Dynamic Island.
        public let island: DynamicIsland
        /// The moment that is shown.
        public let now: Date
        /// The entry that was told last.
        public let entry: Entry
        /// The cover, with its key; nil where there is none.
        public let cover: (key: String, bytes: [UInt8])?
    }

    /// What came of it.
    public struct Frame: Sendable {
        /// The pictures as files, by name.
        public var pictures: [String: [UInt8]]
        /// When one of them will look different by itself; nil where none ever will.
        public var nextChange: Date?

        /// Makes a frame that changes by itself at `nextChange`.
        public init(pictures: [String: [UInt8]] = [:], nextChange: Date? = nil) {
            self.pictures = pictures
            self.nextChange = nextChange
        }
    }

    /// Draws a scene.
    public typealias Draw = @Sendable (Scene) async throws -> Frame

    /// Maps an entry to its activity's update at a moment.
    public typealias Interpret = @Sendable (Entry, Date) throws -> ActivityUpdate

    /// Pictures are drawn no more often than that, whatever a progress line could show.
    static let shortestInterval = 0.1

    private let provider: EntryProvider
    /// Gives what an entry means for its activity.
    private let interpret: Interpret
    private let draw: Draw
    private let update: UpdateCommand?
    private let logger: Logger
    private let tell: @Sendable (ActivityEvent) -> Void
    private var folder: ActivityFolder
    private var activities: LiveActivities
    private var scene: EntryProvider.Scene?
    /// The entry that was told last.
    private var entry: Entry?
    /// What was drawn last.
    private var shown = Frame()

    /// Makes a watcher of the provider's subject.
    ///
    /// - Parameters:
    ///   - interpret: Gives what an entry means for its activity.
    ///   - folder: Where the pictures stand; its activities go on.
    ///   - draw: Draws what is to be seen.
    ///   - update: Run after each change of a file; nil for none.
    ///   - tell: Told of each event in the activity's life.
    public init(
        _ provider: EntryProvider, folder: consuming ActivityFolder, interpret: @escaping Interpret, draw: @escaping Draw,
        update: UpdateCommand?, logger: Logger, tell: @escaping @Sendable (ActivityEvent) -> Void
    ) {
        self.provider = provider
        activities = folder.activities
        self.folder = folder
        self.interpret = interpret
        self.draw = draw
        self.update = update
        self.logger = logger
        self.tell = tell
    }

    /// Follows the subject until the task is cancelled, and then takes the pictures away.
    ///
    /// - Throws: `ActivityFolderError` where the folder cannot be written; what a drawing throws is logged, and tried again at the next change.
    public func run() async throws {
        // What was known before this start is old until the source has answered once: nobody is to see that for a moment.
        _ = await provider.timeline(in: TimelineContext(family: "", now: .now))
        let (wakeUps, wake) = AsyncStream<EntryProvider.Scene?>.makeStream(bufferingPolicy: .bufferingNewest(16))
        let following = Task { [provider] in
            for await scene in provider.scenes() { wake.yield(scene) }
            wake.finish()
        }
        var timer: Task<Void, any Error>?
        defer {
            following.cancel()
            timer?.cancel()
        }
        for await news in wakeUps {
            if Task.isCancelled { break }
            let next = try await step(news)
            timer?.cancel()
            timer = next.map { date in
                Task {
                    try await Task.sleep(for: .seconds(max(Self.shortestInterval, date.timeIntervalSince(.now))))
                    wake.yield(nil)
                }
            }
        }
        try folder.clear()
        await update?.finish()
    }

    /// Takes news, or the time alone, and shows what follows from it.
    ///
    /// - Returns: When to come again; nil where nothing will change by itself.
    private func step(_ news: EntryProvider.Scene?) async throws -> Date? {
        let now = Date.now
        var events: [ActivityEvent]
        if let news { scene = news }
        // An entry of the timeline that has come is news too.
        let due = scene?.timeline.entry(at: now)
        if let due, news != nil || due.date != entry?.date {
            entry = due
            do {
                events = try activities.apply(try interpret(due, now), at: now)
            } catch {
                logger.error("\(error)")
                events = activities.advance(to: now)
            }
        } else {
            events = activities.advance(to: now)
        }
        for event in events { tell(event) }
        let frame = await frame(at: now)
        let changed = try folder.show(frame.pictures, of: activities)
        if !changed.isEmpty, let update { await update.run(with: variables(changed)) }
        let next = scene?.timeline.entries.first { $0.date > now }?.date
        return [activities.nextWake(after: now), frame.nextChange, next].compactMap { $0 }.min()
    }

    private func frame(at now: Date) async -> Frame {
        guard let activity = activities.activities.first, let entry else { return Frame() }
        let scene = Scene(
            activity: activity, island: ActivityArbiter(activities.activities).island, now: now, entry: entry,
            cover: await scene?.cover(of: entry))
        do {
            shown = try await draw(scene)
        } catch {
            // Better an old picture than none.
            logger.error("\(error)")
            shown.nextChange = nil
        }
        return shown
    }

    private func variables(_ changed: [String]) -> [String: String] {
        let activity = activities.activities.first
        return [
            "SUBDIAL_ACTIVITY_STATE": activity?.state.rawValue ?? "none", "SUBDIAL_ACTIVITY_ID": activity?.id.rawValue ?? "",
            "SUBDIAL_ACTIVITY_FILES": changed.joined(separator: "\n"),
        ]
    }
}
