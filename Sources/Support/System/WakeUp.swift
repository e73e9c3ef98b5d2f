import Glibc

/// A pipe that wakes the thread that polls its read end.
package final class WakeUp: Sendable {
    private let reading: Descriptor
    private let writing: Descriptor

    /// Makes the pipe.
    ///
    /// - Throws: `SystemError` if the process has no descriptors left.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = Descriptor(ends[0])
        writing = Descriptor(ends[1])
    }

    /// The descriptor that becomes readable.
    package var descriptor: Int32 { reading.raw }

    /// The descriptor to which signal handlers write the number of the signal as a byte, because they may only use system calls.
    package var signalDescriptor: Int32 { writing.raw }

    /// Wakes the thread that polls the read end, or the next one that does.
    ///
    /// If the pipe is full, the thread wakes anyway.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writing.raw, &byte, 1)
    }

    /// Discards all wake-ups so far.
    ///
    /// - Returns: The signals whose handlers caused some of them, in their order.
    @discardableResult
    package func drain() -> [Int32] {
        var signals: [Int32] = []
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(reading.raw, &bytes, bytes.count)
            guard count > 0 else { return signals }
            signals += bytes.prefix(count).filter { $0 != 0 }.map(Int32.init)
        }
    }
}
