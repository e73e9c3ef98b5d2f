import SubdialDrawing
import SubdialSystem

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

extension ArtSettings {
    /// Checks that the settings are consistent.
    ///
    /// - Throws: ``ArtError/commandWithoutFile`` and ``ArtError/placeholderWithoutFile``.
    package func check() throws(ArtError) {
        guard path == nil else { return }
        if command != nil { throw .commandWithoutFile }
        if placeholder != .none { throw .placeholderWithoutFile }
    }

    /// Creates the file's folder, and checks that the file is writable and the placeholder readable.
    ///
    /// An existing file is not changed.
    ///
    /// - Throws: ``ArtError/unwritable(_:reason:)`` and ``ArtError/unreadablePlaceholder(_:)``.
    package func tryOut() throws(ArtError) {
        guard let path else { return }
        do throws(WriteError) {
            try AtomicFile.tryOut(path)
        } catch {
            throw .unwritable(path, reason: error.reason)
        }
        if case .file(let placeholder) = placeholder, InputFile.picture(at: placeholder) == nil {
            throw .unreadablePlaceholder(placeholder)
        }
    }

    /// The bytes of the cover file while there is no cover; nil for no file, also if the placeholder cannot be read.
    func standIn() -> [UInt8]? {
        switch placeholder {
        case .none: nil
        case .transparent: try? PNG.encode(Bitmap(width: side, height: side))
        case .file(let path): InputFile.picture(at: path)
        }
    }
}
