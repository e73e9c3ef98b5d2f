import Logging
import Playback

/// A log handler that leaves the controls out of messages and metadata: both tell what sources say.
struct CleanLogHandler: LogHandler {
    private var handler: any LogHandler

    init(_ handler: any LogHandler) { self.handler = handler }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
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
