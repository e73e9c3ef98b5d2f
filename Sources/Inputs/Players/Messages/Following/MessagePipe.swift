import FoundationEssentials
import Glibc

/// A FIFO, or standard input of any kind.
final class MessagePipe: MessageInput {
    let descriptor: Int32
    /// True for standard input: other processes share it, so that its blocking mode must not change.
    private let isShared: Bool
    private let limits: MessageLimits
    private var lines: MessageLines
    private(set) var bytesRead = 0
    var isPolled: Bool { true }

    /// Takes ownership of `descriptor`, which must be non-blocking unless it is shared.
    init(_ descriptor: Int32, isShared: Bool, limits: MessageLimits) {
        self.descriptor = descriptor
        self.isShared = isShared
        self.limits = limits
        lines = MessageLines(maximum: limits.maximumLine)
    }

    deinit { close(descriptor) }

    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var budget = limits.round
        while !isStopped() {
            guard budget > 0 else { return .more }
            if isShared, !isReadable(within: 0) { return .caughtUp }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                return code == EAGAIN ? .caughtUp : .failed(code: code)
            }
            guard count > 0 else {
                // The last line needs no line end if the writer closes the input.
                if let line = lines.finish() { deliver([line], nil) }
                return .ended
            }
            budget -= count
            bytesRead += count
            let found = lines.take(buffer[..<count])
            if !found.isEmpty { deliver(found, nil) }
        }
        return .caughtUp
    }

    /// Waits up to `milliseconds`; returns true as soon as there is data to read or the last writer has closed its end.
    func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}
