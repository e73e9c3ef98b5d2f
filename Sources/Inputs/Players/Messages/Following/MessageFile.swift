import FoundationEssentials
import Glibc

/// A regular file with messages, which grows or is rewritten.
final class MessageFile: MessageInput {
    /// The number of bytes before the read position that are compared to detect a rewritten file.
    private static let comparedTail = 1024

    let descriptor: Int32
    private let limits: MessageLimits
    private var lines: MessageLines
    /// The read position.
    private var offset = 0
    private var isAtLineStart = true
    /// The last bytes that were read.
    private var tail: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isPolled: Bool { false }

    /// Takes ownership of `descriptor`.
    init(_ descriptor: Int32, limits: MessageLimits) {
        self.descriptor = descriptor
        self.limits = limits
        lines = MessageLines(maximum: limits.maximumLine)
    }

    deinit { close(descriptor) }

    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return .failed(code: errno) }
        // Data appended after this point causes an event of its own.
        let size = Int(info.st_size)
        let written = Date(timeIntervalSince1970: Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9)
        if isRewritten(size: size) { startOver() }
        passOver(to: size - limits.backlog, until: isStopped)
        while offset < size, !isStopped() {
            let count = fill(upTo: size)
            if count < 0 { return .failed(code: errno) }
            // The file was truncated meanwhile, which causes an event of its own.
            guard count > 0 else { break }
            let found = take(buffer[..<count])
            if !found.isEmpty { deliver(found, written) }
        }
        // Some programs write a single object without a line end.
        if let line = lines.tellUnended(where: { (try? PlayerMessage(line: $0)) != nil }) { deliver([line], written) }
        return .caughtUp
    }

    /// Fills the buffer from the read position; returns the number of bytes, 0 at the end of the file, negative on failure.
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

    /// Skips to the first line that begins at `target` or later, if the read position is before it.
    private func passOver(to target: Int, until isStopped: () -> Bool) {
        guard target > offset else { return }
        // From the byte before, which shows whether a line begins at the target.
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

    /// True if the contents that were read have been replaced, whatever the file's size is now.
    ///
    /// The modification time is no indication: the system sets it before an appended line makes the file longer.
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
