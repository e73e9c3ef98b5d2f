import CDeflate

extension PNG {
    /// Writes a bitmap: 24 bits a pixel when it is opaque, else 32 with straight alpha; marked as sRGB.
    ///
    /// Decoding gives the same pixels. The bytes may differ with the version of libdeflate: compare pixels, not files.
    ///
    /// - Throws: ``ImageError/codec(_:_:)`` when there is not enough memory.
    public static func encode(_ bitmap: Bitmap, mode: Mode = .fast) throws(ImageError) -> [UInt8] {
        let channels = bitmap.isOpaque ? 3 : 4
        return file(bitmap, channels, try imageData(bitmap, channels: channels, mode: mode))
    }

    /// Writes the same as ``encode(_:mode:)`` in a fraction of the time, and larger: for what is looked at once or twice.
    public static func draft(_ bitmap: Bitmap) -> [UInt8] {
        let channels = bitmap.isOpaque ? 3 : 4
        return file(bitmap, channels, RunDeflate.zlib(PNGRows(bitmap, channels: channels).filtered(.fast)))
    }

    private static func file(_ bitmap: Bitmap, _ channels: Int, _ content: [UInt8]) -> [UInt8] {
        var writer = PNGWriter(capacity: content.count + 128)
        writer.header(width: bitmap.width, height: bitmap.height, channels: channels)
        writer.chunk("IDAT", content)
        writer.chunk("IEND", [])
        return writer.bytes
    }

    /// The filtered and compressed rows of a bitmap: 3 channels for RGB, 4 for RGBA.
    static func imageData(_ bitmap: Bitmap, channels: Int, mode: Mode) throws(ImageError) -> [UInt8] {
        try compress(PNGRows(bitmap, channels: channels).filtered(mode), level: mode == .fast ? 1 : 9)
    }

    static func compress(_ bytes: [UInt8], level: Int32) throws(ImageError) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { throw .codec(.png, "not enough memory") }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, target.baseAddress, bound)
        }
        guard !compressed.isEmpty else { throw .codec(.png, "the compressor wrote nothing") }
        return compressed
    }
}

/// Puts the chunks of a file together.
struct PNGWriter {
    private(set) var bytes: [UInt8]

    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes += PNG.signature
    }

    /// Says how large the picture is, what its pixels are, and that their colours are sRGB.
    mutating func header(width: Int, height: Int, channels: Int) {
        // 8 bits a channel, RGB or RGBA, then the only compression, filtering and order of rows there is need for.
        chunk("IHDR", .bigEndian(UInt32(width)) + .bigEndian(UInt32(height)) + [8, channels == 3 ? 2 : 6, 0, 0, 0])
        // Perceptual intent.
        chunk("sRGB", [0])
    }

    mutating func chunk(_ type: StaticString, _ content: [UInt8]) {
        bytes += .bigEndian(UInt32(content.count))
        let begin = bytes.count
        type.withUTF8Buffer { bytes += $0 }
        bytes += content
        let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + begin }, $0.count - begin) }
        bytes += .bigEndian(checksum)
    }
}

extension [UInt8] {
    /// The bytes of a number, the highest first.
    static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
