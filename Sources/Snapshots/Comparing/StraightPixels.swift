import Drawing

/// A picture's pixels with straight alpha, as files have them.
public struct StraightPixels: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// A word a pixel, row by row from the top: alpha in the highest byte, then red, green and blue.
    let words: [UInt32]

    /// Takes a byte each of red, green, blue and alpha for every pixel; nil unless their count fits the sides.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), rgba.count == width * height * 4 else {
            return nil
        }
        self.width = width
        self.height = height
        words = rgba.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt32.self).map { word in
                let word = UInt32(littleEndian: word)
                return word & 0xFF00_FF00 | (word & 0xFF) << 16 | (word >> 16) & 0xFF
            }
        }
    }

    /// Takes the pixels of `bitmap`; those that let everything through are all zeros.
    public init(_ bitmap: Bitmap) {
        width = bitmap.width
        height = bitmap.height
        words = bitmap.pixels.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt32.self).map(PremultipliedWords.straight) }
    }
}
