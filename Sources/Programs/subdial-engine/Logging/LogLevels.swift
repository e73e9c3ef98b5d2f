import Logging
import SubdialEngine
import Synchronization

/// The log level of this process: its own, or a more verbose one while a front is attached that requests it.
final class LogLevels: Sendable {
    /// The shared levels of this process.
    static let shared = LogLevels()

    private struct State {
        var own = Logger.Level.error
        var fronts: [ObjectIdentifier: Logger.Level] = [:]
    }

    private let state = Mutex(State())

    /// The effective level.
    var level: Logger.Level { state.withLock { min($0.own, $0.fronts.values.min() ?? .critical) } }

    /// Sets the process's own level.
    func set(_ level: Logger.Level) { state.withLock { $0.own = level } }

    /// Sets the level that a front requests; nil after it is detached.
    func set(_ level: Logger.Level?, of front: FrontSession) {
        state.withLock { $0.fronts[ObjectIdentifier(front)] = level }
    }

    /// The level that a front requests; nil if it requests none.
    func level(of front: FrontSession) -> Logger.Level? { state.withLock { $0.fronts[ObjectIdentifier(front)] } }
}
