import SubdialCPixels

/// Encodes pictures drawn in succession: rows that have not changed keep their compressed data.
///
/// The rows are compressed in bands that do not refer to each other, which makes a file about 2 % larger than ``PNG/encode(_:mode:)`` does.
/// Decoding returns the same pixels.
package struct PNGBands {
    /// The filtered bytes of a band, about: fewer make each change cheaper, and the file larger.
    private static let target = 32 << 10

    /// The properties of a picture that all of its bands share.
    private struct Format: Equatable {
        let width: Int
        let height: Int
        let channels: Int

        /// The rows of a band; the last one may have fewer.
        var rows: Int { max(1, PNGBands.target / (width * channels + 1)) }
    }

    private var format: Format?
    private var bands: [PNGBand] = []

    /// Creates an encoder without a picture.
    package init() {}

    /// Encodes a bitmap.
    ///
    /// - Parameter changedRows: The rows whose pixels may differ from those of the last bitmap, in ascending order; nil for all.
    /// - Throws: ``ImageError/codec(_:_:)`` if there is not enough memory.
    package mutating func encode(_ bitmap: Bitmap, changedRows: [Range<Int>]?) throws(ImageError) -> [UInt8] {
        let traits = bitmap.traits
        let next = Format(width: bitmap.width, height: bitmap.height, channels: (traits.isGray ? 1 : 3) + (traits.isOpaque ? 0 : 1))
        // A picture with few colours is small, and one without ISA-L has no bands.
        guard subdial_png_has_isal(), IndexedBitmap(bitmap, channels: next.channels) == nil else {
            format = nil
            return try PNG.encode(bitmap)
        }
        let known = format == next ? changedRows : nil
        // After an error, the bands are incomplete.
        format = nil
        if known == nil { bands = [] }
        for (index, start) in stride(from: 0, to: next.height, by: next.rows).enumerated() {
            let rows = start..<min(start + next.rows, next.height)
            // The filters of a row depend on the row above it.
            let needed = max(0, rows.lowerBound - 1)..<rows.upperBound
            if let known, !known.contains(where: { $0.overlaps(needed) }) {
                // As it was.
            } else {
                let band = try PNGBand(rows, of: bitmap, channels: next.channels)
                if index < bands.count { bands[index] = band } else { bands.append(band) }
            }
        }
        format = next
        return PNG.file(bitmap, next.channels, PNGBand.stream(of: bands))
    }
}

/// Successive rows of a picture, filtered and compressed; they refer to no rows of other bands.
struct PNGBand: Sendable {
    private let data: [UInt8]
    /// The Adler-32 of the filtered rows.
    private let checksum: UInt32
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
