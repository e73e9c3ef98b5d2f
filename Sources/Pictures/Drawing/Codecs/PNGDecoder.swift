import SubdialCDeflate
import SubdialCPixels
import SubdialCSpng

extension PNG {
    /// Decodes any PNG to 8 bits per channel.
    ///
    /// - Parameters:
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    /// - Throws: ``ImageError``; damaged or missing data is an error, never a partial picture.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        let (pixels, width, height) = try decode(bytes, isPremultiplied: true, limits, isCancelled)
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// Decodes any PNG to 8 bits per channel, with straight alpha as in the file.
    ///
    /// The parameters and errors are those of ``decode(_:limits:isCancelled:)``.
    package static func decodeStraight(
        _ bytes: [UInt8], limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> StraightBitmap {
        if (try? limits.check(byteCount: bytes.count)) != nil, let plain = PlainPNG(bytes, limits: limits), !isCancelled(),
            let picture = plain.decoded(bytes)
        {
            return picture
        }
        let (pixels, width, height) = try decode(bytes, isPremultiplied: false, limits, isCancelled)
        return StraightBitmap(bgra: StraightBitmap.exchangingRedAndBlue(pixels), width: width, height: height)
    }

    private typealias Decoded = (pixels: [UInt8], width: Int, height: Int)

    private static func decode(
        _ bytes: [UInt8], isPremultiplied: Bool, _ limits: ImageLimits, _ isCancelled: () -> Bool
    ) throws(ImageError) -> Decoded {
        try limits.check(byteCount: bytes.count)
        guard let context = spng_ctx_new(0) else { throw .codec(.png, "not enough memory") }
        defer { spng_ctx_free(context) }
        // libspng uses the buffer until the context is freed, so that all calls are inside this closure.
        let result = bytes.withUnsafeBytes { source in
            Result { () throws(ImageError) in try decode(source, in: context, isPremultiplied, limits, isCancelled) }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, in context: OpaquePointer, _ isPremultiplied: Bool, _ limits: ImageLimits,
        _ isCancelled: () -> Bool
    ) throws(ImageError) -> Decoded {
        try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count), limits)
        // Texts and profiles are not used, but their memory is limited.
        try check(spng_set_chunk_limits(context, limits.maxMetadata, limits.maxMetadata * 2), limits)
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header), limits)
        let (width, height) = (Int(header.width), Int(header.height))
        try limits.check(width: width, height: height)
        try limits.check(memory: width * height * 4)

        let format = Int32(SPNG_FMT_RGBA8.rawValue)
        var size = 0
        try check(spng_decoded_image_size(context, format, &size), limits)
        guard size == width * height * 4 else { throw .corrupt(.png, "the header contradicts itself") }
        let flags = Int32(SPNG_DECODE_TRNS.rawValue) | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)
        try check(spng_decode_image(context, nil, 0, format, flags), limits)
        var outcome = Rows.failed(0)
        let pixels = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            guard let base = target.baseAddress else { return }
            outcome = decodeRows(of: context, into: base, length: width * 4, isCancelled)
            guard case .done = outcome else { return }
            if isPremultiplied { StraightAlpha.premultiply(UnsafeMutableRawBufferPointer(start: base, count: size)) }
            count = size
        }
        switch outcome {
        case .done: break
        case .cancelled: throw .cancelled
        case .failed(let status):
            try check(status, limits)
            throw .codec(.png, "the decoder stopped without a reason")
        }
        // The chunks after the pixels are not used, but if they are missing, the file is incomplete.
        try check(spng_decode_chunks(context), limits)
        return (pixels, width, height)
    }

    private enum Rows {
        case done
        case cancelled
        case failed(Int32)
    }

    /// Decodes the rows; an interlaced picture contains each row several times.
    private static func decodeRows(
        of context: OpaquePointer, into pixels: UnsafeMutablePointer<UInt8>, length: Int, _ isCancelled: () -> Bool
    ) -> Rows {
        var row = spng_row_info()
        var count = 0
        while true {
            if count % 16 == 0, isCancelled() { return .cancelled }
            // The last row reports the end, except for an interlaced picture of one pixel: there, only a request for another row does.
            var status = spng_get_row_info(context, &row)
            if status == 0 { status = spng_decode_row(context, pixels + Int(row.row_num) * length, length) }
            if status == SPNG_EOI.rawValue { return .done }
            guard status == 0 else { return .failed(status) }
            count += 1
        }
    }

    private static func check(_ status: Int32, _ limits: ImageLimits) throws(ImageError) {
        switch status {
        case SPNG_OK.rawValue:
            return
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue, SPNG_EIO.rawValue:
            throw .truncated(.png)
        case SPNG_EMEM.rawValue:
            throw .codec(.png, "not enough memory")
        case SPNG_ECHUNK_LIMITS.rawValue:
            throw .tooMuchMetadata(limit: limits.maxMetadata)
        default:
            throw .corrupt(.png, String(cString: spng_strerror(status)))
        }
    }
}

