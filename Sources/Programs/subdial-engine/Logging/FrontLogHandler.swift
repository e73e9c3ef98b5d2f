import Logging
import SubdialBasics
import SubdialEngine
import SubdialPlayback

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
