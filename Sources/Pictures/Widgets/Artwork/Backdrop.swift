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
}
