import FoundationEssentials
import Timeline

/// Something that happened to the live activity of a zone.
public struct ActivityEvent: Hashable, Sendable, Codable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case requested
        /// What can be seen has changed.
        case updated
        /// What can be seen is the same, but counts as fresh for longer, or again.
        case refreshed
        /// Another track: the Dynamic Island shows it expanded for a while.
        case alerted
        case stale, ended, dismissed
    }

    /// Why an activity ended or went.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Playback stopped.
        case stopped
        /// Nothing has been heard of the zone, or from it, for too long.
        case idle
        /// It was eight hours old.
        case timeLimit = "time-limit"
        /// Its time on the lock screen was over.
        case policy
        /// The zone has another one now.
        case replaced
        /// Someone wiped it away.
        case user
    }

    /// When it happened, which may be long before it was noticed.
    public let date: Date
    /// The activity it happened to.
    public let id: ActivityID
    /// What happened.
    public let kind: Kind
    /// Why; nil for all but `ended` and `dismissed`.
    public let reason: Reason?

    /// Makes the event of that kind.
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
