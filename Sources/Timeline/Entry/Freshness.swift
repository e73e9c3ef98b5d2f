/// How far what an entry shows can be trusted.
public enum Freshness: String, Hashable, Sendable, CaseIterable {
    case live
    /// The source answers no longer, or its data are older than they may be.
    case stale
    /// The source could not be reached, and nothing is known from before, or not for long.
    case offline
    /// The source answers, but the subject is gone.
    case missing = "zone-missing"
}
