import FoundationEssentials
import Glibc
import SubdialConcurrency
import Synchronization

/// A snapshot of a project's files and their stamps; comparing two snapshots gives the saved files.
struct PreviewFiles {
    /// The state of a file; it differs after the file was written or replaced.
    private struct Stamp: Hashable {
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
        let mode: UInt32
    }

    /// The maximum number of watched files.
    private static let maximumFiles = 20_000

    private var stamps: [String: Stamp] = [:]
    /// The folders of the files with their inodes; a replaced folder has another inode.
    private(set) var folders: [String: UInt] = [:]

    /// Scans the files of the folders.
    init(_ watched: [PreviewFolder]) {
        for folder in watched { scan(folder.path, folder.content, depth: folder.isDeep ? folder.content.depth : 0) }
    }

    private mutating func scan(_ folder: String, _ content: PreviewFolder.Content, depth: Int) {
        guard let directory = opendir(folder) else {
            // The folder does not exist yet; its nearest existing ancestor is watched instead.
            if let above = Self.existing(above: folder) { folders[above] = Self.inode(above) }
            return
        }
        defer { closedir(directory) }
        folders[folder] = Self.inode(folder)
        while let item = readdir(directory), stamps.count < Self.maximumFiles {
            let name = withUnsafeBytes(of: &item.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            if content.includes(name) {
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                if content.followsLinks { followLink(path) }
                stamps[path] = Stamp(
                    inode: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
                    mode: status.st_mode)
            } else if depth > 0, (content.followsLinks ? stat(path, &status) : lstat(path, &status)) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            {
                scan(path, content, depth: depth - 1)
            }
        }
    }

    /// Watches the folder of a link's target too, because editors write the target.
    private mutating func followLink(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else { return }
        defer { free(real) }
        let target = String(cString: real)
        guard let slash = target.lastIndex(of: "/"), slash != target.startIndex else { return }
        let folder = String(target[..<slash])
        folders[folder] = Self.inode(folder)
    }

    private static func inode(_ folder: String) -> UInt {
        var status = stat()
        return stat(folder, &status) == 0 ? status.st_ino : 0
    }

    private static func existing(above folder: String) -> String? {
        var folder = folder
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            if access(folder, R_OK | X_OK) == 0 { return folder }
        }
        return nil
    }

    /// The paths of files that were changed, added or removed, sorted.
    func changes(since old: PreviewFiles) -> [String] {
        Set(stamps.keys).union(old.stamps.keys).filter { stamps[$0] != old.stamps[$0] }.sorted()
    }

    /// True if a non-empty file is now missing or empty: an editor may be about to write it.
    fileprivate func lacksFiles(of old: PreviewFiles) -> Bool {
        old.stamps.contains { path, stamp in stamp.size > 0 && (stamps[path]?.size ?? 0) == 0 }
    }
}

/// A save of one file or several.
struct PreviewChange: Sendable {
    /// The paths of the saved files.
    let files: [String]
    /// The time at which the first change was noticed.
    let noticed: ContinuousClock.Instant
}

/// Watches folders for saves.
struct PreviewWatch {
    /// The time without further changes after which a save is complete; an editor may save in two steps.
    private static let quiet = Duration.milliseconds(12)
    /// The maximum wait for an editor that keeps writing.
    private static let longestBurst = Duration.milliseconds(60)
    /// The maximum wait for a file that is missing or empty.
    private static let patience = Duration.milliseconds(100)

    /// A watched folder.
    private struct Followed {
        let inode: UInt
        let task: Task<Void, Never>
    }

    /// Calls `tell` after each save, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - folders: The folders to watch initially.
    ///   - onWatching: Called once when no later save can be missed.
    ///   - tell: Handles the change, and returns the folders to watch from then on.
    static func run(
        _ folders: [PreviewFolder], onWatching: () -> Void = {}, tell: (PreviewChange) async -> [PreviewFolder]
    ) async {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let count = Mutex(0)
        let wake: @Sendable () -> Void = {
            count.withLock { $0 += 1 }
            continuation.yield()
        }
        var folders = folders
        var followed: [String: Followed] = [:]
        defer { for folder in followed.values { folder.task.cancel() } }
        // The folders are watched before they are scanned, so that no save is missed in between.
        let lane = WorkLane()
        follow(await scan(folders, lane).folders, &followed, wake)
        var known = await scan(folders, lane)
        onWatching()
        for await _ in wakes {
            let noticed = ContinuousClock.now
            var seen = -1
            while seen != count.withLock({ $0 }), noticed.duration(to: .now) < longestBurst {
                seen = count.withLock { $0 }
                try? await Task.sleep(for: quiet)
            }
            var current = await scan(folders, lane)
            while current.lacksFiles(of: known), noticed.duration(to: .now) < patience, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(5))
                current = await scan(folders, lane)
            }
            if Task.isCancelled { return }
            follow(current.folders, &followed, wake)
            let files = current.changes(since: known)
            guard !files.isEmpty else { continue }
            let next = await tell(PreviewChange(files: files, noticed: noticed))
            guard next != folders else {
                known = current
                continue
            }
            folders = next
            known = await scan(folders, lane)
            follow(known.folders, &followed, wake)
        }
    }

    /// Scans the folders outside of the cooperative thread pool.
    private static func scan(_ folders: [PreviewFolder], _ lane: WorkLane) async -> PreviewFiles {
        await lane.value { PreviewFiles(folders) } ?? PreviewFiles(folders)
    }

    private static func follow(
        _ folders: [String: UInt], _ followed: inout [String: Followed], _ wake: @escaping @Sendable () -> Void
    ) {
        for (path, folder) in followed where folders[path] != folder.inode {
            folder.task.cancel()
            followed[path] = nil
        }
        for (path, inode) in folders where followed[path] == nil {
            guard let changes = FileWatch.shared.changes(inFolder: path) else { continue }
            let task = Task {
                var current: AsyncStream<Void>? = changes
                // A watch ends with its folder, or if events were lost.
                while let changes = current, !Task.isCancelled {
                    for await _ in changes { wake() }
                    current = FileWatch.shared.changes(inFolder: path)
                    wake()
                }
            }
            followed[path] = Followed(inode: inode, task: task)
        }
    }
}
