/// The reason why a match refuses an action or cannot be read.
package enum MatchError: Error, Hashable, Sendable {
    /// A setting that is out of range.
    case setting(String, String)
    /// An action that the rules do not allow now; the text contains the reason and an alternative.
    case refused(String)
    /// There is no action to undo.
    case nothingToUndo
    /// The value at `path` of a file is invalid.
    case wrong(path: String, reason: String)
}

extension MatchError: CustomStringConvertible {
    /// The problem and its remedy, on one line.
    package var description: String {
        switch self {
        case .setting(let name, let range): "\(name) takes \(range)"
        case .refused(let reason): reason
        case .nothingToUndo: "there is nothing to undo"
        case .wrong(let path, let reason): path.isEmpty ? reason : "\(path): \(reason)"
        }
    }
}
