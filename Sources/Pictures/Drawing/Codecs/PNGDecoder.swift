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
