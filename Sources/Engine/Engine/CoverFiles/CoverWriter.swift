import FoundationEssentials
import Glibc
import Logging
import SubdialConcurrency
import SubdialSystem
import Synchronization

/// Writes the cover file at one path, on its own thread, for all feeds with that path.
///
/// Several feeds may have the same path: those of several monitors' bars, or a reconfigured feed and its successor. The file has the content of
/// the feed that subscribed last. When that feed ends, the file has the previous feed's content again. Readers always find a complete file.
actor CoverWriter {
    /// Returns the bytes of the file, or nil for no file; called on the thread.
    typealias Content = @Sendable () -> [UInt8]?

    private struct Weak {
        weak var writer: CoverWriter?
    }

    /// The writers in use, by ``key(of:)``.
    private static let writers = Mutex<[String: Weak]>([:])

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The feeds with their last contents; a feed has none before its first cover is known.
    private var feeds: [(subscriber: CoverSubscriber, content: Content?)] = []

    /// The writer for a path; all spellings of a path have the same one.
    static func writer(for path: String) -> CoverWriter {
        let key = key(of: path)
        return writers.withLock { writers in
            if let writer = writers[key]?.writer { return writer }
            writers = writers.filter { $0.value.writer != nil }
            let writer = CoverWriter()
            writers[key] = Weak(writer: writer)
            return writer
        }
    }

    /// Waits until all pending writes of this process are complete.
    static func flush() async {
        for writer in writers.withLock({ $0.values.compactMap { $0.writer } }) { await writer.finish() }
    }

    /// Adds a feed, whose contents replace those of the feeds before it; has no effect for a known feed.
    ///
    /// Like ``show(_:for:)``, it has no effect in a cancelled task, so that the late work of a feed changes nothing.
    func add(_ subscriber: CoverSubscriber) {
        guard !Task.isCancelled, !feeds.contains(where: { $0.subscriber === subscriber }) else { return }
        feeds.append((subscriber, nil))
    }

    /// Sets the content of a feed, and writes it if no other feed has subscribed since.
    func show(_ content: @escaping Content, for subscriber: CoverSubscriber) async {
        guard !Task.isCancelled, let index = feeds.firstIndex(where: { $0.subscriber === subscriber }) else { return }
        feeds[index].content = content
        if index == feeds.count - 1 { await write() }
    }

    /// Removes a feed; the file stays if there is no other feed.
    func remove(_ subscriber: CoverSubscriber) async {
        guard let index = feeds.firstIndex(where: { $0.subscriber === subscriber }) else { return }
        feeds.remove(at: index)
        if index == feeds.count { await write() }
    }

    private func finish() {}

    private func write() async {
        guard let (subscriber, content) = feeds.last, let content, Self.write(content(), for: subscriber) else { return }
        for feed in feeds { await feed.subscriber.changed() }
    }

    /// Returns true if the file has changed.
    private static func write(_ bytes: [UInt8]?, for subscriber: CoverSubscriber) -> Bool {
        if let bytes {
            do throws(WriteError) {
                return try AtomicFile.write(bytes, to: subscriber.path)
            } catch {
                subscriber.logger.error("\(error)")
            }
        }
        // The file shows another track's cover. A folder, a FIFO or a device that a user has specified is not removed.
        return FileVersion(path: subscriber.path, followsLinks: true) != nil && unlink(subscriber.path) == 0
    }

    /// A key that is equal for all spellings of a path.
    private static func key(of path: String) -> String {
        let url = URL(filePath: path)
        guard let folder = realpath(url.deletingLastPathComponent().path, nil) else { return url.standardized.path }
        defer { free(folder) }
        return String(cString: folder) + "/" + url.lastPathComponent
    }
}

/// A feed that shows its covers in a file.
final class CoverSubscriber: Sendable {
    /// The path of the file.
    let path: String
    /// The writer of the file.
    let writer: CoverWriter
    /// Receives the errors of writes for this feed.
    let logger: Logger
    /// Called after the file has changed, also if it has another feed's content.
    let changed: @Sendable () async -> Void

    init(path: String, logger: Logger, changed: @escaping @Sendable () async -> Void) {
        self.path = path
        writer = CoverWriter.writer(for: path)
        self.logger = logger
        self.changed = changed
    }
}
