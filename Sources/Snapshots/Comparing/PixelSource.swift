/// The pixels of a picture, each as a word of straight alpha, red, green and blue from the highest byte down.
protocol PixelSource {
    /// What the pixels are read from: where two of these words are equal, so are the pixels, and an opaque one is the pixel itself.
    var words: UnsafePointer<UInt32> { get }
    /// The pixel of that number, counted row by row from the top.
    subscript(index: Int) -> UInt32 { get }
}

/// Pixels that are straight already.
struct StraightWords: PixelSource {
    let words: UnsafePointer<UInt32>

    subscript(index: Int) -> UInt32 { words[index] }
}

/// The pixels of a bitmap, made straight where they are looked at: most never are.
struct PremultipliedWords: PixelSource {
    let words: UnsafePointer<UInt32>

    subscript(index: Int) -> UInt32 { Self.straight(words[index]) }

    /// The same as `Bitmap.rgba` gives; an opaque pixel is straight as it is.
    static func straight(_ word: UInt32) -> UInt32 {
        let alpha = word >> 24
        guard alpha < 255 else { return word }
        guard alpha > 0 else { return 0 }
        let reciprocal = (255 << 16 + alpha / 2) / alpha
        func channel(_ shift: UInt32) -> UInt32 { ((min(word >> shift & 0xFF, alpha) * reciprocal + 0x8000) >> 16) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
