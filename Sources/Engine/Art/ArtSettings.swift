/// Where a picture of the cover is to be kept on disk, for bars and locks that show picture files.
public struct ArtSettings: Hashable, Sendable {
    /// What stands at ``path`` while there is no cover.
    public enum Placeholder: Hashable, Sendable {
        /// No file.
        case none
        /// A picture without colour, for what keeps the old one where the file is gone.
        case transparent
        /// A copy of a file.
        case file(String)
    }

    /// The edge of the square that is kept where none is given, in pixels.
    public static let standardSide = 512
    /// The edges that can be asked for.
    public static let sides = 8...2048

    /// The file that always holds the cover; nil where only a path for each track is wanted.
    public var path: String?
    /// The edge of the square, in pixels.
    public var side: Int
    /// What stands there while there is no cover.
    public var placeholder: Placeholder
    /// A line for `sh -c` that is run after the file has changed.
    public var command: String?

    /// Makes settings.
    public init(path: String? = nil, side: Int = standardSide, placeholder: Placeholder = .none, command: String? = nil) {
        self.path = path
        self.side = side
        self.placeholder = placeholder
        self.command = command
    }
}
