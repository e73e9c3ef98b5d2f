import Glibc

/// Follows a file, which may appear, be replaced or be removed at any time.
package struct FileFollower: Sendable {
    /// The time in which several changes are reported as one.
    private static let burst = Duration.milliseconds(100)
    /// The interval between two readings of a database that is being written.
    private static let databasePause = Duration.seconds(2)
    /// The interval between two checks for a missing file, if no folder above it can be watched.
    private static let missingFilePause = Duration.seconds(2)

    private let path: String
    private let isWrittenInPlace: Bool
    private let reportsStart: Bool

    /// - Parameters:
    ///   - isWrittenInPlace: True for a file that a program keeps open while it writes.
    ///   - reportsStart: True to report the beginning of the watch too: what was read before can be out of date.
    package init(path: String, isWrittenInPlace: Bool = false, reportsStart: Bool = false) {
        (self.path, self.isWrittenInPlace, self.reportsStart) = (path, isWrittenInPlace, reportsStart)
    }

    /// Follows the file until the task is cancelled; `changed` requests a new reading.
    package func follow(_ changed: @Sendable () -> Void) async {
        var isFirst = !reportsStart
        while !Task.isCancelled {
            let before = FileIdentity.of(path)
            if let changes = FileWatch.shared.changes(of: path, isWrittenInPlace: isWrittenInPlace) {
                // A file that replaced the previous one is read after it is watched.
                if !isFirst { changed() }
                isFirst = false
                for await _ in changes {
                    changed()
                    // A file that is written in pieces is read once, and a database that is written for long is read at intervals.
                    try? await Task.sleep(for: isWrittenInPlace ? Self.databasePause : Self.burst)
                    // If the file was moved away, the one in its place must be watched.
                    if FileIdentity.of(path) != before { break }
                }
                if access(path, F_OK) == 0 { continue }
            }
            isFirst = false
            if access(path, F_OK) == 0 {
                // The file exists but cannot be watched, because it is another user's.
                try? await Task.sleep(for: Self.missingFilePause)
                changed()
            } else {
                await FileWatch.shared.appearance(of: path, orAfter: Self.missingFilePause)
            }
        }
    }
}

/// The identity of the file at a path.
private enum FileIdentity {
    /// The device and inode number of the file; nil if there is none.
    static func of(_ path: String) -> [UInt64]? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return [UInt64(info.st_dev), UInt64(info.st_ino)]
    }
}
