import Glibc
import Synchronization

/// Forwards signals that end the server gracefully.
enum EndingSignals {
    /// The descriptor to which the handler writes; below zero if no server is running.
    private static let descriptor = Atomic<Int32>(-1)

    /// Makes each of the signals write a byte other than zero to the descriptor.
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

    /// Restores the default handling of the signals.
    static func forget(_ signals: [Int32]) {
        for number in signals {
            signal(number, SIG_DFL)
        }
        descriptor.store(-1, ordering: .sequentiallyConsistent)
    }
}
