import Glibc

/// The reason why a file cannot be read.
public enum ReadError: Error, Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file cannot be read, with the system's message.
    case unreadable(reason: String)
    /// The file exceeds the size limit in bytes.
    case tooLong(limit: Int)
}

/// A file, FIFO or descriptor that a user named, read to its end.
public enum InputFile {
    /// Returns the contents of the file at `path`; waits for the writers of a FIFO; `-` is standard input.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - isRegular: True to accept only a regular file, and never block.
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
