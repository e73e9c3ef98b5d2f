/// The settings of the cover file on disk, for bars and screen lockers that show picture files.
public struct ArtSettings: Hashable, Sendable {
    /// The content of ``path`` while there is no cover.
    public enum Placeholder: Hashable, Sendable {
        /// No file.
        case none
        /// A transparent picture, for programs that keep the old picture if the file is removed.
        case transparent
        /// A copy of a file.
        case file(String)
    }

    /// The default side length of the square, in pixels.
    public static let standardSide = 512
    /// The permitted side lengths, in pixels.
    public static let sides = 8...2048

    /// The path of the cover file; nil if only a separate file per cover is needed.
    public var path: String?
    /// The side length of the square, in pixels.
    public var side: Int
    /// The content while there is no cover.
    public var placeholder: Placeholder
    /// A line for `sh -c` that runs after each change of the file.
    public var command: String?

    /// Makes settings.
    public init(path: String? = nil, side: Int = standardSide, placeholder: Placeholder = .none, command: String? = nil) {
        self.path = path
        self.side = side
        self.placeholder = placeholder
        self.command = command
    }
}
