import Synchronization

/// A state behind a lock, and the effects of its changes, which run after the lock is released and in the order of the changes.
///
/// Resuming or cancelling a task takes the lock of the task, and the cancellation of a task calls handlers that take the locks of their objects:
/// the two together under a lock are a deadlock. So nothing is resumed, cancelled, or called that others have passed, while a lock is held.
/// A change adds such a thing as an effect. Where no order matters, a `Mutex` that returns what is to be resumed suffices; `Scripts/lint`
/// refuses both in the closure of a `Mutex`.
package final class EffectLock<State>: @unchecked Sendable {
    /// The effects of one change.
    package struct Effects {
        fileprivate var all: [@Sendable () -> Void] = []

        /// Adds what is to be done after the lock is released.
        package mutating func add(_ effect: @escaping @Sendable () -> Void) { all.append(effect) }
    }

    private let lock = Mutex(())
    // The following are accessed only while `lock` is held.
    private var state: State
    private var waiting: [@Sendable () -> Void] = []
    private var isRunning = false

    /// Makes a lock with the first state.
    package init(_ state: sending State) { self.state = state }

    /// Changes the state, and runs the effects of this change after those of earlier ones.
    ///
    /// If another thread, or a caller further up, runs effects at the time, that one also runs those of this change.
    package func change<Result>(_ body: (inout State, inout Effects) -> Result) -> Result {
        let (result, runs) = lock.withLock { _ in
            var effects = Effects()
            let result = body(&state, &effects)
            waiting += effects.all
            let runs = !isRunning && !waiting.isEmpty
            if runs { isRunning = true }
            return (result, runs)
        }
        if runs { run() }
        return result
    }

    /// Reads the state, or changes it without effects.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { _ in body(&state) } }

    private func run() {
        while let effects = next() {
            for effect in effects { effect() }
        }
    }

    private func next() -> [@Sendable () -> Void]? {
        lock.withLock { _ in
            defer { waiting = [] }
            isRunning = !waiting.isEmpty
            return isRunning ? waiting : nil
        }
    }
}
