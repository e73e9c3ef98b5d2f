#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files, read and written whole.
enum File {
    /// What a folder's listing tells about a regular file.
    struct Entry {
        let path: String
        let size: Int
        /// Seconds since 1970.
        let modified: Double

        /// nil for what is no regular file, or is gone.
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

    /// All of a file; nil where it cannot be read, is empty, or has more than `limit` bytes.
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
    /// False where that failed; a part of it may stand there then.
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

    /// Calls again what a signal has interrupted.
    private static func recover(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

// Inside `File` the names `read` and `write` are its own.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, buffer, count) }
