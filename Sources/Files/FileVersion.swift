import Glibc

/// The identity of a file's content: device, inode, size and time; another one after each write.
public struct FileVersion: Hashable, Sendable {
    /// The file system.
    public let device: UInt64
    /// The file's number there.
    public let inode: UInt64
    /// Bytes.
    public let size: Int
    /// When its content was written last, in nanoseconds since 1970.
    public let modified: Int64
    /// When it or its attributes were changed last, in nanoseconds since 1970.
    public let changed: Int64

    /// The identity of an open file; nil for what is no regular file.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of the file at `path`; nil where there is no regular file.
    ///
    /// - Parameter followsLinks: True to describe the file that a symbolic link leads to; otherwise a link is no regular file.
    public init?(path: String, followsLinks: Bool = false) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
    }
}
