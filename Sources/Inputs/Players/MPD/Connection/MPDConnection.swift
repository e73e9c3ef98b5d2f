import SubdialSockets
import Synchronization

/// A connection that is opened on demand, and that one caller uses at a time; it is closed when it is released.
final class MPDConnection: Sendable {
    private struct State {
        /// The open session; nil while there is none.
        var session: MPDSession?
        var lastSerial = 0
    }

    private let address: MPDAddress
    private let limits: MPDLimits
    private let turns = MPDTurns()
    private let state = Mutex(State())

    init(to address: MPDAddress, limits: MPDLimits) {
        self.address = address
        self.limits = limits
    }

    /// Calls `body` with an open session, after the earlier calls.
    ///
    /// When the calling task is cancelled, the call returns immediately; if `body` was running, the session is closed.
    ///
    /// - Parameter onlyReads: True for a body that changes nothing. It is called again with a new session if the daemon has closed an idle one
    ///   while the first command was on its way.
    func run<Value: Sendable>(
        onlyReads: Bool = false, _ body: (MPDSession) async throws(MPDError) -> Value
    ) async throws(MPDError) -> Value {
        guard await turns.begin() else { throw .cancelled }
        defer { turns.end() }
        let known = state.withLock { $0.session?.serial }
        let session = try await session()
        do throws(MPDError) {
            return try await run(body, over: session)
        } catch {
            guard onlyReads, session.serial == known, case .closed = error else { throw error }
            return try await run(body, over: try await self.session())
        }
    }

    private func run<Value: Sendable>(
        _ body: (MPDSession) async throws(MPDError) -> Value, over session: MPDSession
    ) async throws(MPDError) -> Value {
        do throws(MPDError) {
            let value = try await body(session)
            session.rest(for: limits.lingering)
            return value
        } catch {
            if error.breaksConnection {
                session.close()
                state.withLock { $0.session = nil }
            } else {
                session.rest(for: limits.lingering)
            }
            throw error
        }
    }

    private func session() async throws(MPDError) -> MPDSession {
        // Daemons close idle connections, and all connections when they restart.
        if let session = state.withLock({ $0.session }), await session.resume() { return session }
        let serial = state.withLock { state in
            state.session = nil
            state.lastSerial += 1
            return state.lastSerial
        }
        let session = try await MPDSession(with: address, serial: serial, limits: limits)
        state.withLock { $0.session = session }
        return session
    }
}

/// The order of callers, of which one has its turn at a time.
private final class MPDTurns: Sendable {
    private struct Caller {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isTaken = false
        var waiting: [Caller] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Waits until the earlier callers have ended their turns; returns false if the task is cancelled before.
    func begin() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    // A task that was cancelled before this point has found no caller to remove.
                    if Task.isCancelled { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiting.append(Caller(number: number, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let caller = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            caller?.continuation.resume(returning: false)
        }
    }

    /// Ends the turn, and begins that of the next caller.
    func end() {
        let next = state.withLock { state -> Caller? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
