/// What became of a case.
public enum SnapshotStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// It looks otherwise than it should.
    case failed
    /// It could not be drawn or compared.
    case error
    /// There is no reference, and none was written.
    case missing
    /// There was no reference, and one was written.
    case new
    /// It looks otherwise, and the reference was written anew.
    case updated
    /// There is a reference that belongs to no case.
    case obsolete
    /// It looks as it should.
    case passed

    /// Whether a run with such a case has failed.
    public var isFailure: Bool { self == .failed || self == .error || self == .missing }
}
