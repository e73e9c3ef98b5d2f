import Synchronization

/// Sends a changing value to any number of listeners.
///
/// Each listener receives the newest value immediately, and may miss values in between.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextListener = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value { state.withLock { $0.value } }

    /// Changes the value, and sends it to all listeners.
    func send(_ value: Value) {
        state.withLock { state in
            state.value = value
            for listener in state.listeners.values { listener.yield(value) }
        }
    }

    /// A stream of the current value and each later one.
    func values() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            state.listeners[number] = continuation
            continuation.yield(state.value)
            return number
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
