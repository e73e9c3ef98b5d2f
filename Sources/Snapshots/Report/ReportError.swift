/// Why a report cannot be read or written.
public enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Text that is no report, and what is wrong with it.
    case unreadable(String)
    /// A number that JSON cannot hold.
    case unwritable(String)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .unreadable(let reason): "this is not a snapshot report: \(reason); write it anew by running the suite"
        case .unwritable(let reason): "the report cannot be written as JSON: \(reason)"
        }
    }
}
