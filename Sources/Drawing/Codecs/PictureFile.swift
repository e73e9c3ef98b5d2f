#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The identity of a regular file at one time: a replaced or overwritten file has another one.
package struct PictureFile: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// The length in bytes.
    package let size: Int
    private let device: UInt64
    private let node: UInt64
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int

    /// Reads the metadata of the file at `path` and follows links; nil if there is no regular file.
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

    /// Returns all bytes of the file at `path`; nil if it is not regular, unreadable, empty, or larger than `limit` bytes.
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
