import Synchronization

/// A number that any thread may count up or set.
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
