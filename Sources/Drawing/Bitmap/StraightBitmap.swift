/// The pixels of a picture as in its file: one byte each for red, green, blue and straight alpha.
///
/// A ``Bitmap`` is premultiplied, so that similar colours of nearly transparent pixels become equal in it. Here they stay different.
public struct StraightBitmap: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// Four bytes per pixel, in rows from top to bottom.
    public private(set) var rgba: [UInt8]

    /// Creates a picture from its pixels; nil if a side is not positive or too long, or if the number of bytes does not match the size.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), rgba.count == width * height * 4 else {
            return nil
        }
        self.init(unchecked: rgba, width: width, height: height)
    }

    /// Creates the straight pixels of a bitmap; those with alpha 0 are all zeros.
    public init(_ bitmap: Bitmap) { self.init(unchecked: bitmap.rgba, width: bitmap.width, height: bitmap.height) }

    init(unchecked rgba: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.rgba = rgba
    }
}

extension StraightBitmap {
    /// Returns the pixels in the byte order of a ``Bitmap``: blue, green, red and straight alpha.
    ///
    /// They are converted in place if no other variable shares the storage.
    public consuming func bgra() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &rgba)
        bytes.withUnsafeMutableBytes { Self.swapRedAndBlue($0.bindMemory(to: UInt32.self)) }
        return bytes
    }

    @_optimize(speed) @inline(never)
    private static func swapRedAndBlue(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
        for index in 0..<pixels.count {
            let pixel = pixels[index]
            pixels[index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
        }
    }
}
