// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Synchronization

    /// A thread-safe counter.
    final class Counter: Sendable {
        private let number = Mutex(0)

        var value: Int { number.withLock { $0 } }

        func increment() {
            number.withLock { $0 += 1 }
        }

        func set(_ value: Int) {
            number.withLock { $0 = value }
        }
    }
#endif
