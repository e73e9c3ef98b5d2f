import SubdialCWebP

/// The WebP decoder.
package enum WebP {
    /// Decodes a still WebP, lossy or lossless.
    ///
    /// - Parameters:
    ///   - targetWidth: The required width. If both required sides are shorter than those of the source, the picture is scaled down uniformly
    ///     during the decoding, until one side has the required length.
    ///   - targetHeight: The required height.
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding of a lossy picture; true cancels it.
    /// - Throws: ``ImageError``; damaged or missing data is an error, never a partial picture.
    package static func decode(
        _ bytes: [UInt8], targetWidth: Int? = nil, targetHeight: Int? = nil, limits: ImageLimits = .standard,
        isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw .codec(.webp, "another version of the library") }
        try check(WebPGetFeatures(bytes, bytes.count, &config.input))
        let (width, height) = (Int(config.input.width), Int(config.input.height))
        try limits.check(width: width, height: height)
        guard config.input.has_animation == 0 else { throw .unsupported(.webp, "animation") }

        guard !isCancelled() else { throw .cancelled }

        let scaled = scaledSize(width, height, targetWidth, targetHeight)
        if scaled != (width, height) {
            config.options.use_scaling = 1
            config.options.scaled_width = Int32(scaled.width)
            config.options.scaled_height = Int32(scaled.height)
        }
        let memory = scaled.width * scaled.height * 4 + workingMemory(config.input)
        try limits.check(memory: memory)
        try limits.check(memory: memory + WebPCodes.memory(of: bytes, width: width, height: height))
        return try decode(bytes, &config, width: scaled.width, height: scaled.height, isCancelled)
    }

    /// libwebp's number of the lossy format.
    private static let lossy: Int32 = 1

    /// Returns the memory in bytes that libwebp needs for pixels besides the result: for the alpha channel of a lossy picture, which is a
    /// lossless picture of its own, and for all pixels of others.
    private static func workingMemory(_ features: WebPBitstreamFeatures) -> Int {
        let pixels = Int(features.width) * Int(features.height)
        return features.format == lossy ? (features.has_alpha != 0 ? pixels * 5 : 0) : pixels * 4
    }

    /// Returns the size of the decoding.
    ///
    /// It depends only on the two sizes, and so do the pixels.
    private static func scaledSize(
        _ width: Int, _ height: Int, _ targetWidth: Int?, _ targetHeight: Int?
    ) -> (width: Int, height: Int) {
        guard let targetWidth, let targetHeight, targetWidth > 0, targetHeight > 0, targetWidth < width, targetHeight < height else {
            return (width, height)
        }
        if targetWidth * height >= targetHeight * width {
            return (targetWidth, max(targetHeight, (targetWidth * height + width - 1) / width))
        }
        return (max(targetWidth, (targetHeight * width + height - 1) / height), targetHeight)
    }

    private static func decode(
        _ bytes: [UInt8], _ config: inout WebPDecoderConfig, width: Int, height: Int, _ isCancelled: () -> Bool
    ) throws(ImageError) -> Bitmap {
        let length = width * height * 4
        var status: VP8StatusCode? = VP8_STATUS_OK
        let pixels = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            config.output.colorspace = MODE_bgrA
            config.output.is_external_memory = 1
            config.output.u.RGBA.rgba = target.baseAddress
            config.output.u.RGBA.stride = Int32(width * 4)
            config.output.u.RGBA.size = length
            status = bytes.withUnsafeBufferPointer { run($0, &config, isCancelled) }
            WebPFreeDecBuffer(&config.output)
            if status == VP8_STATUS_OK { count = length }
        }
        guard let status else { throw .cancelled }
        try check(status)
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// The number of pieces of a lossy picture, with a check for cancellation after each.
    private static let pieces = 64

    /// Decodes the picture; nil after a cancellation.
    ///
    /// libwebp has no callback, so that a lossy picture is decoded in pieces. A lossless one is not, because libwebp would read its tables
    /// again for each piece.
    private static func run(
        _ bytes: UnsafeBufferPointer<UInt8>, _ config: inout WebPDecoderConfig, _ isCancelled: () -> Bool
    ) -> VP8StatusCode? {
        guard config.input.format == lossy else { return WebPDecode(bytes.baseAddress, bytes.count, &config) }
        // The decoder stores the address of the configuration.
        return withUnsafeMutablePointer(to: &config) { config in
            guard let decoder = WebPIDecode(bytes.baseAddress, bytes.count, config) else { return VP8_STATUS_OUT_OF_MEMORY }
            defer { WebPIDelete(decoder) }
            let step = max(4096, (bytes.count + pieces - 1) / pieces)
            var given = 0
            while true {
                given = min(bytes.count, given + step)
                let status = WebPIUpdate(decoder, bytes.baseAddress, given)
                guard status == VP8_STATUS_SUSPENDED, given < bytes.count else { return status }
                if isCancelled() { return nil }
            }
        }
    }

    private static func check(_ status: VP8StatusCode) throws(ImageError) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(.webp)
        case VP8_STATUS_OUT_OF_MEMORY: throw .codec(.webp, "not enough memory")
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webp, "an unknown feature")
        default: throw .corrupt(.webp, "the data does not decode")
        }
    }
}
