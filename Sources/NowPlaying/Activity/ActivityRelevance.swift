import Timeline

/// How much the activities of zones matter beside each other.
///
/// What plays comes before what is paused, and that before what nobody vouches for. Nothing else counts: two zones that play have the same
/// score, and the one whose activity began first keeps the island, so that a new track in one room never takes it from another.
public enum ActivityRelevance {
    /// The zone plays.
    public static let playing = 100.0
    /// The zone is paused, or has just stopped.
    public static let paused = 50.0
    /// The zone's source does not answer.
    public static let stale = 25.0
    /// The activity has ended.
    public static let ended = 0.0

    /// The score of a running activity that shows `state`.
    public static func score(of state: ActivityContentState, isStale: Bool) -> Double {
        isStale ? stale : state.isPlaying ? playing : paused
    }
}

extension Activity {
    /// The score that counts beside other activities: that of its content, but no more than its own state is worth.
    ///
    /// Whoever gave the content cannot lower the score when they are gone, and that is just what makes an activity stale.
    public var relevance: Double {
        switch state {
        case .pending, .active: content.relevanceScore
        case .stale: min(content.relevanceScore, ActivityRelevance.stale)
        case .ended, .dismissed: min(content.relevanceScore, ActivityRelevance.ended)
        }
    }
}
