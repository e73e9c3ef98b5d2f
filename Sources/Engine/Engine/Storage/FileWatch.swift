import Glibc
import SubdialConcurrency
import SubdialSystem
import Synchronization

/// Reports when files are written, replaced or removed (inotify).
///
/// All files share one descriptor and one blocked thread; both are created for the first watch.
package final class FileWatch: Sendable {
    /// The shared watch of this process.
    package static let shared = FileWatch()

    private struct State {
        /// The inotify descriptor; -1 before the first watch, and if the system has none left.
        var descriptor: Int32 = -1
        /// The watchers by inotify watch descriptor, which is equal for all watchers of a file.
        var watchers: [Int32: Listeners<Void>] = [:]
    }

    private static let events = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    private static let newcomers = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    private static let entrances = UInt32(
        IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    /// The polling interval for a file that no folder event has reported.
    private static let longestWait = Duration.seconds(30)
    /// The flag that adds events to a watch of the same file.
    private static let alsoWatched = UInt32(1 << 29)  // IN_MASK_ADD

    private let state = Mutex(State())

    /// An element each time that the file at `path` may have changed, until it is gone; nil if it cannot be watched.
    ///
    /// A later file at the same path is another file. Unread events are combined. If the system has lost events, all watches end: watch the file again,
    /// and read it.
    ///
    /// - Parameter isWrittenInPlace: True to report each write, instead of the closing of the file by its writer.
    func changes(of path: String, isWrittenInPlace: Bool = false) -> AsyncStream<Void>? {
        watch(path, isWrittenInPlace ? Self.events | UInt32(IN_MODIFY) : Self.events)
    }

    /// An element each time that a file of a folder may have been written, replaced, added or removed, until the folder is gone.
    ///
    /// It is nil if the folder cannot be watched.
    package func changes(inFolder path: String) -> AsyncStream<Void>? { watch(path, Self.entrances) }

    /// Returns when a missing file may exist, and after a timeout in any case, because it may be a link to a file in another folder.
    ///
    /// - Parameter pause: The timeout if no ancestor folder can be watched.
    func appearance(of path: String, orAfter pause: Duration) async {
        var folder = path
        while let slash = folder.lastIndex(of: "/"), folder != "/" {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
            guard let changes = watch(folder, Self.newcomers) else { continue }
            // The file may have appeared before the folder was watched.
            if access(path, F_OK) == 0 { return }
            return await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { return } }
                group.addTask { try? await Task.sleep(for: Self.longestWait) }
                await group.next()
                group.cancelAll()
            }
        }
        try? await Task.sleep(for: pause)
    }

    private func watch(_ path: String, _ events: UInt32) -> AsyncStream<Void>? {
        state.withLock { state in
            guard start(&state) else { return nil }
            let number = inotify_add_watch(state.descriptor, path, events | Self.alsoWatched)
            guard number >= 0 else { return nil }
            let watchers = state.watchers[number] ?? Listeners()
            state.watchers[number] = watchers
            return watchers.stream { [weak self] in self?.end(number) }
        }
    }

    /// The number of watched files.
    var count: Int { state.withLock { $0.watchers.count } }

    private func start(_ state: inout State) -> Bool {
        if state.descriptor >= 0 { return true }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return false }
        guard WorkThread.detach({ self.run(descriptor) }) else {
            close(descriptor)
            return false
        }
        state.descriptor = descriptor
        return true
    }

    /// Ends a watch after its last watcher has left.
    private func end(_ number: Int32) {
        state.withLock { state in
            // Another watcher may have been added meanwhile.
            guard state.watchers[number]?.isEmpty == true else { return }
            state.watchers[number] = nil
            inotify_rm_watch(state.descriptor, number)
        }
    }

    // The following methods run on the thread.

    /// Ends all watches after a burst of which the system has lost events: any file may have changed, and any watch may be that of a file that is gone.
    private func endAll() {
        let watchers = state.withLock { state in
            for number in state.watchers.keys { inotify_rm_watch(state.descriptor, number) }
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers {
            watcher.send(())
            watcher.finish()
        }
    }

    private func run(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            buffer.withUnsafeBytes { dispatch(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    private func dispatch(_ bytes: UnsafeRawBufferPointer) {
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            offset += header + Int(event.len)
            guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else {
                endAll()
                continue
            }
            let isGone = event.mask & UInt32(IN_IGNORED) != 0
            let watchers = state.withLock { state in
                isGone ? state.watchers.removeValue(forKey: event.wd) : state.watchers[event.wd]
            }
            watchers?.send(())
            // The last event of a watch: its descriptor is invalid from now on.
            if isGone { watchers?.finish() }
        }
    }
}
