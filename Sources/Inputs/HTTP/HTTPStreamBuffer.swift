import Synchronization

/// Buffers a stream's chunks between curl's thread and the task that reads them.
final class HTTPStreamBuffer: Sendable {
    private struct State {
        var head: HTTPHead?
        var chunks: [[UInt8]] = []
        var byteCount = 0
        /// True if curl was paused because the buffer is full.
        var isPaused = false
        var ending: Result<Void, HTTPError>?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private enum Step {
        case chunk([UInt8], resumes: Bool)
        case ended(Result<Void, HTTPError>)
        case wait
    }

    private let state = Mutex(State())

    // Called on curl's thread

    /// Records the start of the response.
    func start(_ head: HTTPHead) {
        change { $0.head = head }
    }

    /// Appends a chunk; returns false if the buffer is full and curl must offer it again later.
    func offer(_ chunk: UnsafeRawBufferPointer) -> Bool {
        change { state in
            guard state.byteCount < HTTPStream.bufferLimit else {
                state.isPaused = true
                return false
            }
            state.chunks.append(Array(chunk))
            state.byteCount += chunk.count
            return true
        }
    }

    /// Records the end of the response.
    func end(_ ending: Result<Void, HTTPError>) {
        change { $0.ending = $0.ending ?? ending }
    }

    private func change<Outcome: Sendable>(_ body: (inout State) -> Outcome) -> Outcome {
        let (outcome, waiting) = state.withLock { state in
            let outcome = body(&state)
            defer { state.waiting = [] }
            return (outcome, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return outcome
    }

    // Called by the reader

    /// Waits for the head and returns it.
    func head(owner: HTTPStream.Guardian) async throws(HTTPError) -> HTTPHead {
        while true {
            let (head, ending) = state.withLock { ($0.head, $0.ending) }
            if let head { return head }
            if case .failure(let error) = ending { throw error }
            if ending != nil { throw .reset }
            await wait(owner) { $0.head != nil || $0.ending != nil }
        }
    }

    /// Waits for the next chunk and returns it; nil at the end.
    func next(owner: HTTPStream.Guardian) async throws(HTTPError) -> [UInt8]? {
        while true {
            if Task.isCancelled {
                owner.loop.cancel(owner.transfer)
                throw .cancelled
            }
            switch step() {
            case .chunk(let chunk, let resumes):
                if resumes { owner.loop.resume(owner.transfer) }
                return chunk
            case .ended(let ending):
                try ending.get()
                return nil
            case .wait:
                await wait(owner) { !$0.chunks.isEmpty || $0.ending != nil }
            }
        }
    }

    private func step() -> Step {
        state.withLock { state in
            guard !state.chunks.isEmpty else { return state.ending.map { .ended($0) } ?? .wait }
            let chunk = state.chunks.removeFirst()
            state.byteCount -= chunk.count
            let resumes = state.isPaused && state.byteCount < HTTPStream.bufferLimit / 2
            if resumes { state.isPaused = false }
            return .chunk(chunk, resumes: resumes)
        }
    }

    /// Waits for a change of the state, unless `isReady` already holds.
    ///
    /// Cancelling the task cancels the transfer, which is a change too.
    private func wait(_ owner: HTTPStream.Guardian, unless isReady: @Sendable (borrowing State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let proceeds = state.withLock { state in
                    let ready = isReady(state)
                    if !ready { state.waiting.append(continuation) }
                    return ready
                }
                if proceeds { continuation.resume() }
            }
        } onCancel: {
            owner.loop.cancel(owner.transfer)
        }
    }
}
