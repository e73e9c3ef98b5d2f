import Glibc
import SubdialBasics
import SubdialSystem

extension WakeUp {
    /// Waits for a number of seconds, or until ``wake()``.
    func wait(_ seconds: Double) { _ = wait(seconds, for: -1, writing: false) }

    /// Waits until a socket is readable, or writable if `writing`, or until ``wake()``, or until the time is over.
    ///
    /// - Parameter socket: The socket; -1 for none.
    /// - Returns: The operations that do not block. A failed socket counts as readable, because reading returns its error.
    func wait(_ seconds: Double, for socket: Int32, writing: Bool) -> (canRead: Bool, canWrite: Bool) {
        var pollers = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0), revents: 0),
        ]
        _ = poll(&pollers, 2, Int32(saturating: (seconds * 1000).rounded()))
        if pollers[0].revents != 0 { drain() }
        let events = Int32(pollers[1].revents)
        return (events & (POLLIN | POLLERR | POLLHUP | POLLNVAL) != 0, events & POLLOUT != 0)
    }
}
