import Glibc
import SubdialDrawing

/// A picture's pixels with straight alpha, as in files.
package struct StraightPixels: Hashable, Sendable {
    /// The number of columns, at least 1.
    package let width: Int
    /// The number of rows, at least 1.
    package let height: Int
    /// Blue, green, red and alpha of each pixel, row by row from the top; an opaque picture shares the bytes of its bitmap.
    private let bytes: [UInt8]

    /// Takes a byte each of red, green, blue and alpha for every pixel; nil if their count does not match the size.
    package init?(width: Int, height: Int, rgba: [UInt8]) {
        guard let picture = StraightBitmap(width: width, height: height, rgba: rgba) else { return nil }
        self.init(picture)
    }

    /// Takes the pixels of a decoded file.
    package init(_ picture: StraightBitmap) { self.init(width: picture.width, height: picture.height, bytes: picture.bgra) }

    /// Takes the pixels of `bitmap` as its file would contain them; fully transparent pixels are all zeros.
    package init(_ bitmap: Bitmap) { self.init(StraightBitmap(bitmap)) }

    private init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Decodes a picture file; PNG pixels are taken as stored, without a conversion through premultiplied alpha.
    ///
    /// - Throws: ``Drawing/ImageError``.
    package init(decoding bytes: [UInt8]) throws(ImageError) {
        if ImageFormat.sniff(bytes) == .png {
            self.init(try PNG.decodeStraight(bytes))
        } else {
            self.init(try ImageDecoder.decode(bytes))
        }
    }

    /// The pixels as words: alpha in the highest byte, then red, green and blue.
    func withWords<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { try body($0.assumingMemoryBound(to: UInt32.self)) }
    }

    /// The pixels cropped or extended to `size`; added pixels on the right and at the bottom are transparent.
    func fitted(to size: PixelSize) -> StraightPixels {
        guard width != size.width || height != size.height else { return self }
        let (columns, rows) = (min(width, size.width), min(height, size.height))
        var fitted: [UInt8] = []
        fitted.reserveCapacity(size.width * size.height * 4)
        for row in 0..<rows {
            fitted += bytes[row * width * 4..<(row * width + columns) * 4]
            fitted += repeatElement(0, count: (size.width - columns) * 4)
        }
        fitted += repeatElement(0, count: (size.height - rows) * size.width * 4)
        return StraightPixels(width: size.width, height: size.height, bytes: fitted)
    }

    /// True if two pictures are equal in every bit.
    package static func == (first: StraightPixels, second: StraightPixels) -> Bool {
        guard first.width == second.width, first.height == second.height else { return false }
        return first.bytes.withUnsafeBytes { one in
            second.bytes.withUnsafeBytes { two in
                guard let start = one.baseAddress, let other = two.baseAddress else { return true }
                return start == other || memcmp(start, other, one.count) == 0
            }
        }
    }
}

extension PixelSize {
    /// The size of a picture.
    init(of picture: StraightPixels) { self.init(width: picture.width, height: picture.height) }
}
