/// The error of a report that cannot be read or written.
package enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a valid report, with the reason.
    case unreadable(String)
    /// A number cannot be represented in JSON.
    case unwritable(String)

    /// The problem and the remedy.
    package var description: String {
        switch self {
        case .unreadable(let reason): "this is not a snapshot report: \(reason); write it anew by running the suite"
        case .unwritable(let reason): "the report cannot be written as JSON: \(reason)"
        }
    }
}
