/// Sends a changing value to any number of listeners.
///
/// Each listener receives the newest value immediately, and may miss values in between.
package final class Broadcast<Value: Sendable>: Sendable {
    private let current: EffectLock<Value>
    private let listeners = Listeners<Value>()

    /// Makes a broadcast with its first value.
    package init(_ value: Value) {
        current = EffectLock(value)
    }

    /// The newest value.
    package var value: Value { current.withLock { $0 } }

    /// Changes the value, and sends it to all listeners.
    package func send(_ value: Value) {
        current.change { current, effects in
            current = value
            effects.add { [listeners] in listeners.send(value) }
        }
    }

    /// Ends the streams of all listeners; those of later ones end after the newest value.
    package func finish() { current.change { $1.add { [listeners] in listeners.finish() } } }

    /// A stream of the current value and each later one.
    package func values() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        current.change { value, effects in
            effects.add { [listeners, value] in
                continuation.yield(value)
                _ = listeners.add(continuation)
            }
        }
        return stream
    }
}
