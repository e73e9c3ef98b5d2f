import EngineWire
import Glibc

/// A pipe that wakes the thread which waits for its reading end.
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

    /// The descriptor to write a byte to where nothing but a system call is allowed, as in a signal handler.
    var signalDescriptor: Int32 { writing.raw }

    /// Wakes the thread.
    ///
    /// A full pipe wakes it as well.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writing.raw, &byte, 1)
    }

    /// Takes back all wake-ups so far; true where one of them came through ``signalDescriptor`` with a byte other than zero.
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
