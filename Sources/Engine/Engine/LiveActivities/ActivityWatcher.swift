import FoundationEssentials
import Glibc
import Logging
import SubdialConcurrency
import SubdialPlayback
import SubdialSystem
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
    private static let shortestInterval = 0.1

    /// The pictures and the record of the folder are files.
    private let executor = WorkLane()
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
        let changed = try folder.write(frame.pictures, of: activities)
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

/// A folder that contains exactly the pictures that live activities show now.
///
/// A file is written atomically by renaming, only if its bytes have changed, and removed when no activity shows it any more. The file names
/// are recorded beforehand, so that the run after a kill finds all files of the earlier one.
package struct ActivityFolder: ~Copyable, Sendable {
    private let path: String
    private let store: ActivityStore
    private var kept: ActivityStore.StoredActivities

    /// Opens the folder at `path`, and removes the temporary files of an earlier run.
    ///
    /// - Throws: `ActivityFolderError.busy` if another process holds it.
    package init(_ path: String, in folders: UserFolders, timing: ActivityTiming = ActivityTiming(), now: Date) throws(ActivityFolderError)
    {
        self.path = path
        store = try ActivityStore(for: path, in: folders)
        kept = store.load(timing: timing, now: now)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            // The names of `AtomicFile`'s temporary files: `.lockScreen.png.4711.1.new`.
            guard name.hasPrefix("."), name.hasSuffix(".new"), kept.files.contains(where: { name.hasPrefix(".\($0).") }) else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// The activities after the last change.
    package var activities: LiveActivities { kept.activities }

    /// Makes the folder contain `pictures`, by file name, and removes all other recorded files.
    ///
    /// - Returns: The names of the changed or removed files, sorted.
    /// - Throws: `ActivityFolderError.write`; failed writes are repeated at the next call.
    package mutating func write(_ pictures: [String: [UInt8]], of activities: LiveActivities) throws(ActivityFolderError) -> [String] {
        let before = kept.files
        let next = ActivityStore.StoredActivities(activities: activities, files: before.union(pictures.keys))
        // If neither has changed, the record is not written.
        if next.files != before || next.activities != kept.activities { try store.store(next) }
        kept = next
        var changed: [String] = []
        for (name, bytes) in pictures.sorted(by: { $0.key < $1.key }) {
            do {
                if try AtomicFile.write(bytes, to: "\(path)/\(name)") { changed.append(name) }
            } catch {
                throw .write(error)
            }
        }
        for name in before.subtracting(pictures.keys).sorted() {
            if unlink("\(path)/\(name)") == 0 { changed.append(name) }
            kept.files.remove(name)
        }
        return changed.sorted()
    }

    /// Removes all pictures, for example after the last follower has stopped; the state of the activities is kept.
    package mutating func clear() throws(ActivityFolderError) {
        _ = try write([:], of: kept.activities)
        try store.store(kept)
    }
}
