import FoundationEssentials
import SubdialTimeline

/// The content of a live activity: the state, its stale date and its relevance.
public struct ActivityContent: Hashable, Sendable, Codable {
    /// The displayed state.
    public let state: ActivityContentState
    /// The time from which the state is stale; nil for never.
    public let staleDate: Date?
    /// The relevance score; the activity with the highest one has the Dynamic Island and the top of the lock screen.
    public let relevanceScore: Double

    /// Creates a content; a score that is not a finite number becomes 0.
    public init(state: ActivityContentState, staleDate: Date? = nil, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore.isFinite ? relevanceScore : 0
    }
}
