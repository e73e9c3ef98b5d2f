import SubdialDrawing
import SubdialSystem

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
}
