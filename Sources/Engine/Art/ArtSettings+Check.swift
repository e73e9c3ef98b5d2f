import Drawing
import Files
import FoundationEssentials
import Glibc

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
        try Self.tryWriting(path)
        if case .file(let placeholder) = placeholder, PictureFile.bytes(at: placeholder) == nil {
            throw .unreadablePlaceholder(placeholder)
        }
    }

    /// Makes a file beside the place and removes it: what a folder's permissions say is not all that can be in the way.
    private static func tryWriting(_ path: String) throws(ArtError) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        do throws(WriteError) {
            try AtomicFile.makeFolder(folder)
        } catch {
            throw .unwritable(path, reason: error.reason)
        }
        var info = stat()
        if stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            throw .unwritable(path, reason: "it is a folder; name a file in it")
        }
        let probe = "\(folder)/.\(url.lastPathComponent).\(getpid()).try"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
        close(descriptor)
        unlink(probe)
    }
}
