/// The references that a run writes.
public enum RecordMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// None.
    case never
    /// Missing ones.
    case missing
    /// Missing ones, and those that differ.
    case changed
    /// All, except unchanged ones.
    case all
}
