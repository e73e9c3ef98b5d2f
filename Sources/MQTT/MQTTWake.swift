import Glibc

/// Wakes a waiting thread through a pipe.
final class MQTTWake: Sendable {
    private let ends: (reading: Int32, writing: Int32)

    /// nil if the system has no more descriptors.
    init?() {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { return nil }
        for end in pair {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// Ends the current wait, or the next one.
    func ring() {
        var byte: UInt8 = 1
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits for a number of seconds, or until ``ring()``.
    func wait(_ seconds: Double) { _ = wait(seconds, for: -1, writing: false) }

    /// Waits until a socket is readable, or writable if `writing`, or until ``ring()``, or until the time is over.
    ///
    /// - Parameter socket: The socket; -1 for none.
    /// - Returns: The operations that do not block. A failed socket counts as readable, because reading returns its error.
    func wait(_ seconds: Double, for socket: Int32, writing: Bool) -> (canRead: Bool, canWrite: Bool) {
        var pollers = [
            pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0), revents: 0),
        ]
        _ = poll(&pollers, 2, Int32(saturating: (seconds * 1000).rounded()))
        if pollers[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            _ = read(ends.reading, &bytes, bytes.count)
        }
        let events = Int32(pollers[1].revents)
        return (events & (POLLIN | POLLERR | POLLHUP | POLLNVAL) != 0, events & POLLOUT != 0)
    }
}
