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
        guard let picture = StraightBitmap(width: width, height: height, rgba: rgba) else { return nil }
        self.init(picture)
    }

    /// Takes the pixels that a file holds.
    public init(_ picture: StraightBitmap) {
        let words = picture.rgba.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt32.self).map { word in
                let word = UInt32(littleEndian: word)
                return word & 0xFF00_FF00 | (word & 0xFF) << 16 | (word >> 16) & 0xFF
            }
        }
        self.init(width: picture.width, height: picture.height, words: words)
    }

    /// Takes the pixels of `bitmap` as its file would have them; those that let everything through are all zeros.
    public init(_ bitmap: Bitmap) {
        // An opaque pixel is straight as it is.
        let words = bitmap.pixels.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt32.self).map { $0 >= 0xFF00_0000 ? $0 : Self.straight($0) }
        }
        self.init(width: bitmap.width, height: bitmap.height, words: words)
    }

    private init(width: Int, height: Int, words: [UInt32]) {
        self.width = width
        self.height = height
        self.words = words
    }

    /// Decodes a picture file; the pixels of a PNG are those that it holds, without a way through premultiplied ones.
    ///
    /// - Throws: ``Drawing/ImageError``.
    public init(decoding bytes: [UInt8]) throws(ImageError) {
        if ImageFormat.sniff(bytes) == .png {
            self.init(try PNG.decodeStraight(bytes))
        } else {
            self.init(try ImageDecoder.decode(bytes))
        }
    }

    /// The pixels with transparency on the right and below up to `size`, which must be no smaller.
    func padded(to size: PixelSize) -> StraightPixels {
        guard width < size.width || height < size.height else { return self }
        var padded = [UInt32](repeating: 0, count: size.width * size.height)
        for row in 0..<height {
            padded.replaceSubrange(row * size.width..<row * size.width + width, with: words[row * width..<(row + 1) * width])
        }
        return StraightPixels(width: size.width, height: size.height, words: padded)
    }

    /// The same as `Bitmap.rgba` gives for a premultiplied word.
    private static func straight(_ word: UInt32) -> UInt32 {
        let alpha = word >> 24
        guard alpha > 0 else { return 0 }
        let reciprocal = (255 << 16 + alpha / 2) / alpha
        func channel(_ shift: UInt32) -> UInt32 { ((min(word >> shift & 0xFF, alpha) * reciprocal + 0x8000) >> 16) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}

extension PixelSize {
    /// The size of a picture.
    init(of picture: StraightPixels) { self.init(width: picture.width, height: picture.height) }
}
