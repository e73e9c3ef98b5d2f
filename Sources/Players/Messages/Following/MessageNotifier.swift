import Glibc

/// The changes of one path, as inotify(7) tells them: of the file itself, of the folder in which it stands, and of those in which it may
/// come to stand.
final class MessageNotifier {
    private static let fileEvents = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    private static let folderEvents =
        UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    /// Symbolic links that are followed from one to the next.
    private static let linkLimit = 16

    /// What poll(2) waits for; below zero where the system gives none.
    let descriptor: Int32
    private let path: String
    /// The names that matter in each folder, by the folder's watch.
    private var folders: [Int32: Set<String>] = [:]
    private var fileWatch: Int32 = -1
    private var needsFolders = true
    private var (isFileBlind, areFoldersBlind) = (false, false)

    init(_ path: String) {
        self.path = path
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// True while some change may go untold: the system gives no watch, or a folder must not be read.
    var isBlind: Bool { descriptor < 0 || isFileBlind || areFoldersBlind }

    /// Watches the folders on the way to the file, where that is due.
    func watchFolders() {
        guard descriptor >= 0, needsFolders else { return }
        (needsFolders, areFoldersBlind) = (false, false)
        var watched: [Int32: Set<String>] = [:]
        var place = path
        for _ in 0..<Self.linkLimit {
            watchFolder(of: place, &watched)
            guard let target = Self.target(ofLink: place) else { break }
            place = target
        }
        for watch in folders.keys where watched[watch] == nil && watch != fileWatch { inotify_rm_watch(descriptor, watch) }
        folders = watched
    }

    /// Watches the file that stands at the path now.
    func watchFile() {
        guard descriptor >= 0 else { return }
        let watch = inotify_add_watch(descriptor, path, Self.fileEvents)
        isFileBlind = watch < 0
        if fileWatch >= 0, fileWatch != watch { inotify_rm_watch(descriptor, fileWatch) }
        fileWatch = watch
    }

    /// Watches no file.
    func forgetFile() {
        if fileWatch >= 0 { inotify_rm_watch(descriptor, fileWatch) }
        (fileWatch, isFileBlind) = (-1, false)
    }

    /// Takes all events; true where one of them is about the path.
    ///
    /// Others are many in a busy folder, and so is the one by which a watch that was taken away says goodbye.
    func drain() -> Bool {
        guard descriptor >= 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 8192)
        var matters = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return matters }
            var place = 0
            while place + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
                let name = place + MemoryLayout<inotify_event>.size
                place = name + Int(event.len)
                if take(event, name: buffer[name..<min(place, count)].prefix { $0 != 0 }) { matters = true }
            }
        }
    }

    private func take(_ event: inotify_event, name: ArraySlice<UInt8>) -> Bool {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            needsFolders = true
            return true
        }
        if event.wd == fileWatch {
            if event.mask & UInt32(IN_IGNORED) != 0 { fileWatch = -1 }
            return true
        }
        guard let names = folders[event.wd] else { return false }
        // An event without a name is about the folder itself.
        guard name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) else { return false }
        needsFolders = true
        return true
    }

    /// Watches the folder in which `place` stands, or the nearest one that is there.
    private func watchFolder(of place: String, _ watched: inout [Int32: Set<String>]) {
        let nearest = Self.parts(of: place)
        var (folder, name) = nearest
        var restarts = 3
        while true {
            let watch = inotify_add_watch(descriptor, folder, Self.folderEvents)
            if watch >= 0 {
                watched[watch, default: []].insert(name)
                // The next folder may have come before the watch.
                guard folder != nearest.folder, restarts > 0, access(Self.join(folder, name), F_OK) == 0 else { return }
                restarts -= 1
                (folder, name) = nearest
            } else {
                guard errno == ENOENT || errno == ENOTDIR, folder != "/", folder != "." else {
                    areFoldersBlind = true
                    return
                }
                (folder, name) = Self.parts(of: folder)
            }
        }
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func join(_ folder: String, _ name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

    /// Where a symbolic link leads; nil for what is none.
    private static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.hasPrefix("/") ? target : join(parts(of: path).folder, target)
    }
}
