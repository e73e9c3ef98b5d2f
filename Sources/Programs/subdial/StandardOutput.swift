import Glibc
import SubdialEngineWire

/// The front's stdout.
enum StandardOutput {
    enum Outcome: Equatable {
        case written
        /// The output has no reader any more.
        case readerGone
        case failed(code: Int32)
    }

    /// Writes bytes with one call if possible: a pipe takes up to 4096 bytes atomically.
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Outcome {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written) }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitForRoom(descriptor)
            case EPIPE: return .readerGone
            case let code: return .failed(code: code)
            }
        }
        return .written
    }

    /// Waits for `milliseconds`; returns true as soon as stdout has no reader.
    static func losesReader(within milliseconds: Int) -> Bool {
        var watched = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        let deadline = Moment.now + milliseconds
        repeat {
            let left = Int32(clamping: max(0, deadline - Moment.now))
            if poll(&watched, 1, left) > 0 { return isReaderGone(watched) }
        } while Moment.now < deadline
        return false
    }

    /// True if `poll` has reported that the output has no reader.
    static func isReaderGone(_ watched: pollfd) -> Bool {
        Int32(watched.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
    }

    private static func waitForRoom(_ descriptor: Int32) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&watched, 1, -1)
    }
}
