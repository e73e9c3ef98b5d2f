extension PNG {
    /// Writes a picture of few colours: gray, or with a table of colours, at just its depth.
    ///
    /// Without alpha, interlacing and chunks that a panel has no use for: IHDR, PLTE, IDAT and IEND.
    ///
    /// - Parameter mode: `.small` tries every filter with the strongest compression.
    /// - Throws: ``ImageError/codec(_:_:)`` when there is not enough memory.
    public static func encode(_ bitmap: IndexedBitmap, mode: Mode = .fast) throws(ImageError) -> [UInt8] {
        let rows = packed(bitmap)
        var content: [UInt8]
        switch mode {
        case .fast: content = try compress(filtered(rows, bitmap, bitmap.depth == 8 && bitmap.colors == nil ? .up : .none), level: 6)
        case .small:
            content = []
            for filter in PNGRows.Filter.allCases {
                let candidate = try compress(filtered(rows, bitmap, filter), level: 12)
                if content.isEmpty || candidate.count < content.count { content = candidate }
            }
        }
        return file(bitmap, content)
    }

    /// Writes such a picture as quickly as can be, for a look or two.
    public static func draft(_ bitmap: IndexedBitmap) -> [UInt8] { file(bitmap, RunDeflate.zlib(unfiltered(packed(bitmap), bitmap))) }

    private static func file(_ bitmap: IndexedBitmap, _ content: [UInt8]) -> [UInt8] {
        var writer = PNGWriter(capacity: content.count + 1024)
        // Colour type 3 has a table, 0 is gray.
        writer.chunk(
            "IHDR",
            .bigEndian(UInt32(bitmap.width)) + .bigEndian(UInt32(bitmap.height))
                + [UInt8(bitmap.depth), bitmap.colors == nil ? 0 : 3, 0, 0, 0])
        if let colors = bitmap.colors { writer.chunk("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] }) }
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

    /// The rows with the number of no filter before each.
    private static func unfiltered(_ rows: [UInt8], _ bitmap: IndexedBitmap) -> [UInt8] {
        let length = bitmap.rowLength
        var result: [UInt8] = []
        result.reserveCapacity((length + 1) * bitmap.height)
        for y in 0..<bitmap.height {
            result.append(PNGRows.Filter.none.rawValue)
            result += rows[y * length..<(y + 1) * length]
        }
        return result
    }

    /// The rows with a filter's number before each; a pixel counts as a byte however small it is.
    private static func filtered(_ rows: [UInt8], _ bitmap: IndexedBitmap, _ filter: PNGRows.Filter) -> [UInt8] {
        let length = bitmap.rowLength
        var result: [UInt8] = []
        result.reserveCapacity((length + 1) * bitmap.height)
        rows.withUnsafeBufferPointer { rows in
            for y in 0..<bitmap.height {
                result.append(filter.rawValue)
                let start = y * length
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
    /// The prediction of a byte.
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
