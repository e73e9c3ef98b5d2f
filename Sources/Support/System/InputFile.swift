import Glibc

/// The reason why a file cannot be read.
package enum ReadError: Error, Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file cannot be read, with the system's message.
    case unreadable(reason: String)
    /// It is not a file of the accepted kind.
    case wrongKind(reason: String)
    /// The file exceeds the size limit in bytes.
    case tooLong(limit: Int)

    /// The reason, without the path.
    package var reason: String {
        switch self {
        case .missing: "there is no such file"
        case .unreadable(let reason), .wrongKind(let reason): reason
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        }
    }
}

/// A file that is read to its end.
package enum InputFile {
    /// The files that are accepted.
    package enum Kind: Sendable {
        /// Any file, FIFO or descriptor that a user named: it waits for the writers of a FIFO, and `-` is standard input.
        case any
        /// Anything but a folder, such as a file of the kernel. It never waits: a FIFO without a writer is empty.
        case immediate
        /// A regular file.
        case regular
        /// A regular file that is not a symbolic link.
        case unlinked
        /// A regular file that belongs to this user, or to the system's administrator.
        case own
    }

    /// Returns the contents of the file at `path`.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - kind: The files that are accepted.
    package static func bytes(at path: String, limit: Int = 64 << 20, accepting kind: Kind = .any) throws(ReadError) -> [UInt8] {
        var flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
        // Opening a FIFO or a device must not wait for its other end.
        if kind != .any { flags |= O_NONBLOCK }
        if kind == .unlinked { flags |= O_NOFOLLOW }
        let raw = path == "-" && kind == .any ? dup(STDIN_FILENO) : open(path, flags)
        guard raw >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason: SystemError.last.description)
        }
        let descriptor = Descriptor(raw)
        return try bytes(of: descriptor, limit: limit, accepting: kind)
    }

    /// Returns the contents of an open file, from its current position.
    package static func bytes(of descriptor: borrowing Descriptor, limit: Int, accepting kind: Kind) throws(ReadError) -> [UInt8] {
        // A file of known size fills its array; the next read shows that it has ended.
        let size = kind == .any ? 0 : min(try size(of: descriptor.raw, kind), limit)
        var bytes = try piece(of: descriptor, size)
        var hasEnded = bytes.count < size
        while !hasEnded {
            let piece = try piece(of: descriptor, pieceLength)
            bytes += piece
            guard bytes.count <= limit else { throw .tooLong(limit: limit) }
            hasEnded = piece.count < pieceLength
        }
        return bytes
    }

    /// The length of the pieces in which the rest of a file is read.
    private static let pieceLength = 65536

    /// The next bytes of a file: `length`, or fewer if it ends.
    private static func piece(of descriptor: borrowing Descriptor, _ length: Int) throws(ReadError) -> [UInt8] {
        let raw = descriptor.raw
        var problem: ReadError?
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            while count < length {
                let added = read(raw, target.baseAddress.map { $0 + count }, length - count)
                if added < 0, errno == EINTR { continue }
                if added < 0 { problem = .unreadable(reason: SystemError.last.description) }
                guard added > 0 else { return }
                count += added
            }
        }
        if let problem { throw problem }
        return bytes
    }

    /// The size of an open file, in bytes; 0 if it is unknown.
    private static func size(of descriptor: Int32, _ kind: Kind) throws(ReadError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: SystemError.last.description) }
        let type = status.st_mode & S_IFMT
        guard type != S_IFDIR || kind != .immediate else { throw .wrongKind(reason: "it is a folder") }
        guard type == S_IFREG || kind == .immediate else { throw .wrongKind(reason: "it is no regular file") }
        guard kind != .own || status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .wrongKind(reason: "it belongs to user \(status.st_uid)")
        }
        return max(0, Int(status.st_size))
    }
}
