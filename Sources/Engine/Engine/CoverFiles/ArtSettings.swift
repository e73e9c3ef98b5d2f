/// The settings of the cover file on disk, for bars and screen lockers that show picture files.
package struct ArtSettings: Hashable, Sendable {
    /// The content of ``path`` while there is no cover.
    package enum Placeholder: Hashable, Sendable {
        /// No file.
        case none
        /// A transparent picture, for programs that keep the old picture if the file is removed.
        case transparent
        /// A copy of a file.
        case file(String)
    }

    /// The default side length of the square, in pixels.
    package static let standardSide = 512
    /// The permitted side lengths, in pixels.
    package static let sides = 8...2048

    /// The path of the cover file; nil if only a separate file per cover is needed.
    package var path: String?
    /// The side length of the square, in pixels.
    package var side: Int
    /// The content while there is no cover.
    package var placeholder: Placeholder
    /// A line for `sh -c` that runs after each change of the file.
    package var command: String?

    /// Makes settings.
    package init(path: String? = nil, side: Int = standardSide, placeholder: Placeholder = .none, command: String? = nil) {
        self.path = path
        self.side = side
        self.placeholder = placeholder
        self.command = command
    }
}
