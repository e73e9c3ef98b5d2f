import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import SubdialTimeline

/// The updates of one room, and the events of its live activity.
enum Den {
    /// An update of the den and its time.
    typealias Heard = (seconds: Double, entry: NowPlaying?)

    /// Returns the events of the updates and of the following day, each as `seconds kind (reason)`.
    static func events(_ heard: [Heard], timing: ActivityTiming = ActivityTiming()) throws -> [String] {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"), timing: timing)
        var events: [ActivityEvent] = []
        for (seconds, entry) in heard { events += try lifecycle.apply(entry, at: at(seconds)) }
        events += lifecycle.advance(to: at(48 * hour))
        return events.map(text)
    }

    static func text(_ event: ActivityEvent) -> String {
        "\(Int(saturating: event.date.timeIntervalSince(start))) \(event.kind.rawValue)\(event.reason.map { " (\($0.rawValue))" } ?? "")"
    }

    static func play(_ title: String = "A", at seconds: Double, position: Double? = nil) -> Heard {
        (seconds, .of(title, at: seconds, position: position))
    }
    static func heard(
        _ status: PlaybackStatus, _ title: String? = "A", at seconds: Double, _ freshness: Freshness = .live
    ) -> Heard {
        (seconds, .of(title, status, at: seconds, freshness: freshness))
    }
}
