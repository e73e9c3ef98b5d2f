/// The pixels of a picture with straight alpha, as in its file, in the byte order of a ``Bitmap``.
///
/// A ``Bitmap`` is premultiplied, so that similar colours of nearly transparent pixels become equal in it. Here they stay different.
package struct StraightBitmap: Hashable, Sendable {
    /// The number of columns, at least 1.
    package let width: Int
    /// The number of rows, at least 1.
    package let height: Int
    /// Blue, green, red and alpha of each pixel, in rows from top to bottom.
    package let bgra: [UInt8]

    /// Creates a picture from red, green, blue and alpha of each pixel.
    ///
    /// Nil if a side is not positive or too long, or if the number of bytes does not match the size.
    package init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), rgba.count == width * height * 4 else {
            return nil
        }
        self.init(bgra: Self.exchangingRedAndBlue(rgba), width: width, height: height)
    }

    /// Creates the straight pixels of a bitmap; those with alpha 0 are all zeros, and an opaque bitmap shares its bytes.
    package init(_ bitmap: Bitmap) {
        self.init(bgra: bitmap.isOpaque ? bitmap.pixels : bitmap.bgra, width: bitmap.width, height: bitmap.height)
    }

    /// Takes pixels whose number matches the size.
    init(bgra: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.bgra = bgra
    }

    /// Red, green, blue and alpha of each pixel, in rows from top to bottom.
    package var rgba: [UInt8] { Self.exchangingRedAndBlue(bgra) }

    /// Exchanges the first and the third byte of each pixel; in place if no other variable shares the storage.
    static func exchangingRedAndBlue(_ bytes: consuming [UInt8]) -> [UInt8] {
        bytes.withUnsafeMutableBytes { exchangeRedAndBlue($0.bindMemory(to: UInt32.self)) }
        return bytes
    }

    @_optimize(speed) @inline(never)
    private static func exchangeRedAndBlue(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
        for index in 0..<pixels.count {
            let pixel = pixels[index]
            pixels[index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
        }
    }
}
