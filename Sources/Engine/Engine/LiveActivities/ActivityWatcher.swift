import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialPlayback
import SubdialTimeline

/// Follows a zone or the subject of a kind, manages its live activity's life cycle, and writes the activity's pictures into a folder.
package actor ActivityWatcher {
    /// The input of a drawing at a moment.
    package struct Scene: Sendable {
        /// The visible activity.
        package let activity: Activity
        /// The presentation in the Dynamic Island.
        package let island: DynamicIsland
        /// The shown moment.
        package let now: Date
        /// The last received entry.
        package let entry: Entry
        /// The cover, with its key; nil if there is none.
        package let cover: (key: String, bytes: [UInt8])?
    }

    /// The result of a drawing.
    package struct Frame: Sendable {
        /// The picture files, by name.
        package var pictures: [String: [UInt8]]
        /// The time at which one of them changes by itself; nil for never.
        package var nextChange: Date?

        /// Makes a frame.
        package init(pictures: [String: [UInt8]] = [:], nextChange: Date? = nil) {
            self.pictures = pictures
            self.nextChange = nextChange
        }
    }

    /// Draws a scene.
    package typealias Draw = @Sendable (Scene) async throws -> Frame

    /// Maps an entry to its activity's update at a moment.
    package typealias Interpret = @Sendable (Entry, Date) throws -> ActivityUpdate

    /// The minimum interval between two drawings in seconds, even if a progress line changes more often.
    static let shortestInterval = 0.1

    /// The pictures and the record of the folder are files.
    private let executor = WorkExecutor()
    /// The executor of the actor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let provider: EntryProvider
    /// Maps an entry to its activity's update.
    private let interpret: Interpret
    private let draw: Draw
    private let update: UpdateCommand?
    private let logger: Logger
    private let tell: @Sendable (ActivityEvent) -> Void
    private var folder: ActivityFolder
    private var activities: LiveActivities
    private var scene: EntryProvider.Scene?
    /// The last received entry.
    private var entry: Entry?
    /// The last drawn frame.
    private var shown = Frame()

    /// Makes a watcher of the provider's subject.
    ///
    /// - Parameters:
    ///   - interpret: Maps an entry to its activity's update.
    ///   - folder: The folder of the pictures; its activities continue.
    ///   - draw: Draws a scene.
    ///   - update: Runs after each change of a file; nil for none.
    ///   - tell: Receives each event in the activity's life cycle.
    package init(
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

    /// Follows the subject until the task is cancelled, and then removes the pictures.
    ///
    /// - Throws: `ActivityFolderError` if the folder cannot be written; drawing errors are logged, and the drawing is repeated at the next
    ///   change.
    package func run() async throws {
        // Waits for the source's first answer, so that outdated entries from before this start are not shown.
        _ = await provider.scene()
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

    /// Handles news of the source, or only the passage of time, and updates the pictures.
    ///
    /// - Returns: The time of the next step; nil if nothing changes by itself.
    private func step(_ news: EntryProvider.Scene?) async throws -> Date? {
        let now = Date.now
        var events: [ActivityEvent]
        if let news { scene = news }
        // A timeline entry that is now due counts as news.
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
        let next = scene?.timeline.nextDate(after: now)
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
            // An outdated picture is better than none.
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
