import FoundationEssentials
import Glibc

/// A regular file, which grows, or is written anew.
final class MessageFile: MessageInput {
    /// Bytes before the place that was reached which are compared, to notice a file that was written anew.
    private static let comparedTail = 1024

    let descriptor: Int32
    private let limits: MessageLimits
    private var lines: MessageLines
    /// How far the file is read.
    private var offset = 0
    private var isAtLineStart = true
    /// The last bytes that were read.
    private var tail: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isPolled: Bool { false }

    /// Takes over `descriptor`.
    init(_ descriptor: Int32, limits: MessageLimits) {
        self.descriptor = descriptor
        self.limits = limits
        lines = MessageLines(maximum: limits.maximumLine)
    }

    deinit { close(descriptor) }

    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return .failed(code: errno) }
        // What is appended from here on is told by an event of its own.
        let size = Int(info.st_size)
        let written = Date(timeIntervalSince1970: Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9)
        if isRewritten(size: size) { startOver() }
        passOver(to: size - limits.backlog, until: isStopped)
        while offset < size, !isStopped() {
            let count = fill(upTo: size)
            if count < 0 { return .failed(code: errno) }
            // Truncated meanwhile, which is an event of its own as well.
            guard count > 0 else { break }
            let found = take(buffer[..<count])
            if !found.isEmpty { deliver(found, written) }
        }
        // Some write one object and no line end.
        if let line = lines.tellUnended(where: { (try? PlayerMessage(line: $0)) != nil }) { deliver([line], written) }
        return .caughtUp
    }

    /// Reads into the buffer what stands behind the offset; the number of bytes, 0 at the file's end, below 0 on failure.
    private func fill(upTo end: Int) -> Int {
        while true {
            let count = pread(descriptor, &buffer, min(buffer.count, end - offset), off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) -> [MessageLines.Line] {
        offset += bytes.count
        tail = Array((tail + bytes.suffix(Self.comparedTail)).suffix(Self.comparedTail))
        var rest = bytes
        if !isAtLineStart {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            lines.skip(rest[..<end])
            isAtLineStart = rest[..<end].last == 0x0A
            rest = rest[end...]
        }
        return lines.take(rest)
    }

    /// Goes on with the first line that begins at `target` or later, where the file is not read as far.
    private func passOver(to target: Int, until isStopped: () -> Bool) {
        guard target > offset else { return }
        // From the byte before, which tells whether a line begins at the target.
        let last = target - 1
        if offset == 0, target <= limits.countedHistory {
            while offset < last, !isStopped() {
                let count = fill(upTo: last)
                guard count > 0 else { break }
                lines.skip(buffer[..<count])
                offset += count
            }
        } else {
            offset = last
            lines.jump(to: last)
        }
        tail = []
        isAtLineStart = false
    }

    /// True where the file holds something else than what was read from it, whatever its size now.
    ///
    /// The time of its last change tells nothing: the system sets it before a line that is being appended makes the file longer.
    private func isRewritten(size: Int) -> Bool {
        guard size >= offset else { return true }
        var present = [UInt8](repeating: 0, count: tail.count)
        let count = pread(descriptor, &present, present.count, off_t(offset - present.count))
        return count != present.count || present != tail
    }

    private func startOver() {
        (offset, isAtLineStart, tail) = (0, true, [])
        lines = MessageLines(maximum: limits.maximumLine)
    }
}
