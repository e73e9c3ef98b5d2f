import Engine
import Logging
import Synchronization

/// The level from which on this process logs: its own, or for as long as a front is attached that asks for more the level of that one.
final class LogLevels: Sendable {
    /// The levels of this process.
    static let shared = LogLevels()

    private struct State {
        var own = Logger.Level.error
        var fronts: [ObjectIdentifier: Logger.Level] = [:]
    }

    private let state = Mutex(State())

    /// The level that counts now.
    var level: Logger.Level { state.withLock { min($0.own, $0.fronts.values.min() ?? .critical) } }

    /// Sets the process's own level.
    func set(_ level: Logger.Level) { state.withLock { $0.own = level } }

    /// Sets the level that a front asks for; nil once it is gone.
    func set(_ level: Logger.Level?, of front: FrontSession) {
        state.withLock { $0.fronts[ObjectIdentifier(front)] = level }
    }

    /// The level that a front asks for; nil where it asks for none.
    func level(of front: FrontSession) -> Logger.Level? { state.withLock { $0.fronts[ObjectIdentifier(front)] } }
}
