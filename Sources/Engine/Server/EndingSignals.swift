import Glibc
import Synchronization

/// Signals that end the server in good order.
enum EndingSignals {
    /// Where the handler writes to; below zero where no server is to be told.
    private static let descriptor = Atomic<Int32>(-1)

    /// From now on each of the signals writes a byte other than zero to the descriptor.
    static func forward(_ signals: [Int32], to descriptor: Int32) {
        self.descriptor.store(descriptor, ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { _ in
                let before = errno
                let descriptor = EndingSignals.descriptor.load(ordering: .sequentiallyConsistent)
                var byte: UInt8 = 1
                if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
                errno = before
            }
        }
    }

    /// Gives the signals back their usual meaning.
    static func forget(_ signals: [Int32]) {
        for number in signals {
            signal(number, SIG_DFL)
        }
        descriptor.store(-1, ordering: .sequentiallyConsistent)
    }
}
