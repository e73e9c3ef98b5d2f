import Synchronization

/// Sends a changing value to any number of listeners.
///
/// Each listener receives the newest value immediately, and may miss values in between.
package final class Broadcast<Value: Sendable>: Sendable {
    private let current: Mutex<Value>
    private let listeners = Listeners<Value>()

    /// Makes a broadcast with its first value.
    package init(_ value: Value) {
        current = Mutex(value)
    }

    /// The newest value.
    package var value: Value { current.withLock { $0 } }

    /// Changes the value, and sends it to all listeners.
    package func send(_ value: Value) {
        // Within the lock, so that each listener receives the values in their order.
        current.withLock { current in
            current = value
            listeners.send(value)
        }
    }

    /// Ends the streams of all listeners; those of later ones end after the newest value.
    package func finish() { listeners.finish() }

    /// A stream of the current value and each later one.
    package func values() -> AsyncStream<Value> {
        // Within the lock, so that no value is missed in between.
        current.withLock { listeners.stream(first: $0) }
    }
}
