#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads and writes whole files.
enum File {
    /// The metadata of a regular file in a folder.
    struct Entry {
        let path: String
        let size: Int
        /// The modification time in seconds since 1970.
        let modified: Double

        /// Returns nil if the file is not regular or does not exist.
        init?(path: String) {
            var info = stat()
            guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
            self.path = path
            size = Int(info.st_size)
            #if canImport(Darwin)
                let time = info.st_mtimespec
            #else
                let time = info.st_mtim
            #endif
            modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// Returns the content of a file; nil if it is unreadable, empty, or larger than `limit` bytes.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, (1...max(1, limit)).contains(Int(info.st_size)) else {
            return nil
        }
        let size = Int(info.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let start = buffer.baseAddress {
                let read = recover { systemRead(descriptor, start + count, size - count) }
                guard read > 0 else { break }
                count += read
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes a new file that only this user can read.
    ///
    /// - Returns: False after a failure, which may leave an incomplete file.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let written = recover { systemWrite(descriptor, part.baseAddress, part.count) }
                guard written > 0 else { return false }
                rest = rest.dropFirst(written)
            }
            return true
        }
        return close(descriptor) == 0 && isWritten
    }

    /// Repeats a system call that a signal interrupted.
    private static func recover(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

// Inside `File`, the names `read` and `write` refer to its own functions.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, buffer, count) }
