/// The PNG codec.
public enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The trade-off between encoding time and file size.
    public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
        /// The fastest encoding.
        case fast
        /// Smaller files in several times the time, for stored files and small devices.
        case small
        /// The smallest files, regardless of the time.
        case best
    }
}

extension PNG {
    /// Encodes a picture of few colours at its depth, as greys or with a table of colours.
    ///
    /// It is not interlaced, and has no chunks that a panel does not need: IHDR, PLTE, tRNS if a colour is translucent, IDAT and IEND.
    ///
    /// - Parameter mode: `.best` tries every filter with the strongest compression.
    /// - Throws: ``ImageError/codec(_:_:)`` if there is not enough memory.
    package static func encode(_ bitmap: IndexedBitmap, mode: Mode = .fast) throws(ImageError) -> [UInt8] {
        try encode(bitmap, mode: mode, isSRGB: false, mayUseISAL: true)
    }

    /// Encodes a picture, marked as sRGB or not; only libdeflate compresses it unless `mayUseISAL` is set.
    static func encode(_ bitmap: IndexedBitmap, mode: Mode, isSRGB: Bool, mayUseISAL: Bool) throws(ImageError) -> [UInt8] {
        let rows = packed(bitmap)
        let filter = bitmap.depth == 8 && bitmap.colors == nil ? PNGRows.Filter.up : .none
        var content: [UInt8]
        switch mode {
        case .fast: content = try deflate(filtered(rows, bitmap, filter), mayUseISAL: mayUseISAL)
        case .small: content = try compress(filtered(rows, bitmap, filter), level: 6)
        case .best:
            content = []
            for filter in PNGRows.Filter.allCases {
                let candidate = try compress(filtered(rows, bitmap, filter), level: 12)
                if content.isEmpty || candidate.count < content.count { content = candidate }
            }
        }
        return file(bitmap, content, isSRGB: isSRGB)
    }

    private static func file(_ bitmap: IndexedBitmap, _ content: [UInt8], isSRGB: Bool) -> [UInt8] {
        var writer = PNGWriter(capacity: content.count + 1280)
        // Colour type 3 has a table, 0 is greyscale.
        writer.header(width: bitmap.width, height: bitmap.height, depth: bitmap.depth, colorType: bitmap.colors == nil ? 0 : 3)
        if isSRGB { writer.chunk("sRGB", [0]) }
        if let colors = bitmap.colors {
            writer.chunk("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] })
            // The alpha of a missing entry is 255.
            if let last = colors.lastIndex(where: { $0.alpha < 255 }) { writer.chunk("tRNS", colors[...last].map(\.alpha)) }
        }
        writer.chunk("IDAT", content)
        writer.chunk("IEND", [])
        return writer.bytes
    }

    private static func packed(_ bitmap: IndexedBitmap) -> [UInt8] {
        let length = bitmap.rowLength
        return [UInt8](unsafeUninitializedCapacity: length * bitmap.height) { target, count in
            if let start = target.baseAddress { for y in 0..<bitmap.height { bitmap.pack(row: y, to: start + y * length) } }
            count = length * bitmap.height
        }
    }

    /// Filters the rows and inserts the filter number before each; the filters process bytes, even if a pixel is smaller.
    private static func filtered(_ rows: [UInt8], _ bitmap: IndexedBitmap, _ filter: PNGRows.Filter) -> [UInt8] {
        let length = bitmap.rowLength
        var result: [UInt8] = []
        result.reserveCapacity((length + 1) * bitmap.height)
        rows.withUnsafeBufferPointer { rows in
            for y in 0..<bitmap.height {
                result.append(filter.rawValue)
                let start = y * length
                if filter == .none {
                    result += rows[start..<start + length]
                    continue
                }
                for x in 0..<length {
                    let left = x > 0 ? rows[start + x - 1] : 0
                    let above = y > 0 ? rows[start + x - length] : 0
                    let corner = x > 0 && y > 0 ? rows[start + x - length - 1] : 0
                    result.append(rows[start + x] &- filter.prediction(left: left, above: above, corner: corner))
                }
            }
        }
        return result
    }
}

extension PNGRows.Filter {
    /// Returns the prediction of a byte.
    fileprivate func prediction(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
        switch self {
        case .none: 0
        case .sub: left
        case .up: above
        case .average: UInt8((UInt16(left) + UInt16(above)) >> 1)
        case .paeth: PNGRows.paeth(left, above, corner)
        }
    }
}
