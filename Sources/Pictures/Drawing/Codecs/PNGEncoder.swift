import SubdialCDeflate
import SubdialCPixels

extension PNG {
    /// Encodes a bitmap with as few channels as its pixels need, marked as sRGB.
    ///
    /// The file has a table of up to 256 colours, grey, grey and alpha, RGB, or RGBA, with straight alpha. Decoding returns the same pixels.
    /// The bytes can differ between versions of the compression libraries and, where ISA-L compresses, between processes: of a few large
    /// pictures in a thousand it finds other matches. So compare pixels, not files.
    ///
    /// - Throws: ``ImageError/codec(_:_:)`` if there is not enough memory.
    package static func encode(_ bitmap: Bitmap, mode: Mode = .fast) throws(ImageError) -> [UInt8] {
        try encode(bitmap, mode: mode, mayUseISAL: true)
    }

    /// Encodes a bitmap; only libdeflate compresses it unless `mayUseISAL` is set.
    static func encode(_ bitmap: Bitmap, mode: Mode, mayUseISAL: Bool) throws(ImageError) -> [UInt8] {
        let traits = bitmap.traits
        let channels = (traits.isGray ? 1 : 3) + (traits.isOpaque ? 0 : 1)
        let indexed = IndexedBitmap(bitmap, channels: channels)
        switch mode {
        case .fast:
            if let indexed { return try encode(indexed, mode: .fast, isSRGB: true, mayUseISAL: mayUseISAL) }
            return file(bitmap, channels, try fastData(bitmap, channels: channels, mayUseISAL: mayUseISAL))
        case .small, .best:
            let filtered = PNGRows(bitmap, channels: channels).filtered()
            let whole = file(bitmap, channels, [try compress(filtered, level: mode == .small ? 6 : 12)])
            // Gradients with few colours can be smaller without a table.
            guard let indexed else { return whole }
            let table = try encode(indexed, mode: mode, isSRGB: true, mayUseISAL: mayUseISAL)
            return table.count < whole.count ? table : whole
        }
    }

    /// - Parameter content: The zlib stream of the rows, in pieces.
    static func file(_ bitmap: Bitmap, _ channels: Int, _ content: [[UInt8]]) -> [UInt8] {
        var writer = PNGWriter(capacity: content.reduce(128) { $0 + $1.count })
        writer.header(width: bitmap.width, height: bitmap.height, channels: channels)
        writer.chunk("IDAT", pieces: content)
        writer.chunk("IEND", [])
        return writer.bytes
    }

    /// The number of bands of a picture, which are compressed at the same time; one has about 2^17 pixels.
    ///
    /// There are more than threads, so that one which starts late leaves its bands to the others. The number depends on the picture only, so
    /// that the size of a file does not depend on the machine.
    private static func bandCount(_ bitmap: Bitmap) -> Int {
        let pixels = bitmap.width * bitmap.height
        // Two small bands take as long as one: the second thread has to start.
        return pixels < 3 << 17 ? 1 : min(8, bitmap.height, (pixels + (1 << 16)) >> 17)
    }

    /// Returns the filtered and compressed rows of a bitmap in the fast mode, in pieces: 1 channel for grey, 2 for grey and alpha, 3 for RGB,
    /// 4 for RGBA.
    static func fastData(_ bitmap: Bitmap, channels: Int, mayUseISAL: Bool = true) throws(ImageError) -> [[UInt8]] {
        let count = bandCount(bitmap)
        if mayUseISAL, count > 1, subdial_png_has_isal() {
            let bands = PixelThreads.map(count) { index in
                try? PNGBand(bitmap.height * index / count..<bitmap.height * (index + 1) / count, of: bitmap, channels: channels)
            }
            // Without ISA-L or memory for a band, the picture is compressed in one piece.
            let made = bands.compactMap { $0 }
            if made.count == count { return PNGBand.stream(of: made) }
        }
        let bound = subdial_png_bound(bitmap.height * (bitmap.width * channels + 1))
        let whole = try stream(bound) { target in
            bitmap.withWords { words in
                subdial_png_data(words, bitmap.width, bitmap.height, Int32(channels), target, bound, mayUseISAL)
            }
        }
        return [whole]
    }

    /// Compresses in the fast mode.
    static func deflate(_ bytes: [UInt8], mayUseISAL: Bool) throws(ImageError) -> [UInt8] {
        let bound = subdial_png_bound(bytes.count)
        return try stream(bound) { subdial_png_deflate(bytes, bytes.count, $0, bound, mayUseISAL) }
    }

    static func compress(_ bytes: [UInt8], level: Int32) throws(ImageError) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { throw .codec(.png, "not enough memory") }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return try stream(bound) { libdeflate_zlib_compress(compressor, bytes, bytes.count, $0, bound) }
    }

    /// Returns the bytes that `write` writes to a buffer of `bound` bytes; `write` returns their number.
    static func stream(_ bound: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) throws(ImageError) -> [UInt8] {
        // A temporary buffer, because an array keeps its whole capacity during its lifetime.
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound) { target -> [UInt8] in
            guard let start = target.baseAddress else { return [] }
            return Array(UnsafeBufferPointer(start: start, count: write(start)))
        }
        guard !result.isEmpty else { throw .codec(.png, "the compressor wrote nothing") }
        return result
    }
}

extension Bitmap {
    /// Calls `body` with the pixels as words.
    func withWords<Result>(_ body: (UnsafePointer<UInt32>) -> Result) -> Result {
        pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            // A bitmap has at least one pixel.
            guard let start = words.baseAddress else { return withUnsafePointer(to: 0, body) }
            return body(start)
        }
    }

    /// The common properties of all pixels.
    var traits: (isOpaque: Bool, isGray: Bool) {
        let traits = withWords { subdial_png_traits($0, width * height) }
        return (traits & Int32(SUBDIAL_PNG_OPAQUE) != 0, traits & Int32(SUBDIAL_PNG_GRAY) != 0)
    }
}
