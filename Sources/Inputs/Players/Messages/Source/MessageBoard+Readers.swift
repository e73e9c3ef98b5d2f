import FoundationEssentials
import SubdialPlayback

extension MessageBoard {
    /// A caller that waits for a request to complete.
    struct Waiter {
        let question: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    /// A subscriber to pushed readings.
    struct Reader {
        /// The name of the zone, as ``MessageFileAddress/name(of:)`` returns it.
        let name: String?
        let continuation: AsyncStream<Reading>.Continuation
    }

    /// Returns when the request is completed, the task is cancelled or the board is closed.
    func answer(to question: Int) async {
        let key = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed || state.answered >= question || Task.isCancelled { return true }
                    state.waiters[key] = Waiter(question: question, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    /// Readings of a zone from now on; the first one follows when all available data has been read.
    ///
    /// The stream ends with the source, and with the end of standard input.
    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            guard let name = address.name(of: zone) else { return continuation.finish() }
            let key = UUID()
            let isOver = state.withLock { state in
                guard !state.isClosed else { return true }
                if state.condition != nil { continuation.yield(reading(of: name, in: state, authority: .push)) }
                guard state.condition != .ended else { return true }
                state.readers[key] = Reader(name: name, continuation: continuation)
                return false
            }
            guard !isOver else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.readers.removeValue(forKey: key) }
            }
        }
    }

    /// Notifies the subscribers of zones that have changed, once the initially available data has been read.
    func tell() {
        state.withLock { state in
            guard state.condition != nil else { return }
            state.changed.formUnion(state.zones.takeEnded(by: MessageClock.now))
            guard !state.changed.isEmpty else { return }
            for reader in state.readers.values
            where state.changed.contains(reader.name) || state.changed.contains(state.zones.subject(of: reader.name)) {
                // Within the lock, so that no reading overtakes a newer one.
                reader.continuation.yield(reading(of: reader.name, in: state, authority: .push))
            }
            state.changed.removeAll()
        }
    }

    /// The time at which subscribers must be notified even without a message.
    var alarm: Date? { state.withLock { $0.readers.isEmpty ? nil : $0.zones.nextEnd } }

    /// Ends all streams.
    func finishReaders() {
        let readers = state.withLock { state in
            defer { state.readers.removeAll() }
            return Array(state.readers.values)
        }
        for reader in readers { reader.continuation.finish() }
    }

    /// Completes all waiting requests and ends all streams.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.continuation.resume() }
        finishReaders()
    }
}
