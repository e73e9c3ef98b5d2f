import EngineWire
import Glibc

/// A pipe that wakes the thread that polls its read end.
final class WakeUp: Sendable {
    private let reading: Descriptor
    private let writing: Descriptor

    init() throws(EngineServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .noDescriptors(code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = Descriptor(ends[0])
        writing = Descriptor(ends[1])
    }

    /// The descriptor that becomes readable.
    var descriptor: Int32 { reading.raw }

    /// The descriptor to which signal handlers write a byte, because they may only use system calls.
    var signalDescriptor: Int32 { writing.raw }

    /// Wakes the thread.
    ///
    /// If the pipe is full, the thread wakes anyway.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writing.raw, &byte, 1)
    }

    /// Reads all pending wake-ups; returns true if ``signalDescriptor`` received a byte other than zero.
    func drain() -> Bool {
        var isSignalled = false
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(reading.raw, &bytes, bytes.count)
            guard count > 0 else { return isSignalled }
            isSignalled = isSignalled || bytes.prefix(count).contains { $0 != 0 }
        }
    }
}
