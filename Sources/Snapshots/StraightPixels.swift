import Drawing

/// A picture's pixels as files have them: red, green, blue and straight alpha.
public struct StraightPixels: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// A word a pixel, row by row from the top: red in the lowest byte, alpha in the highest.
    let words: [UInt32]

    /// Takes a byte each of red, green, blue and alpha for every pixel; nil unless their count fits the sides.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), rgba.count == width * height * 4 else {
            return nil
        }
        self.init(unchecked: rgba, width: width, height: height)
    }

    /// Takes the pixels of `bitmap`; those that let everything through are all zeros.
    public init(_ bitmap: Bitmap) {
        self.init(unchecked: bitmap.rgba, width: bitmap.width, height: bitmap.height)
    }

    private init(unchecked rgba: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        words = rgba.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt32.self).map(UInt32.init(littleEndian:)) }
    }
}
