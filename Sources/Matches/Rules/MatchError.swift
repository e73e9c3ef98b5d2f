/// Why a match refuses an action, or cannot be read.
public enum MatchError: Error, Hashable, Sendable {
    /// A setting is out of its range.
    case setting(String, String)
    /// The rules have no place for the action now; the text tells why, and what can be done instead.
    case refused(String)
    /// There is no action to undo.
    case nothingToUndo
    /// The value at `path` of a file has the wrong form.
    case wrong(path: String, reason: String)
}

extension MatchError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .setting(let name, let range): "\(name) takes \(range)"
        case .refused(let reason): reason
        case .nothingToUndo: "there is nothing to undo"
        case .wrong(let path, let reason): path.isEmpty ? reason : "\(path): \(reason)"
        }
    }
}
