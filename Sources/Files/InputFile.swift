import Glibc

/// Why a file cannot be read.
public enum ReadError: Error, Hashable, Sendable {
    /// There is none at that path.
    case missing
    /// It is there, and cannot be read, in the system's words.
    case unreadable(reason: String)
    /// It holds more than was asked for, in bytes.
    case tooLong(limit: Int)
}

/// A file, FIFO or descriptor that somebody has named, read to its end.
public enum InputFile {
    /// The bytes of what stands at `path`, which waits for a FIFO's writers; `-` is standard input.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are taken.
    ///   - isRegular: True to take a regular file alone, and wait for nobody.
    public static func bytes(at path: String, limit: Int = 64 << 20, isRegular: Bool = false) throws(ReadError) -> [UInt8] {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (isRegular ? O_NONBLOCK : 0)
        let descriptor = path == "-" && !isRegular ? dup(STDIN_FILENO) : open(path, flags)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        if isRegular, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
            throw .unreadable(reason: "it is no regular file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        }
    }
}
