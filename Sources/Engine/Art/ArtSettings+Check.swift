import Drawing
import Files

extension ArtSettings {
    /// Checks that the settings make sense together.
    ///
    /// - Throws: ``ArtError/commandWithoutFile`` and ``ArtError/placeholderWithoutFile``.
    public func check() throws(ArtError) {
        guard path == nil else { return }
        if command != nil { throw .commandWithoutFile }
        if placeholder != .none { throw .placeholderWithoutFile }
    }

    /// Tries whether the file can be written and the placeholder be read now, and makes the file's folder.
    ///
    /// What stands there is left as it is.
    ///
    /// - Throws: ``ArtError/unwritable(_:reason:)`` and ``ArtError/unreadablePlaceholder(_:)``.
    public func tryOut() throws(ArtError) {
        guard let path else { return }
        do throws(WriteError) {
            try AtomicFile.tryOut(path)
        } catch {
            throw .unwritable(path, reason: error.reason)
        }
        if case .file(let placeholder) = placeholder, PictureFile.bytes(at: placeholder) == nil {
            throw .unreadablePlaceholder(placeholder)
        }
    }
}
