import SubdialCPixels

/// Successive rows of a picture, filtered and compressed; they refer to no rows of other bands.
struct PNGBand: Sendable {
    let data: [UInt8]
    /// The Adler-32 of the filtered rows.
    let checksum: UInt32
    /// The number of filtered bytes.
    let count: Int

    /// Compresses rows of a bitmap, with 1 channel for grey, 2 for grey and alpha, 3 for RGB, 4 for RGBA.
    ///
    /// - Throws: ``ImageError/codec(_:_:)`` if ISA-L is not there, or there is not enough memory.
    init(_ rows: Range<Int>, of bitmap: Bitmap, channels: Int) throws(ImageError) {
        let count = rows.count * (bitmap.width * channels + 1)
        let bound = subdial_png_bound(count)
        var checksum: UInt32 = 0
        data = try PNG.stream(bound) { target in
            bitmap.withWords { words in
                let first = words + rows.lowerBound * bitmap.width
                // The filters of a row depend on the row above it.
                let above = rows.lowerBound > 0 ? first - bitmap.width : nil
                return subdial_png_band(first, above, bitmap.width, rows.count, Int32(channels), target, bound, &checksum)
            }
        }
        self.checksum = checksum
        self.count = count
    }

    /// Returns the zlib stream of all bands of a picture, in pieces.
    static func stream(of bands: [PNGBand]) -> [[UInt8]] {
        let checksum = bands.reduce(1) { subdial_png_checksum($0, $1.checksum, $1.count) }
        // Before the bands the header: deflate with a window of 32 kB. After them an empty last block.
        return [[0x78, 0x01]] + bands.map(\.data) + [[0x03, 0x00] + .bigEndian(checksum)]
    }
}
