import FoundationEssentials
import SubdialTimeline

/// An event in the live activity of a zone.
public struct ActivityEvent: Hashable, Sendable, Codable {
    /// The kind of event.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case requested
        /// The visible content has changed.
        case updated
        /// The visible content is unchanged, but its stale date was extended.
        case refreshed
        /// The track has changed; the Dynamic Island is expanded for a while.
        case alerted
        case stale, ended, dismissed
    }

    /// The reason why an activity ended or was dismissed.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Playback stopped.
        case stopped
        /// The zone was idle, or nothing was received from it, for too long.
        case idle
        /// The activity reached its limit of eight hours.
        case timeLimit = "time-limit"
        /// Its time on the lock screen is over.
        case policy
        /// The zone has a new activity.
        case replaced
        /// The user dismissed it.
        case user
    }

    /// The date of the event, which may be long before its detection.
    public let date: Date
    /// The ID of the activity.
    public let id: ActivityID
    /// The kind of event.
    public let kind: Kind
    /// The reason; nil for all kinds but `ended` and `dismissed`.
    public let reason: Reason?

    /// Creates an event.
    public init(_ date: Date, _ id: ActivityID, _ kind: Kind, _ reason: Reason? = nil) {
        self.date = date
        self.id = id
        self.kind = kind
        self.reason = reason
    }
}

extension ActivityEvent: CustomStringConvertible {
    /// The event on one line: `2026-01-08T20:15:04Z ended (idle) roon:1601bb42@2026-01-08T19:58:00Z`.
    public var description: String {
        "\(date.iso8601) \(kind.rawValue)\(reason.map { " (\($0.rawValue))" } ?? "") \(id)"
    }
}
