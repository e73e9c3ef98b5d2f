import FoundationEssentials
import SubdialBasics
import SubdialDrawing

/// Pictures behind a widget, such as wallpapers.
public enum Backdrop {
    /// The maximum size of a file, in bytes.
    public static let maximumBytes = 64 << 20
    /// The edge to which a picture is scaled, in pixels.
    private static let side = 2048

    /// Decodes a picture from the bytes of a file.
    public static func bitmap(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
        try ImageDecoder.decode(bytes, width: side, height: side)
    }

    /// Reads the picture at a path.
    ///
    /// - Throws: `WidgetError` with the path of a missing or unusable file.
    package static func bitmap(at path: String) throws(WidgetError) -> Bitmap {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .missingFile(path, reason: "there is no such picture")
        }
        guard data.count <= maximumBytes else { throw .resource(path, reason: "a backdrop has 64 MB at most") }
        do {
            return try bitmap([UInt8](data))
        } catch {
            throw .resource(path, reason: GitLeftover(data, isText: false).map { "the picture \($0)" } ?? error.description)
        }
    }
}
