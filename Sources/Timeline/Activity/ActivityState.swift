import FoundationEssentials

/// Where a live activity stands in its life, as ActivityKit names it.
///
/// A life only goes on, but for `stale`, from which an update leads back to `active`.
public enum ActivityState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Asked for, to begin later; not to be seen yet.
    case pending
    /// To be seen everywhere, and as it is.
    case active
    /// To be seen everywhere, but nobody has vouched for it for too long.
    case stale
    /// Gone from the Dynamic Island; its last content still stands on the lock screen.
    case ended
    /// Gone from everywhere, for good.
    case dismissed

    /// Whether it may still be updated, and stands in the Dynamic Island.
    public var isRunning: Bool { self == .active || self == .stale }
}

/// One step in the life of an activity.
public struct ActivityTransition: Hashable, Sendable, Codable {
    /// When the step is taken.
    public let date: Date
    /// Where it leads.
    public let state: ActivityState

    /// Makes the step that leads to `state` at `date`.
    public init(_ date: Date, _ state: ActivityState) {
        self.date = date
        self.state = state
    }
}

/// What became of something that an activity was asked to do.
public enum ActivityReply: String, Hashable, Sendable, Codable {
    /// It was done.
    case taken
    /// A later update had come before; nothing was done.
    case outdated
    /// The activity had ended already; nothing was done.
    case ended
    /// The activity was gone already; nothing was done.
    case dismissed
}
