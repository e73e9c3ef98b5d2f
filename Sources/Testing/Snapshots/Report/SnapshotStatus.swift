/// The status of a case.
package enum SnapshotStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// It differs from its reference.
    case failed
    /// It could not be drawn or compared.
    case error
    /// It has no reference, and none was written.
    case missing
    /// It had no reference, and one was written.
    case new
    /// It differs, and its reference was overwritten.
    case updated
    /// A reference without a case.
    case obsolete
    /// It matches its reference.
    case passed

    /// True if a case with this status makes the run fail.
    package var isFailure: Bool { self == .failed || self == .error || self == .missing }
}
