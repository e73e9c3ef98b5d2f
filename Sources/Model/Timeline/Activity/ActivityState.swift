import FoundationEssentials

/// The state of a live activity, as ActivityKit names it.
///
/// States only advance, except that an update changes `stale` back to `active`.
public enum ActivityState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Requested with a start date in the future; not visible yet.
    case pending
    /// Visible and up to date.
    case active
    /// Visible but outdated: the stale date has passed without an update.
    case stale
    /// Removed from the Dynamic Island; the final content is still on the lock screen.
    case ended
    /// Removed everywhere, permanently.
    case dismissed

    /// True while it accepts updates and is visible in the Dynamic Island.
    public var isRunning: Bool { self == .active || self == .stale }
}

/// A change of an activity's state.
public struct ActivityTransition: Hashable, Sendable, Codable {
    /// The time of the change.
    public let date: Date
    /// The new state.
    public let state: ActivityState

    /// Creates a change to `state` at `date`.
    public init(_ date: Date, _ state: ActivityState) {
        self.date = date
        self.state = state
    }
}

/// The result of a request to an activity.
public enum ActivityReply: String, Hashable, Sendable, Codable {
    /// The request was applied.
    case taken
    /// A later update had been applied already; the request was ignored.
    case outdated
    /// The activity had ended already; the request was ignored.
    case ended
    /// The activity had been dismissed already; the request was ignored.
    case dismissed
}

extension ActivityState {
    /// The state of an activity that shows a single entry, of whose life nothing else is known.
    ///
    /// - Parameter isActive: True if the condition of the entry's kind is met; nil for the playback, which is active while a track is loaded.
    package init(of entry: Entry, isActive: Bool?) {
        self = entry.freshness == .live ? (isActive ?? (entry.cover != nil) ? .active : .ended) : .stale
    }
}
