import Glibc

/// The identity of a file's contents: device, inode, size and times; it changes with each write.
package struct FileVersion: Hashable, Sendable {
    /// The device id of the file system.
    private let device: UInt64
    /// The inode number.
    private let inode: UInt64
    /// The size in bytes.
    package let size: Int
    /// The modification time in nanoseconds since 1970.
    package let modified: Int64
    /// The time of the last change of contents or attributes, in nanoseconds since 1970.
    package let changed: Int64

    /// The identity of an open file; nil if it is not a regular file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of the file at `path`; nil if there is no regular file.
    ///
    /// - Parameter followsLinks: True to describe the file that a symbolic link leads to; otherwise a link is no regular file.
    package init?(path: String, followsLinks: Bool = false) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        (modified, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
    }

    /// True if both are versions of one file, which was open meanwhile: the system may give the number of a removed file to another one.
    package func isOfSameFile(as other: FileVersion) -> Bool { device == other.device && inode == other.inode }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
