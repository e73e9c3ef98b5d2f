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
