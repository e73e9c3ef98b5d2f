import Glibc
import SubdialEngineWire
import SubdialSystem
import Synchronization

/// The state that the threads and tasks of a server share.
final class ServerControl: Sendable {
    private struct State {
        var end: EngineEnd?
        var idleEnd = IdleEnd()
        var stopper: ObjectIdentifier?
        var sessions: [FrontSession] = []
    }

    let wakeUp: WakeUp
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    init() throws(EngineServerError) {
        do {
            wakeUp = try WakeUp()
        } catch {
            throw .noDescriptors(code: error.code)
        }
    }

    func attach(_ session: FrontSession) {
        state.withLock { state in
            state.sessions.append(session)
            CrashNote.setRequests(serving: state.sessions.map(\.request.arguments))
        }
    }

    func detach(_ session: FrontSession) {
        state.withLock { state in
            state.sessions.removeAll { $0 === session }
            if state.stopper == ObjectIdentifier(session) { state.end = .stopped }
            CrashNote.setRequests(serving: state.sessions.map(\.request.arguments))
        }
    }

    /// True if no attached front keeps the engine running.
    var isIdle: Bool {
        state.withLock { IdleEnd.isIdle($0.sessions) }
    }

    var status: EngineStatus {
        let now = ContinuousClock.now
        let sessions = state.withLock { $0.sessions }
        return EngineStatus(
            processID: getpid(),
            uptimeSeconds: (now - started).inSeconds,
            fronts: sessions.filter { !$0.isObserver }.map { session in
                EngineStatus.Front(
                    arguments: session.request.arguments,
                    workingFolder: session.request.workingFolder,
                    processID: session.processID,
                    attachedSeconds: (now - session.attached).inSeconds
                )
            }
        )
    }

    /// The reason for which the server must end now; nil if it continues.
    func end(inPeriod period: Int) -> EngineEnd? {
        state.withLock { state in
            if let end = state.end { return end }
            return state.idleEnd.isDue(inPeriod: period, state.sessions) ? .idle : nil
        }
    }

    func stop(_ end: EngineEnd = .stopped) {
        state.withLock { $0.end = $0.end ?? end }
        wakeUp.wake()
    }

    func stop(after session: FrontSession) {
        state.withLock { $0.stopper = ObjectIdentifier(session) }
    }

    func expire(period: Int) {
        state.withLock { $0.idleEnd.expire(period: period) }
        wakeUp.wake()
    }
}

/// The rule by which an engine that nobody needs ends: no front was attached for the whole idle timeout.
///
/// ``EngineServer`` waits for the timeout, and ``ServerControl/end(inPeriod:)`` applies the rule. Idle periods have numbers, so that a timeout
/// that expires late does not end a later period.
struct IdleEnd {
    private var expiredPeriod: Int?

    /// True if no attached front keeps the engine running.
    ///
    /// Observers, such as `subdial engine status`, do not.
    fileprivate static func isIdle(_ sessions: [FrontSession]) -> Bool { sessions.allSatisfy(\.isObserver) }

    /// Records that the timeout has expired in an idle period.
    fileprivate mutating func expire(period: Int) { expiredPeriod = period }

    /// True if the engine must end in this period.
    fileprivate func isDue(inPeriod period: Int, _ sessions: [FrontSession]) -> Bool { expiredPeriod == period && Self.isIdle(sessions) }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
