import Glibc

/// Watches one path with inotify.
///
/// It watches the file, the folder that contains it, and the folders in which missing parts of the path may be created.
final class MessageNotifier {
    private static let fileEvents = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    private static let folderEvents =
        UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    /// The maximum number of symbolic links in a chain.
    private static let linkLimit = 16

    /// The inotify descriptor to poll; negative if the system cannot provide one.
    let descriptor: Int32
    private let path: String
    /// The file names that matter in each folder, by watch descriptor.
    private var folders: [Int32: Set<String>] = [:]
    private var fileWatch: Int32 = -1
    private var needsFolders = true
    private var (isFileBlind, areFoldersBlind) = (false, false)

    init(_ path: String) {
        self.path = path
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// True if changes may be missed: the system cannot provide a watch, or a folder is not readable.
    var isBlind: Bool { descriptor < 0 || isFileBlind || areFoldersBlind }

    /// Watches the folders on the path to the file, if they may have changed.
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

    /// Watches the file that is at the path now.
    func watchFile() {
        guard descriptor >= 0 else { return }
        let watch = inotify_add_watch(descriptor, path, Self.fileEvents)
        isFileBlind = watch < 0
        if fileWatch >= 0, fileWatch != watch { inotify_rm_watch(descriptor, fileWatch) }
        fileWatch = watch
    }

    /// Stops watching the file.
    func forgetFile() {
        if fileWatch >= 0 { inotify_rm_watch(descriptor, fileWatch) }
        (fileWatch, isFileBlind) = (-1, false)
    }

    /// Reads all events; returns true if one of them concerns the path.
    ///
    /// A busy folder causes many other events. The `IN_IGNORED` event of a removed folder watch does not concern the path either.
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
                if handle(event, name: buffer[name..<min(place, count)].prefix { $0 != 0 }) { matters = true }
            }
        }
    }

    private func handle(_ event: inotify_event, name: ArraySlice<UInt8>) -> Bool {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            needsFolders = true
            return true
        }
        if event.wd == fileWatch {
            if event.mask & UInt32(IN_IGNORED) != 0 { fileWatch = -1 }
            return true
        }
        guard let names = folders[event.wd] else { return false }
        // An event without a name concerns the folder itself.
        guard name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) else { return false }
        needsFolders = true
        return true
    }

    /// Watches the folder that contains `place`, or its nearest existing ancestor.
    private func watchFolder(of place: String, _ watched: inout [Int32: Set<String>]) {
        let nearest = Self.parts(of: place)
        var (folder, name) = nearest
        var restarts = 3
        while true {
            let watch = inotify_add_watch(descriptor, folder, Self.folderEvents)
            if watch >= 0 {
                watched[watch, default: []].insert(name)
                // The next folder may have been created before the watch was added.
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

    /// The target of a symbolic link; nil if the path is not one.
    private static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.hasPrefix("/") ? target : join(parts(of: path).folder, target)
    }
}
