#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A regular file as it was when somebody looked: what replaces or overwrites it is another one.
package struct PictureFile: Hashable, Sendable {
    /// Where it is.
    package let path: String
    /// Its length in bytes.
    package let size: Int
    private let device: UInt64
    private let node: UInt64
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int

    /// Looks at the file at `path`, links followed; nil where there is none, or none that is regular.
    package init?(at path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        self.init(path, info)
    }

    private init?(_ path: String, _ info: stat) {
        guard info.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        size = Int(info.st_size)
        device = UInt64(truncatingIfNeeded: info.st_dev)
        node = UInt64(truncatingIfNeeded: info.st_ino)
        #if canImport(Darwin)
            let time = info.st_mtimespec
        #else
            let time = info.st_mtim
        #endif
        (modifiedSeconds, modifiedNanoseconds) = (time.tv_sec, time.tv_nsec)
    }

    /// All bytes of the file at `path`; nil for what is not regular, cannot be read, is empty, or has more than `limit` bytes.
    package static func bytes(at path: String, limit: Int = ImageLimits.standard.maxBytes) -> [UInt8]? {
        // Opening a pipe or a device must not wait for its other end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, let file = PictureFile(path, info), file.size > 0, file.size <= limit else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
            while count < file.size, let start = buffer.baseAddress {
                let part = read(descriptor, start + count, file.size - count)
                if part < 0, errno == EINTR { continue }
                guard part > 0 else { break }
                count += part
            }
        }
        return bytes.count == file.size ? bytes : nil
    }
}
