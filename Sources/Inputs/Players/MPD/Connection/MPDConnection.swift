import Glibc
import SubdialSystem
import Synchronization

/// A connection that is opened on demand and a dedicated thread that runs jobs over it, one after another.
final class MPDConnection: Sendable {
    private let worker: MPDWorker

    init(to address: MPDAddress, limits: MPDLimits) {
        worker = MPDWorker(address: address, limits: limits)
    }

    deinit { worker.close() }

    /// Runs `body` on the connection's thread with an open session.
    ///
    /// When the calling task is cancelled, the call returns immediately; if its job was running, the connection is closed.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (MPDSession) throws(MPDError) -> Value
    ) async throws(MPDError) -> Value {
        let id = worker.newID()
        let outcome: Result<Value, MPDError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                worker.add(
                    MPDWorker.Job(id: id) { session in
                        do throws(MPDError) {
                            let value = try body(try session.get())
                            continuation.resume(returning: .success(value))
                            return true
                        } catch {
                            continuation.resume(returning: .failure(error))
                            return !error.breaksConnection
                        }
                    })
                // A task cancelled before this point called `onCancel` before the job existed.
                if Task.isCancelled { worker.cancel(id) }
            }
        } onCancel: {
            worker.cancel(id)
        }
        return try outcome.get()
    }

    /// Closes the connection; running and later jobs fail with `cancelled`.
    func close() { worker.close() }
}

/// The thread of a connection and its job queue.
///
/// The thread ends after it was idle for `MPDLimits.lingering`. The next job starts a new one.
final class MPDWorker: Sendable {
    struct Job: Sendable {
        let id: Int
        /// Runs the job, with a session or with the reason why there is none; returns false if the connection is no longer usable.
        let run: @Sendable (Result<MPDSession, MPDError>) -> Bool
    }

    private struct State {
        var lastID = 0
        var queue: [Job] = []
        var current: Int?
        var isInterrupted = false
        var hasThread = false
        var isClosed = false
    }

    private let address: MPDAddress
    private let limits: MPDLimits
    /// nil if the process has no descriptors left; there is no thread then.
    private let wakeUp = try? WakeUp()
    private let state = Mutex(State())

    init(address: MPDAddress, limits: MPDLimits) {
        self.address = address
        self.limits = limits
    }

    fileprivate func newID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    func add(_ job: Job) {
        guard wakeUp != nil else {
            _ = job.run(.failure(.cannotConnect("the system gives no more descriptors")))
            return
        }
        let (isClosed, needsThread) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.queue.append(job)
            defer { state.hasThread = true }
            return (false, !state.hasThread)
        }
        if isClosed {
            _ = job.run(.failure(.cancelled))
        } else if !needsThread {
            wakeUp?.wake()
        } else if !WorkThread.detach({ self.run() }) {
            state.withLock { $0.hasThread = false }
            failAll(with: .cannotConnect("the system gives no more threads"))
        }
    }

    /// Removes a queued job, or interrupts the job that is running.
    fileprivate func cancel(_ id: Int) {
        let waiting = state.withLock { state -> Job? in
            if state.current == id { state.isInterrupted = true }
            return state.queue.firstIndex { $0.id == id }.map { state.queue.remove(at: $0) }
        }
        if let waiting { _ = waiting.run(.failure(.cancelled)) } else { wakeUp?.wake() }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.isInterrupted = true
        }
        failAll(with: .cancelled)
        wakeUp?.wake()
    }

    private func failAll(with error: MPDError) {
        let jobs = state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
        for job in jobs { _ = job.run(.failure(error)) }
    }

    private func run() {
        guard let wakeUp else { return }
        let waiting = MPDWaiting(wakeUp: wakeUp) { self.state.withLock { $0.isInterrupted } }
        var session: MPDSession?
        while let job = nextJob(with: &session) {
            // Daemons close idle connections, and all connections when they restart.
            if session?.isOver == true { session = nil }
            var isUsable = true
            if let session {
                isUsable = job.run(.success(session))
            } else {
                do throws(MPDError) {
                    let opened = try MPDSession(with: address, serial: newID(), limits: limits, waiting)
                    session = opened
                    isUsable = job.run(.success(opened))
                } catch {
                    _ = job.run(.failure(error))
                }
            }
            if !isUsable { session = nil }
        }
    }

    /// Waits for a job; returns nil if the thread should end.
    private func nextJob(with session: inout MPDSession?) -> Job? {
        let end = ContinuousClock.now + limits.lingering
        while true {
            let isLate = session == nil || .now >= end
            let (job, isDone) = state.withLock { state -> (Job?, Bool) in
                state.current = nil
                if state.queue.isEmpty || state.isClosed {
                    let isDone = isLate || state.isClosed
                    if isDone { state.hasThread = false }
                    return (nil, isDone)
                }
                let job = state.queue.removeFirst()
                (state.current, state.isInterrupted) = (job.id, false)
                return (job, false)
            }
            if isDone || job != nil { return job }
            var descriptors = [
                pollfd(fd: wakeUp?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: session?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&descriptors, 2, MPDWaiting.milliseconds(until: end))
            if descriptors[0].revents != 0 { wakeUp?.drain() }
            if descriptors[1].revents != 0 { session = nil }
        }
    }
}
