import SubdialCDeflate
import SubdialCPixels
import SubdialCSpng

extension PNG {
    /// Decodes any whole PNG to 8 bits per channel, upright and in sRGB.
    ///
    /// - Parameters:
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    /// - Throws: ``ImageError``; damaged or missing data is an error.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        return try decode(bytes, Options(limits: limits, isPremultiplied: true, isCut: false), isCancelled) { _ in }
    }

    /// Decodes a PNG whose end may be missing, as a picture that others have made.
    ///
    /// - Parameter report: Called with what is missing in the picture.
    /// - Throws: ``ImageError``; damaged data is an error, and so is data of less than half of the rows.
    static func decodeRows(
        of bytes: [UInt8], limits: ImageLimits, isCancelled: () -> Bool, report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        let completed = PNGChunks.completed(bytes)
        let options = Options(limits: limits, isPremultiplied: true, isCut: completed != nil)
        return try decode(completed ?? bytes, options, isCancelled, report)
    }

    /// Decodes any whole PNG to 8 bits per channel, with straight alpha as in the file, upright and in sRGB.
    ///
    /// - Throws: ``ImageError``; damaged or missing data is an error.
    package static func decodeStraight(
        _ bytes: [UInt8], limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> StraightBitmap {
        if (try? limits.check(byteCount: bytes.count)) != nil, let plain = PlainPNG(bytes, limits: limits), !isCancelled(),
            let picture = plain.decoded(bytes)
        {
            return picture
        }
        try limits.check(byteCount: bytes.count)
        let options = Options(limits: limits, isPremultiplied: false, isCut: false)
        let straight = try decode(bytes, options, isCancelled) { _ in }
        return StraightBitmap(
            bgra: StraightBitmap.exchangingRedAndBlue(straight.pixels), width: straight.width, height: straight.height)
    }

    /// The options of a decoding.
    private struct Options {
        let limits: ImageLimits
        /// True for premultiplied BGRA, false for RGBA with straight alpha.
        let isPremultiplied: Bool
        /// True if the file ended too early and was given an end.
        let isCut: Bool
    }

    private static func decode(
        _ bytes: [UInt8], _ options: Options, _ isCancelled: () -> Bool, _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        guard let context = spng_ctx_new(0) else { throw .codec(.png, "not enough memory") }
        defer { spng_ctx_free(context) }
        var description = PNGChunks.description(of: bytes)
        // libspng uses the buffer until the context is freed, so that all calls are inside this closure.
        let result = bytes.withUnsafeBytes { source in
            Result { () throws(ImageError) in try decode(source, in: context, &description, options, isCancelled, report) }
        }
        return try result.get().oriented(description.orientation)
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, in context: OpaquePointer, _ description: inout PNGChunks.Description, _ options: Options,
        _ isCancelled: () -> Bool, _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        let limits = options.limits
        try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count), limits)
        // Texts are not used, but their memory is limited.
        try check(spng_set_chunk_limits(context, limits.maxMetadata, limits.maxMetadata * 2), limits)
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header), limits)
        let (width, height) = (Int(header.width), Int(header.height))
        try limits.check(width: width, height: height)
        try limits.check(memory: width * height * 4)
        if description.hasProfile { description.colors = profile(in: context) }
        let conversion = conversion(description.colors, header).conversion(of: .png, report)
        let depth = conversion?.layout == .rgba16 ? 8 : 4
        try limits.check(memory: width * height * depth)

        let format = Int32((depth == 8 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8).rawValue)
        var size = 0
        try check(spng_decoded_image_size(context, format, &size), limits)
        guard size == width * height * depth else { throw .corrupt(.png, "the header contradicts itself") }
        let flags = Int32(SPNG_DECODE_TRNS.rawValue) | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)
        try check(spng_decode_image(context, nil, 0, format, flags), limits)
        var outcome = Rows.failed(0)
        var missing = 0
        var pixels = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            guard let base = target.baseAddress else { return }
            var last = spng_row_info()
            outcome = decodeRows(of: context, into: base, length: width * depth, &last, isCancelled)
            if case .failed = outcome, options.isCut, let rows = complete(base, length: width * depth, header, last) {
                missing = rows
                outcome = .done
            }
            guard case .done = outcome else { return }
            if let conversion, !conversion.apply(to: base, count: width * height, isCancelled: isCancelled) {
                outcome = .cancelled
                return
            }
            count = width * height * 4
            if options.isPremultiplied { StraightAlpha.premultiply(UnsafeMutableRawBufferPointer(start: base, count: count)) }
        }
        // Rows of 16 bits took twice the memory of the result.
        if depth == 8 { pixels = pixels.withUnsafeBufferPointer { Array($0) } }
        switch outcome {
        case .done: break
        case .cancelled: throw .cancelled
        case .failed(let status):
            if options.isCut { throw .truncated(.png) }
            try check(status, limits)
            throw .codec(.png, "the decoder stopped without a reason")
        }
        // The chunks after the pixels are not used, but if they are missing, the file is incomplete.
        if !options.isCut { try check(spng_decode_chunks(context), limits) }
        if options.isCut { report(missing > 0 ? .missingRows(.png, missing, of: height) : .missingEnd(.png)) }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// The profile that libspng has unpacked; nil if it is damaged.
    private static func profile(in context: OpaquePointer) -> SourceColors? {
        var found = spng_iccp()
        guard spng_get_iccp(context, &found) == SPNG_OK.rawValue, let start = found.profile else { return nil }
        return .profile(UnsafeRawBufferPointer(start: start, count: found.profile_len).map { $0 })
    }

    private static func conversion(_ colors: SourceColors?, _ header: spng_ihdr) -> ColorConversion.Outcome {
        let type = UInt32(header.color_type)
        let isGrey = type == SPNG_COLOR_TYPE_GRAYSCALE.rawValue || type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue
        return ColorConversion.from(colors, header.bit_depth == 16 ? .rgba16 : .rgba, isGrey: isGrey)
    }

    /// Fills the rows that are missing in a picture whose data ends too early.
    ///
    /// - Parameter last: The row that could not be decoded, in its pass of an interlaced picture.
    /// - Returns: The number of missing rows; nil if they are more than half.
    private static func complete(
        _ pixels: UnsafeMutablePointer<UInt8>, length: Int, _ header: spng_ihdr, _ last: spng_row_info
    ) -> Int? {
        let (height, row) = (Int(header.height), Int(last.row_num))
        guard header.interlace_method != 0 else {
            guard height - row <= height / 2 else { return nil }
            (pixels + row * length).initialize(repeating: 0, count: (height - row) * length)
            return height - row
        }
        // The last of the seven passes has every other row; those of the passes before it are complete.
        guard last.pass == 6 else { return nil }
        let missing = stride(from: row, to: height, by: 2)
        for row in missing { (pixels + row * length).update(from: pixels + (row - 1) * length, count: length) }
        return missing.underestimatedCount
    }

    private enum Rows {
        case done
        case cancelled
        case failed(Int32)
    }

    /// Decodes the rows; an interlaced picture contains each row several times.
    ///
    /// - Parameter row: The row that is decoded, or that could not be.
    private static func decodeRows(
        of context: OpaquePointer, into pixels: UnsafeMutablePointer<UInt8>, length: Int, _ row: inout spng_row_info,
        _ isCancelled: () -> Bool
    ) -> Rows {
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
        var header: (width: Int, height: Int, channels: Int)?
        var content: [Range<Int>] = []
        var (isSRGB, mayHaveOtherColors) = (false, false)
        for chunk in PNGChunks(bytes) {
            guard PNGChunks.isIntact(chunk, of: bytes) else { return nil }
            switch chunk.name {
            case "IHDR":
                guard header == nil, chunk.data.lowerBound == PNG.signature.count + 8, let found = Self.header(bytes, chunk.data) else {
                    return nil
                }
                header = found
            case "IDAT": content.append(chunk.data)
            case "IEND":
                guard let header, !content.isEmpty, chunk.data.isEmpty, isSRGB || !mayHaveOtherColors else { return nil }
                (width, height, channels, self.content) = (header.width, header.height, header.channels, content)
                guard (try? limits.check(width: width, height: height)) != nil, (try? limits.check(memory: width * height * 4)) != nil
                else { return nil }
                return
            case "sRGB": isSRGB = true
            case "gAMA", "cHRM": mayHaveOtherColors = true
            // Texts are not used.
            case "pHYs", "tEXt", "tIME": guard chunk.data.count <= limits.maxMetadata else { return nil }
            default: return nil
            }
        }
        return nil
    }

    private static func header(_ bytes: [UInt8], _ data: Range<Int>) -> (width: Int, height: Int, channels: Int)? {
        guard data.count == 13, let width = bytes.bigEndian(at: data.lowerBound), let height = bytes.bigEndian(at: data.lowerBound + 4),
            width > 0, height > 0
        else { return nil }
        switch Array(bytes[data.lowerBound + 8..<data.upperBound]) {
        case [8, 2, 0, 0, 0]: return (width, height, 3)
        case [8, 6, 0, 0, 0]: return (width, height, 4)
        default: return nil
        }
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
