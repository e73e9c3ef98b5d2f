import Foundation
import SubdialConcurrency

/// The changes of an activity in their order: first the present value, then each new one.
public struct _ActivityUpdates<Element>: AsyncSequence, Sendable {
    fileprivate struct Received: @unchecked Sendable {
        // Unchecked: the app gives the value away, and ActivityKit takes values that are not Sendable, too.
        let value: Element
    }

    private let makeStream: @Sendable () -> AsyncStream<Received>

    fileprivate init(_ makeStream: @escaping @Sendable () -> AsyncStream<Received>) { self.makeStream = makeStream }

    /// These values, and no further ones.
    init(only values: [Element]) {
        let received = values.map { Received(value: $0) }
        makeStream = {
            AsyncStream { continuation in
                for value in received { continuation.yield(value) }
                continuation.finish()
            }
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(stream: makeStream()) }

    /// The position in the changes.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let stream: AsyncStream<Received>

        /// Waits for the next value; nil after the end of the activity.
        public func next() async -> Element? {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()?.value
        }
    }
}

/// Sends values to each iterator of a sequence.
final class ActivityBroadcast<Element>: Sendable {
    private typealias Received = _ActivityUpdates<Element>.Received

    private struct Listeners {
        var present: [Received] = []
        var isFinished = false
        var continuations: [Int: AsyncStream<Received>.Continuation] = [:]
        var nextNumber = 0
    }

    private let listeners = EffectLock(Listeners())
    /// True if a new iterator receives all values so far, and not only the last.
    private let replaysAll: Bool

    init(replaysAll: Bool = false) { self.replaysAll = replaysAll }

    func send(_ value: Element) {
        let received = Received(value: value)
        listeners.change { listeners, effects in
            if !replaysAll { listeners.present = [] }
            listeners.present.append(received)
            for continuation in listeners.continuations.values { effects.add { continuation.yield(received) } }
        }
    }

    /// Ends the sequence for all iterators, after what was sent.
    func finish() {
        listeners.change { listeners, effects in
            listeners.isFinished = true
            for continuation in listeners.continuations.values { effects.add { continuation.finish() } }
            listeners.continuations = [:]
        }
    }

    /// Removes values for which a test is true from those that a new iterator receives.
    func forget(where test: (Element) -> Bool) {
        listeners.withLock { $0.present.removeAll { test($0.value) } }
    }

    var updates: _ActivityUpdates<Element> {
        _ActivityUpdates { [self] in
            let (stream, continuation) = AsyncStream.makeStream(of: Received.self)
            let number = listeners.change { listeners, effects in
                for value in listeners.present { effects.add { continuation.yield(value) } }
                guard !listeners.isFinished else {
                    effects.add { continuation.finish() }
                    return -1
                }
                listeners.nextNumber += 1
                listeners.continuations[listeners.nextNumber] = continuation
                return listeners.nextNumber
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
            }
            return stream
        }
    }
}
