import Logging
import SubdialBasics
import SubdialPlayback

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
