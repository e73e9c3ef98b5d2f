/// The pixels of a picture as its file has them: red, green, blue and straight alpha, a byte each.
///
/// A ``Bitmap`` is premultiplied, and does not tell faint colours of translucent pixels apart that a file does.
public struct StraightBitmap: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// Four bytes a pixel, row by row from the top.
    public private(set) var rgba: [UInt8]

    /// Takes pixels; nil unless the count of bytes fits the sides.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), rgba.count == width * height * 4 else {
            return nil
        }
        self.init(unchecked: rgba, width: width, height: height)
    }

    /// The pixels of a bitmap as its file would have them; those with alpha 0 are all zeros.
    public init(_ bitmap: Bitmap) { self.init(unchecked: bitmap.rgba, width: bitmap.width, height: bitmap.height) }

    init(unchecked rgba: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.rgba = rgba
    }
}

extension StraightBitmap {
    /// The pixels in the order of a ``Bitmap``: blue, green, red and straight alpha.
    ///
    /// They take the place of those of this picture, where nobody else has it.
    public consuming func bgra() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &rgba)
        bytes.withUnsafeMutableBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            for index in pixels.indices {
                let pixel = pixels[index]
                pixels[index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
            }
        }
        return bytes
    }
}