/// A fast decoder for the PNGs of most programs: 8 bits per channel, RGB or RGBA, not interlaced, without a table.
///
/// All other files, including damaged ones, are left to the general decoder.
struct PlainPNG {
    private let width: Int
    private let height: Int
    /// 3 for RGB, 4 for RGBA.
    private let channels: Int
    /// The byte ranges of the compressed rows.
    private let content: [Range<Int>]

    /// Parses the chunks of a file; nil if it is another kind of PNG, or incomplete.
    init?(_ bytes: [UInt8], limits: ImageLimits) {
        guard bytes.starts(with: PNG.signature) else { return nil }
        var offset = PNG.signature.count
        var header: (width: Int, height: Int, channels: Int)?
        var content: [Range<Int>] = []
        while true {
            guard let length = Self.number(bytes, offset), length <= bytes.count - offset - 12 else { return nil }
            let data = offset + 8..<offset + 8 + length
            guard Self.number(bytes, data.upperBound) == Self.sum(bytes, offset + 4..<data.upperBound) else { return nil }
            switch String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) {
            case "IHDR":
                guard header == nil, offset == PNG.signature.count, let found = Self.header(bytes, data) else { return nil }
                header = found
            case "IDAT": content.append(data)
            case "IEND":
                guard let header, !content.isEmpty, length == 0 else { return nil }
                (width, height, channels, self.content) = (header.width, header.height, header.channels, content)
                guard (try? limits.check(width: width, height: height)) != nil, (try? limits.check(memory: width * height * 4)) != nil
                else { return nil }
                return
            // No decoder here uses colour spaces and texts.
            case "sRGB", "gAMA", "cHRM", "pHYs", "tEXt", "tIME": guard length <= limits.maxMetadata else { return nil }
            default: return nil
            }
            offset = data.upperBound + 4
        }
    }

    private static func header(_ bytes: [UInt8], _ data: Range<Int>) -> (width: Int, height: Int, channels: Int)? {
        guard data.count == 13, let width = number(bytes, data.lowerBound), let height = number(bytes, data.lowerBound + 4),
            width > 0, height > 0
        else { return nil }
        switch Array(bytes[data.lowerBound + 8..<data.upperBound]) {
        case [8, 2, 0, 0, 0]: return (width, height, 3)
        case [8, 6, 0, 0, 0]: return (width, height, 4)
        default: return nil
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func sum(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        bytes.withUnsafeBytes { Int(libdeflate_crc32(0, $0.baseAddress?.advanced(by: range.lowerBound), range.count)) }
    }

    /// Decodes the picture from the bytes with which it was created; nil if the data is not exactly the rows of the picture.
    func decoded(_ bytes: [UInt8]) -> StraightBitmap? {
        let length = (width * channels + 1) * height
        var isWhole = false
        let rows = [UInt8](unsafeUninitializedCapacity: length) { rows, count in
            guard let start = rows.baseAddress, let decompressor = libdeflate_alloc_decompressor() else { return }
            defer { libdeflate_free_decompressor(decompressor) }
            func decompress(_ source: UnsafeRawBufferPointer) {
                var written = 0
                let result = libdeflate_zlib_decompress(decompressor, source.baseAddress, source.count, start, length, &written)
                isWhole = result == LIBDEFLATE_SUCCESS && written == length
            }
            if let only = content.first, content.count == 1 {
                bytes.withUnsafeBytes { decompress(UnsafeRawBufferPointer(rebasing: $0[only])) }
            } else {
                content.flatMap { bytes[$0] }.withUnsafeBytes(decompress)
            }
            count = isWhole ? length : 0
        }
        guard isWhole else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let target = target.baseAddress else { return }
            isWhole = subdial_png_unfilter(rows, width, height, Int32(channels), target)
            count = isWhole ? width * height * 4 : 0
        }
        return isWhole ? StraightBitmap(bgra: pixels, width: width, height: height) : nil
    }
}
