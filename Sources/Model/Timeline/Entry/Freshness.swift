/// The freshness of an entry's content.
public enum Freshness: String, Hashable, Sendable, CaseIterable {
    case live
    /// The source no longer responds, or its data are too old.
    case stale
    /// The source is unreachable, and no recent data are available.
    case offline
    /// The source responds, but the subject no longer exists.
    case missing = "zone-missing"
}
