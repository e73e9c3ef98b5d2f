import Synchronization

/// Something that is begun when it is first needed, and once.
final class MessageBeginning: Sendable {
    private let hasBegun = Mutex<Bool?>(nil)
    private let start: @Sendable () -> Bool

    init(_ start: @escaping @Sendable () -> Bool) {
        self.start = start
    }

    /// Whether it has begun, now or before.
    func begin() -> Bool {
        hasBegun.withLock { hasBegun in
            let answer = hasBegun ?? start()
            hasBegun = answer
            return answer
        }
    }
}
