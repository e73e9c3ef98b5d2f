import Synchronization

/// An action that runs once, on first use.
final class MessageBeginning: Sendable {
    private let hasBegun = Mutex<Bool?>(nil)
    private let start: @Sendable () -> Bool

    init(_ start: @escaping @Sendable () -> Bool) {
        self.start = start
    }

    /// Runs the action on the first call; returns its result on every call.
    func begin() -> Bool {
        hasBegun.withLock { hasBegun in
            let answer = hasBegun ?? start()
            hasBegun = answer
            return answer
        }
    }
}
