import Glibc

/// Wakes a thread that waits.
final class MQTTWake: Sendable {
    private let ends: (reading: Int32, writing: Int32)

    /// nil where the system gives no more descriptors.
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

    /// Ends the wait, or the next one.
    func ring() {
        var byte: UInt8 = 1
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits for so many seconds, or until it is woken.
    func wait(_ seconds: Double) {
        var poller = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
        _ = poll(&poller, 1, Int32(saturating: (seconds * 1000).rounded()))
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(ends.reading, &bytes, bytes.count)
    }
}
