/// Why snapshots cannot be taken or compared at all; that one of them differs is no error.
public enum SnapshotError: Error, Hashable, Sendable {
    /// A file that was named is not there.
    case missing(path: String, what: String)
    /// The suite file says something that cannot be.
    case suite(path: String, reason: String)
    /// Pictures that the entry names cannot be used.
    case pictures([String])
    /// The fonts of here are not those of a lock.
    case fonts(path: String, [String])
    /// A report of an earlier run cannot be used.
    case report(path: String, reason: String)
    /// There is no such snapshot.
    case unknownID(String, hint: String)
}

extension SnapshotError: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .missing(let path, let what): "\(path): there is no such \(what)"
        case .suite(let path, let reason), .report(let path, let reason): "\(path): \(reason)"
        case .pictures(let reasons): reasons.joined(separator: "; ")
        case .fonts(let path, let reasons):
            "\(path): \(reasons.joined(separator: "; ")); install the same fonts, keep copies by 'subdial snapshot fonts vendor', or lock those of here"
        case .unknownID(let id, let hint): "there is no snapshot '\(id)'\(hint)"
        }
    }
}
