import FoundationEssentials
import Timeline

/// The content of a live activity for a while: the state, until when it can be trusted, and how much it matters.
public struct ActivityContent: Hashable, Sendable, Codable {
    /// What is shown.
    public let state: ActivityContentState
    /// The moment from which the state counts as stale; nil where it never does.
    public let staleDate: Date?
    /// How much it matters beside other activities: the highest gets the Dynamic Island and stands first on the lock screen.
    public let relevanceScore: Double

    /// Makes a content; a score that is not a number is 0.
    public init(state: ActivityContentState, staleDate: Date? = nil, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore.isFinite ? relevanceScore : 0
    }
}
