import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialFeeds
import SubdialSystem
import SubdialTimeline
import Synchronization

/// Follows a source for a feed under one setup, and writes its lines.
struct FeedFollowing: Sendable {
    /// The time for which the previous subject's line stays while the source of the next one has not answered.
    private static let changePatience = Duration.milliseconds(500)

    private let source: any EntrySource
    private let setup: FeedSetup
    private let logger: Logger
    private let reports: PictureReports
    /// Writes the lines to a file; each feed has its own lane, because a FIFO may block.
    private let lane = WorkLane()

    init(source: any EntrySource, setup: FeedSetup, logger: Logger, reports: PictureReports) {
        self.reports = reports
        self.source = source
        self.setup = setup
        self.logger = logger
    }

    /// Writes each line when it is due, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - lastLine: The line that the bar already shows; nil if there is none.
    ///   - fault: Called when the line is a fault.
    func run(after lastLine: String?, fault: @Sendable () -> Void = {}, write: @Sendable (String) -> Void) async {
        let (wakeUps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let latest = Latest()
        let cover = setup.cover(logger: logger, reports: reports) { path in
            latest.receive(artPath: path)
            continuation.yield()
        }
        let following = TaskSet()
        defer { following.cancel() }
        following.add { await follow(latest) { continuation.yield() } }
        var feed = Feed(setup.options, lastLine: lastLine)
        // After this time, a first line is written even if nothing is known. A bar that already shows a line keeps it until the source has answered
        // or failed, because the state that an earlier engine stored on disk may be older than that line.
        if lastLine == nil {
            following.add(after: FeedSession.patience) {
                latest.finish(after: 0)
                continuation.yield()
            }
        }
        let alarm = Alarm { continuation.yield() }
        var pace = LinePace()
        /// The clocks of the last line; nil before the first one.
        var clock: ClockPair?
        /// The time at which the line changes without news from the source.
        var change: SteadyDate?
        for await _ in wakeUps {
            guard !Task.isCancelled else { break }
            let (frame, isSettled, changes) = latest.current()
            let now = (frame?.clock ?? .now).now
            // The marquee has dates of the earlier wall clock.
            if clock?.isSameWallClock(as: now) == false { feed = feed.restarted }
            clock = now
            let entry = frame?.timeline.entry(at: now.wall)
            if let cover, let entry, let frame { await cover.show(Self.cover(of: entry, in: frame), from: frame.pictures) }
            guard isSettled else { continue }
            pace.record(changes, at: now.steady)
            if [pace.due, change].contains(where: { $0.map { $0 <= now.steady } ?? false }) {
                feed.surroundings.artPath = latest.artPath
                let line = feed.line(for: entry ?? source.unknownEntry, at: now.wall)
                if let line { await output(line, write) }
                if feed.isFaulty { fault() }
                pace.update(at: now.steady, isLine: line != nil)
                change = [feed.nextWake(after: now.wall), frame?.timeline.nextDate(after: now.wall)].compactMap { $0 }.min().map(now.time)
            }
            alarm.set([pace.due, change].compactMap { $0 }.min())
        }
        await cover?.end()
    }

    /// The cover for an entry's content; nil if it shows no content, or has no cover.
    static func cover(of entry: Entry, in frame: EntryFrame) -> EntryPicture? {
        FeedState.showsContent(entry) ? frame.cover(of: entry) : nil
    }

    /// Takes the source's news, and keeps the line of a replaced subject for a moment, until the next subject is known.
    private func follow(_ latest: Latest, changed: @escaping @Sendable () -> Void) async {
        let patience = TaskSet()
        defer { patience.cancel() }
        await source.follow { news in
            switch news {
            case .frame(let frame): latest.receive(frame.hidingPauses(after: setup.options.hideAfter))
            case .another:
                // This prevents an empty line before the other subject is known.
                let change = latest.unsettle()
                patience.add(after: Self.changePatience) {
                    latest.finish(after: change)
                    changed()
                }
            }
            changed()
        }
    }

    /// Writes a line, and returns when it is written.
    private func output(_ line: String, _ write: @Sendable (String) -> Void) async {
        guard let path = setup.output else { return write(line) }
        let result = await lane.value { Result { () throws(WriteError) in try AtomicFile.write(Array((line + "\n").utf8), to: path) } }
        do throws(WriteError) {
            _ = try (result ?? .failure(WriteError(path: path, reason: "the system gives no thread"))).get()
        } catch {
            logger.warning("\(error)")
        }
    }
}

/// The newest frame, with the state that determines if it may be shown yet.
private final class Latest: Sendable {
    private struct Content {
        var frame: EntryFrame?
        var artPath: String?
        var isSettled = false
        /// The number of changes of the subject.
        var subjects = 0
        /// The number of changes since the last call of ``current()``.
        var changes = 0
    }

    private let content = Mutex(Content())

    /// Returns the newest frame, true after the source has answered, failed or exceeded its time, and the number of changes since the last call.
    func current() -> (frame: EntryFrame?, isSettled: Bool, changes: Int) {
        content.withLock { content in
            defer { content.changes = 0 }
            return (content.frame, content.isSettled, content.changes)
        }
    }

    var artPath: String? { content.withLock { $0.artPath } }

    func receive(_ frame: EntryFrame) {
        content.withLock {
            $0.changes += 1
            $0.frame = frame
            $0.isSettled = $0.isSettled || frame.isAnswer
        }
    }

    func receive(artPath: String?) {
        content.withLock {
            $0.changes += 1
            $0.artPath = artPath
        }
    }

    /// Starts to wait for an answer about another subject.
    ///
    /// - Returns: The number of this change of the subject, from 1.
    func unsettle() -> Int {
        content.withLock { content in
            content = Content(subjects: content.subjects + 1)
            return content.subjects
        }
    }

    /// Ends the wait for an answer after a change of the subject; 0 is the start of the feed.
    func finish(after change: Int) {
        content.withLock { content in
            guard !content.isSettled, content.subjects == change else { return }
            content.isSettled = true
            content.changes += 1
        }
    }
}
