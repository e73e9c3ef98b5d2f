import Glibc

/// A descriptor from which messages are read until nothing more is there.
final class MessageInput {
    enum Kind: Equatable {
        /// Grows, and is never at its end for good.
        case file
        /// Ends when its last writer leaves.
        case pipe
        /// Whatever standard input is: it must not be made one that does not block, as it is shared with others.
        case shared
    }

    enum Outcome {
        /// All that is there has been read.
        case caughtUp
        /// The other side has left.
        case ended
    }

    let descriptor: Int32
    let kind: Kind
    private let identity: (device: dev_t, file: ino_t)
    private let limits: MessageLimits
    private var lines: MessageLines
    /// How far the file has been read.
    private var offset = 0
    /// Where the backlog begins.
    private var start = 0
    private var isAtLineStart = true

    /// Takes over `descriptor`; nil for what messages cannot be read from.
    init?(_ descriptor: Int32, isShared: Bool, limits: MessageLimits) {
        var info = stat()
        guard descriptor >= 0, fstat(descriptor, &info) == 0 else { return nil }
        switch info.st_mode & S_IFMT {
        case _ where isShared: kind = .shared
        case S_IFREG: kind = .file
        case S_IFIFO: kind = .pipe
        default:
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.limits = limits
        identity = (info.st_dev, info.st_ino)
        lines = MessageLines(maximum: limits.maximumLine)
        if kind == .file { start = max(0, Int(info.st_size) - limits.backlog) }
    }

    deinit { close(descriptor) }

    /// Whether it is what `info` speaks of.
    func isSame(as info: stat) -> Bool { identity.device == info.st_dev && identity.file == info.st_ino }

    /// Reads all that is there, and hands over its lines.
    func readAll(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line]) -> Void) -> Outcome {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !isStopped() {
            if kind == .file { noticeTruncation() }
            if kind == .shared, !isReadable { return .caughtUp }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .caughtUp }
            guard count > 0 else {
                if kind == .file { return .caughtUp }
                if let line = lines.finish() { deliver([line]) }
                return .ended
            }
            offset += count
            let found = take(buffer[..<count])
            if !found.isEmpty { deliver(found) }
        }
        return .caughtUp
    }

    /// Leaves out what stands before the backlog, and the rest of the line in which it begins.
    private func take(_ bytes: ArraySlice<UInt8>) -> [MessageLines.Line] {
        let history = bytes.prefix(max(0, start - (offset - bytes.count)))
        var rest = bytes[history.endIndex...]
        if let last = history.last {
            lines.skip(history)
            isAtLineStart = last == 0x0A
        }
        if !isAtLineStart {
            guard let end = rest.firstIndex(of: 0x0A) else { return [] }
            lines.skip(rest[...end])
            rest = rest[(end + 1)...]
            isAtLineStart = true
        }
        return lines.take(rest)
    }

    /// A file that is shorter than what was read of it has been written anew.
    private func noticeTruncation() {
        var info = stat()
        guard fstat(descriptor, &info) == 0, Int(info.st_size) < offset else { return }
        lseek(descriptor, 0, SEEK_SET)
        (offset, start, isAtLineStart) = (0, 0, true)
        lines = MessageLines(maximum: limits.maximumLine)
    }

    private var isReadable: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }
}
