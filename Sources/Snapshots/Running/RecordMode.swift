/// Which references a run writes.
public enum RecordMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// None.
    case never
    /// Those that are not there.
    case missing
    /// Those that are not there, and those that look otherwise.
    case changed
    /// Every one, but none that is what it was.
    case all
}
