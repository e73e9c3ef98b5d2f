import SubdialTimeline

/// The relevance scores of the activities of zones.
///
/// Playing ranks above paused, and paused above stale. Nothing else counts: two playing zones have the same score, and the one whose
/// activity began first keeps the island, so that a new track in one room never takes it from another.
public enum ActivityRelevance {
    /// The score of a playing zone.
    public static let playing = 100.0
    /// The score of a zone that is paused or has just stopped.
    public static let paused = 50.0
    /// The score of a zone whose source does not respond.
    public static let stale = 25.0
    /// The score of an ended activity.
    public static let ended = 0.0

    /// The score of a running activity that shows `state`.
    public static func score(of state: ActivityContentState, isStale: Bool) -> Double {
        isStale ? stale : state.isPlaying ? playing : paused
    }
}

extension Activity {
    /// The effective score: that of the content, limited by the state of the activity.
    ///
    /// The sender of the content cannot lower its score after a disconnection, which is what makes an activity stale.
    public var relevance: Double {
        switch state {
        case .pending, .active: content.relevanceScore
        case .stale: min(content.relevanceScore, ActivityRelevance.stale)
        case .ended, .dismissed: min(content.relevanceScore, ActivityRelevance.ended)
        }
    }
}
