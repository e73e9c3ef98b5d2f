import Drawing
import Files
import Glibc

extension CoverPlaces.Content {
    /// Has it stand at `path`, by renaming.
    ///
    /// - Returns: Whether the file is another one now. A picture that cannot be read changes nothing: what stood there is another track's,
    ///   and is removed.
    func write(to path: String) throws(WriteError) -> Bool {
        switch self {
        case .nothing: return Self.remove(path)
        case .picture(let bytes): return try AtomicFile.write(bytes, to: path)
        case .transparent(let side):
            guard let bytes = try? PNG.encode(Bitmap(width: side, height: side)) else { return Self.remove(path) }
            return try AtomicFile.write(bytes, to: path)
        case .copy(let placeholder):
            guard let bytes = PictureFile.bytes(at: placeholder) else { return Self.remove(path) }
            return try AtomicFile.write(bytes, to: path)
        }
    }

    /// A file alone: where a user has named a folder, that is no cover of ours.
    private static func remove(_ path: String) -> Bool { unlink(path) == 0 }
}
