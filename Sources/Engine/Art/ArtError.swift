/// Why a cover cannot be kept as the settings ask for.
public enum ArtError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A command for changes of a file that nobody has named.
    case commandWithoutFile
    /// A picture to stand in at a file that nobody has named.
    case placeholderWithoutFile
    /// The picture that is to stand in cannot be read, or is larger than covers may be.
    case unreadablePlaceholder(String)
    /// The file cannot be written, for a reason in the system's words where it has any.
    case unwritable(String, reason: String)

    /// What is wrong, where, and what to do, on one line.
    public var description: String {
        switch self {
        case .commandWithoutFile: "a command that is run after the cover's file has changed needs that file: give --art FILE as well"
        case .placeholderWithoutFile: "what stands in for the cover needs the cover's file: give --art FILE as well"
        case .unreadablePlaceholder(let path):
            "\(path): this placeholder for the cover cannot be read as a file; give a picture, none or transparent"
        case .unwritable(let path, let reason): "\(path): the cover cannot be written there: \(reason)"
        }
    }
}
