import Glibc
import SubdialSystem
import Synchronization

/// Watches what is at one path, also while nothing is there.
///
/// It watches the file, the folder that contains it, and the folders in which missing parts of the path may be created. Use it on one thread.
package final class PathWatch {
    /// The changes since the watches were made.
    private final class News: Sendable {
        let concernsFolders = Atomic(true)
        let endsFile = Atomic(false)
    }

    private static let fileEvents = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    private static let folderEvents =
        UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    /// The maximum number of symbolic links in a chain.
    private static let linkLimit = 16

    private let path: String
    private let watch: FileWatch
    private let changed: @Sendable () -> Void
    private let news = News()
    private var folders: [FileWatch.Subscription] = []
    private var file: FileWatch.Subscription?
    private var (isFileBlind, areFoldersBlind) = (false, false)

    /// Makes an object that watches nothing yet.
    ///
    /// - Parameter changed: A thread calls it after each change; it must not block. Call ``watchFolders()`` then.
    package init(_ path: String, _ watch: FileWatch = .shared, changed: @escaping @Sendable () -> Void) {
        self.path = path
        self.watch = watch
        self.changed = changed
    }

    /// True if changes may be missed: the system cannot provide a watch, or a folder is not readable.
    package var isBlind: Bool { isFileBlind || areFoldersBlind }

    /// Watches the folders on the path to the file if they may have changed, and the file again if its watch has ended.
    package func watchFolders() {
        if file != nil, news.endsFile.load(ordering: .acquiring) { watchFile() }
        guard news.concernsFolders.exchange(false, ordering: .acquiringAndReleasing) || areFoldersBlind else { return }
        areFoldersBlind = false
        var watched: [FileWatch.Subscription] = []
        var place = path
        for _ in 0..<Self.linkLimit {
            if let folder = watchFolder(of: place) { watched.append(folder) } else { areFoldersBlind = true }
            guard let target = Self.target(ofLink: place) else { break }
            place = target
        }
        // Those before are released only now, so that no change is missed in between.
        folders = watched
    }

    /// Watches the file that is at the path now.
    package func watchFile() {
        news.endsFile.store(false, ordering: .releasing)
        file = try? watch.watch(path, Self.fileEvents) { [news, changed] event in
            if event == .ended { news.endsFile.store(true, ordering: .releasing) }
            changed()
        }
        isFileBlind = file == nil
    }

    /// Stops watching the file.
    package func forgetFile() { (file, isFileBlind) = (nil, false) }

    /// Watches the folder that contains `place`, or its nearest existing ancestor; nil if it cannot be watched.
    private func watchFolder(of place: String) -> FileWatch.Subscription? {
        let nearest = Self.parts(of: place)
        var (folder, name) = nearest
        var restarts = 3
        while true {
            do throws(SystemError) {
                let watched = try watch.watch(folder, Self.folderEvents, names: [name]) { [news, changed] _ in
                    news.concernsFolders.store(true, ordering: .releasing)
                    changed()
                }
                // The next folder may have been created before the watch was added.
                guard folder != nearest.folder, restarts > 0, access(Self.join(folder, name), F_OK) == 0 else { return watched }
                restarts -= 1
                (folder, name) = nearest
            } catch {
                guard error.code == ENOENT || error.code == ENOTDIR, folder != "/", folder != "." else { return nil }
                (folder, name) = Self.parts(of: folder)
            }
        }
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func join(_ folder: String, _ name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

    /// The target of a symbolic link; nil if the path is not one.
    private static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.hasPrefix("/") ? target : join(parts(of: path).folder, target)
    }
}
