import Glibc
import SubdialDrawing
import SubdialSystem

extension CoverPlaces.Content {
    /// Writes the content to `path`, by renaming.
    ///
    /// - Returns: True if the file has changed. If a source picture cannot be read, the file is removed, because it shows another track.
    func write(to path: String) throws(WriteError) -> Bool {
        switch self {
        case .nothing: return Self.remove(path)
        case .picture(let bytes): return try AtomicFile.write(bytes, to: path)
        case .transparent(let side):
            guard let bytes = try? PNG.encode(Bitmap(width: side, height: side)) else { return Self.remove(path) }
            return try AtomicFile.write(bytes, to: path)
        case .copy(let placeholder):
            guard let bytes = InputFile.picture(at: placeholder) else { return Self.remove(path) }
            return try AtomicFile.write(bytes, to: path)
        }
    }

    /// Removes only a file: if the user specified a folder, it is not removed.
    private static func remove(_ path: String) -> Bool { unlink(path) == 0 }
}
