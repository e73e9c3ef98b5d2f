/// The error of a cover file that cannot be written as configured.
package enum ArtError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A command for changes of the cover file is set, but no file.
    case commandWithoutFile
    /// A placeholder for the cover file is set, but no file.
    case placeholderWithoutFile
    /// The placeholder picture cannot be read, or is too large for a cover.
    case unreadablePlaceholder(String)
    /// The file cannot be written, with the system's reason.
    case unwritable(String, reason: String)

    /// The problem, its place and the remedy, on one line.
    package var description: String {
        switch self {
        case .commandWithoutFile: "a command that is run after the cover's file has changed needs that file: give --art FILE as well"
        case .placeholderWithoutFile: "what stands in for the cover needs the cover's file: give --art FILE as well"
        case .unreadablePlaceholder(let path):
            "\(path): this placeholder for the cover cannot be read as a file; give a picture, none or transparent"
        case .unwritable(let path, let reason): "\(path): the cover cannot be written there: \(reason)"
        }
    }
}
