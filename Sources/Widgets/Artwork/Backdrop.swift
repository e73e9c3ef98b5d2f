import Drawing

/// Pictures behind a widget, such as wallpapers.
public enum Backdrop {
    /// The largest file that is read, in bytes.
    public static let maximumBytes = 64 << 20
    /// The edge that a picture is brought down to, in pixels.
    private static let side = 2048

    /// Decodes the picture of a file.
    public static func bitmap(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
        try ImageDecoder.decode(bytes, width: side, height: side)
    }
}
