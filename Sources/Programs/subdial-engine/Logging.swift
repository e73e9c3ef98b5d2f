import FoundationEssentials
import Glibc
import Logging
import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialPlayback
import SubdialSnapshots
import SubdialSystem
import Synchronization

/// A log handler that removes control characters from messages and metadata, which may come from sources, and filters by ``LogLevels``.
struct CleanLogHandler: LogHandler {
    private var handler: any LogHandler

    init(_ handler: any LogHandler) {
        self.handler = handler
        self.handler.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { LogLevels.shared.level }
        set { LogLevels.shared.set(newValue) }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.withoutControls)"
        event.metadata = event.metadata?.mapValues { "\($0.description.withoutControls)" }
        handler.log(event: event)
    }
}

/// A log handler for the work for a front: it forwards to the engine's log, and writes to the front's stderr according to the front's
/// level.
///
/// Levels change during use, which a `MultiplexLogHandler` would not notice.
struct FrontLogHandler: LogHandler {
    private let session: FrontSession
    private var engine: any LogHandler

    init(_ session: FrontSession, engine: any LogHandler) {
        self.session = session
        self.engine = engine
    }

    var logLevel: Logger.Level {
        get { min(engine.logLevel, LogLevels.shared.level(of: session) ?? .critical) }
        set { LogLevels.shared.set(newValue, of: session) }
    }

    var metadata: Logger.Metadata {
        get { engine.metadata }
        set { engine.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { engine[metadataKey: key] }
        set { engine[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        if event.level >= engine.logLevel { engine.log(event: event) }
        guard let level = LogLevels.shared.level(of: session), event.level >= level else { return }
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let line = ([event.level.rawValue + ":", event.message.description] + details.map { "\($0.key)=\($0.value)" }).joined(
            separator: " ")
        session.write(stderr: "subdial: \(line.withoutControls)\n")
    }
}

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
    fileprivate var level: Logger.Level { state.withLock { min($0.own, $0.fronts.values.min() ?? .critical) } }

    /// Sets the process's own level.
    func set(_ level: Logger.Level) { state.withLock { $0.own = level } }

    /// Sets the level that a front requests; nil after it is detached.
    func set(_ level: Logger.Level?, of front: FrontSession) {
        state.withLock { $0.fronts[ObjectIdentifier(front)] = level }
    }

    /// The level that a front requests; nil if it requests none.
    fileprivate func level(of front: FrontSession) -> Logger.Level? { state.withLock { $0.fronts[ObjectIdentifier(front)] } }
}
