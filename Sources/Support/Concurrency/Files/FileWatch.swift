import Glibc
import SubdialSystem
import Synchronization

/// Reports when files and folders are changed, replaced or removed (inotify).
///
/// All watches share one descriptor and one blocked thread, which exist while there are watches.
package final class FileWatch: Sendable {
    /// The shared watch of this process.
    package static let shared = FileWatch()

    /// A change of a watched file or folder.
    enum News {
        case changed
        /// The watch has ended: the file is gone, or the system has lost events.
        case ended
    }

    /// A watch, which ends when it is released.
    final class Subscription: Sendable {
        private let owner: FileWatch
        /// The system's number of the file or folder, which is equal for all its watches.
        private let file: Int32
        private let number: Int

        fileprivate init(_ owner: FileWatch, _ file: Int32, _ number: Int) {
            (self.owner, self.file, self.number) = (owner, file, number)
        }

        deinit { owner.end(file, number) }
    }

    private struct Watcher {
        let events: UInt32
        /// The names in a folder that matter; nil for all.
        let names: Set<String>?
        let receive: @Sendable (News) -> Void
    }

    private struct State {
        /// The inotify descriptor; -1 while there are no watches, and if the system has none left.
        var descriptor: Int32 = -1
        /// The watchers of each file.
        var watchers: [Int32: [Int: Watcher]] = [:]
        var lastNumber = 0
    }

    private static let fileEvents = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    private static let folderEvents = fileEvents | UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)
    /// The polling interval for a missing file that no event has reported, such as one on another machine's disk.
    private static let longestWait = Duration.seconds(30)
    /// The flag that adds events to those of other watches of the same file.
    private static let alsoWatched = UInt32(1 << 29)  // IN_MASK_ADD

    private let state = Mutex(State())

    /// Makes a watch without a descriptor and a thread.
    package init() {}

    /// The number of watched files and folders.
    var count: Int { state.withLock { $0.watchers.count } }

    /// True while there are a descriptor and a thread.
    var isRunning: Bool { state.withLock { $0.descriptor >= 0 } }

    /// An element each time that the file at `path` may have changed, until it is gone; nil if it cannot be watched.
    ///
    /// A later file at the same path is another file. Unread events are combined. If the system has lost events, all watches end: watch the file again,
    /// and read it.
    ///
    /// - Parameter isWrittenInPlace: True to report each write, instead of the closing of the file by its writer.
    package func changes(of path: String, isWrittenInPlace: Bool = false) -> AsyncStream<Void>? {
        stream(path, isWrittenInPlace ? Self.fileEvents | UInt32(IN_MODIFY) : Self.fileEvents)
    }

    /// An element each time that a file of a folder may have been written, replaced, added or removed, until the folder is gone.
    ///
    /// It is nil if the folder cannot be watched.
    package func changes(inFolder path: String) -> AsyncStream<Void>? { stream(path, Self.folderEvents) }

    /// Returns when a missing file may exist, and after a timeout in any case.
    ///
    /// - Parameter pause: The timeout if the folders on the path cannot be watched.
    package func appearance(of path: String, orAfter pause: Duration) async {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = PathWatch(path, self) { continuation.yield() }
        watch.watchFolders()
        // The file may have appeared before its folder was watched.
        if access(path, F_OK) == 0 { return }
        let timeout = watch.isBlind ? pause : Self.longestWait
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in changes { return } }
            group.addTask { try? await Task.sleep(for: timeout) }
            await group.next()
            group.cancelAll()
        }
        withExtendedLifetime(watch) {}
    }

    private func stream(_ path: String, _ events: UInt32) -> AsyncStream<Void>? {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let subscription = try? watch(path, events) { news in
            continuation.yield()
            if news == .ended { continuation.finish() }
        }
        guard let subscription else { return nil }
        // The stream owns the watch.
        continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        return stream
    }

    /// Watches a file or a folder.
    ///
    /// - Parameters:
    ///   - events: The events of inotify that matter.
    ///   - names: The names in a folder that matter; nil for all. What happens to the folder itself always matters.
    ///   - receive: A thread calls it after each event; it must not block.
    /// - Throws: `SystemError` if there is nothing at the path, or it cannot be watched.
    func watch(
        _ path: String, _ events: UInt32, names: Set<String>? = nil, _ receive: @escaping @Sendable (News) -> Void
    ) throws(SystemError) -> Subscription {
        try state.withLock { (state) throws(SystemError) in
            let isFirst = state.descriptor < 0
            let descriptor = isFirst ? inotify_init1(Int32(IN_CLOEXEC)) : state.descriptor
            guard descriptor >= 0 else { throw .last }
            let file = inotify_add_watch(descriptor, path, events | Self.alsoWatched)
            let error = file < 0 ? SystemError.last : nil
            // The thread waits for this lock before it handles an event.
            guard error == nil, !isFirst || WorkThread.detach({ self.run(descriptor) }) else {
                if isFirst { close(descriptor) }
                throw error ?? SystemError(code: EAGAIN)
            }
            state.descriptor = descriptor
            state.lastNumber += 1
            state.watchers[file, default: [:]][state.lastNumber] = Watcher(events: events, names: names, receive: receive)
            return Subscription(self, file, state.lastNumber)
        }
    }

    private func end(_ file: Int32, _ number: Int) {
        let watcher = state.withLock { state -> Watcher? in
            guard let watcher = state.watchers[file]?.removeValue(forKey: number) else { return nil }
            if state.watchers[file]?.isEmpty == true {
                state.watchers[file] = nil
                // This causes an event, after which the thread ends if no watch is left.
                inotify_rm_watch(state.descriptor, file)
            }
            return watcher
        }
        // Released without the lock: its closure may own a stream, whose end resumes a task.
        _ = consume watcher
    }

    // The following methods run on the thread.

    private func run(_ descriptor: Int32) {
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count > 0 { dispatch(buffer[..<count]) } else { endAll() }
            let isOver = state.withLock { state in
                guard state.watchers.isEmpty else { return false }
                state.descriptor = -1
                return true
            }
            if isOver { return }
        }
    }

    private func dispatch(_ bytes: ArraySlice<UInt8>) {
        let header = MemoryLayout<inotify_event>.size
        var rest = bytes
        while rest.count >= header {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(header).prefix(Int(event.len))
            rest = rest.dropFirst(header + Int(event.len))
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                endAll()
            } else {
                send(event, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
    }

    /// - Parameter name: The name of the file in a folder; empty if the event concerns the watched file or folder itself.
    private func send(_ event: inotify_event, _ name: String) {
        // The last event of a watch: its number is invalid from now on.
        let isGone = event.mask & UInt32(IN_IGNORED) != 0
        let watchers = state.withLock { state in
            isGone ? state.watchers.removeValue(forKey: event.wd) : state.watchers[event.wd]
        }
        for watcher in (watchers ?? [:]).values {
            if isGone {
                watcher.receive(.ended)
            } else if event.mask & watcher.events != 0, name.isEmpty || watcher.names?.contains(name) != false {
                watcher.receive(.changed)
            }
        }
    }

    /// Ends all watches after a burst of which the system has lost events: any file may have changed, and any watch may be that of a file that is gone.
    private func endAll() {
        let watchers = state.withLock { state in
            for file in state.watchers.keys { inotify_rm_watch(state.descriptor, file) }
            defer { state.watchers = [:] }
            return state.watchers.values.flatMap(\.values)
        }
        for watcher in watchers { watcher.receive(.ended) }
    }
}
