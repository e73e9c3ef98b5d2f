import CSpng

extension PNG {
    /// Decodes any PNG to 8 bits a channel.
    ///
    /// - Throws: ``ImageError``; damaged or missing data is an error, never a partial picture.
    public static func decode(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        guard let context = spng_ctx_new(0) else { throw .codec(.png, "not enough memory") }
        defer { spng_ctx_free(context) }
        // The buffer is used until the context is freed, so everything happens inside.
        let result = bytes.withUnsafeBytes { source in
            Result { () throws(ImageError) in try decode(source, in: context, limits: limits) }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, in context: OpaquePointer, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count))
        // Texts and profiles are not used; what they may take of memory is bounded.
        try check(spng_set_chunk_limits(context, 8 << 20, 16 << 20))
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header))
        let (width, height) = (Int(header.width), Int(header.height))
        try limits.check(width: width, height: height)

        let format = Int32(SPNG_FMT_RGBA8.rawValue)
        var size = 0
        try check(spng_decoded_image_size(context, format, &size))
        guard size == width * height * 4 else { throw .corrupt(.png, "the header contradicts itself") }
        var status: Int32 = 0
        let pixels = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            status = spng_decode_image(context, target.baseAddress, size, format, Int32(SPNG_DECODE_TRNS.rawValue))
            guard status == 0 else { return }
            StraightAlpha.premultiply(UnsafeMutableRawBufferPointer(target))
            count = size
        }
        try check(status)
        // What follows the pixels is not used, but must be there: else the file was cut off.
        try check(spng_decode_chunks(context))
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    private static func check(_ status: Int32) throws(ImageError) {
        switch status {
        case SPNG_OK.rawValue:
            return
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue, SPNG_EIO.rawValue:
            throw .truncated(.png)
        case SPNG_EMEM.rawValue:
            throw .codec(.png, "not enough memory")
        default:
            throw .corrupt(.png, String(cString: spng_strerror(status)))
        }
    }
}
