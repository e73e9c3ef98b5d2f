import SubdialCWebP

/// The WebP decoder.
package enum WebP {
    /// Decodes a WebP, lossy or lossless, upright and in sRGB; of an animation the first frame.
    ///
    /// - Parameters:
    ///   - targetWidth: The required width of the upright picture. If both required sides are shorter than those of the source, a still picture
    ///     is scaled down uniformly during the decoding, until one side has the required length.
    ///   - targetHeight: The required height.
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding of a lossy picture; true cancels it.
    ///   - report: Called with what is missing in the picture.
    /// - Throws: ``ImageError``; damaged data is an error, and so is data of less than half of the rows.
    package static func decode(
        _ bytes: [UInt8], targetWidth: Int? = nil, targetHeight: Int? = nil, limits: ImageLimits = .standard,
        isCancelled: () -> Bool = { false }, report: (ImageWarning) -> Void = { _ in }
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        let chunks = WebPChunks(bytes)
        let conversion = ColorConversion.from(chunks.colors, .rgba).conversion(of: .webp, report)
        var canvas = WebPBitstreamFeatures()
        try check(WebPGetFeatures(bytes, bytes.count, &canvas))
        let work = Work(limits: limits, conversion: conversion)
        guard canvas.has_animation != 0 else {
            let target = chunks.orientation.swapsSides ? (targetHeight, targetWidth) : (targetWidth, targetHeight)
            return try still(bytes, from: 12, target, work, isCancelled, report).oriented(chunks.orientation)
        }
        let (width, height) = (Int(canvas.width), Int(canvas.height))
        try limits.check(width: width, height: height)
        guard let frame = chunks.frame else { throw .truncated(.webp) }
        guard frame.x + frame.width <= width, frame.y + frame.height <= height else {
            throw .corrupt(.webp, "a frame is outside of the picture")
        }
        // libwebp decodes the chunks of a frame as those of a file without its first twelve bytes.
        let bitmap = try still(Array(bytes[frame.content]), from: 0, (nil, nil), work, isCancelled, report)
        guard (bitmap.width, bitmap.height) == (frame.width, frame.height) else { throw .corrupt(.webp, "a frame has another size") }
        try limits.check(memory: (width * height + frame.width * frame.height) * 4)
        return bitmap.placed(x: frame.x, y: frame.y, width: width, height: height).oriented(chunks.orientation)
    }

    /// The properties of the file that apply to all of its pictures.
    private struct Work {
        let limits: ImageLimits
        /// The conversion of the colours; nil if they are those of sRGB.
        let conversion: ColorConversion?
    }

    /// Decodes a still picture.
    ///
    /// - Parameter start: The offset of the first chunk.
    private static func still(
        _ bytes: [UInt8], from start: Int, _ target: (width: Int?, height: Int?), _ work: Work, _ isCancelled: () -> Bool,
        _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw .codec(.webp, "another version of the library") }
        try check(WebPGetFeatures(bytes, bytes.count, &config.input))
        let (width, height) = (Int(config.input.width), Int(config.input.height))
        try work.limits.check(width: width, height: height)
        guard !isCancelled() else { throw .cancelled }

        let scaled = scaledSize(width, height, target.width, target.height)
        if scaled != (width, height) {
            config.options.use_scaling = 1
            config.options.scaled_width = Int32(scaled.width)
            config.options.scaled_height = Int32(scaled.height)
        }
        let memory = scaled.width * scaled.height * 4 + workingMemory(config.input)
        try work.limits.check(memory: memory)
        try work.limits.check(memory: memory + WebPCodes.memory(of: bytes, from: start, width: width, height: height))
        return try decode(bytes, &config, width: scaled.width, height: scaled.height, work.conversion, isCancelled, report)
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
        _ bytes: [UInt8], _ config: inout WebPDecoderConfig, width: Int, height: Int, _ conversion: ColorConversion?,
        _ isCancelled: () -> Bool, _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        let length = width * height * 4
        var result = Progress.failed(VP8_STATUS_OUT_OF_MEMORY)
        let pixels = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            guard let base = target.baseAddress else { return }
            // Colours are converted before they are multiplied by alpha.
            config.output.colorspace = conversion == nil ? MODE_bgrA : MODE_RGBA
            config.output.is_external_memory = 1
            config.output.u.RGBA.rgba = base
            config.output.u.RGBA.stride = Int32(width * 4)
            config.output.u.RGBA.size = length
            result = bytes.withUnsafeBufferPointer { run($0, &config, height: height, isCancelled) }
            WebPFreeDecBuffer(&config.output)
            guard case .rows(let rows) = result else { return }
            (base + rows * width * 4).initialize(repeating: 0, count: (height - rows) * width * 4)
            if let conversion {
                guard conversion.apply(to: base, count: width * height, isCancelled: isCancelled) else {
                    result = .cancelled
                    return
                }
                StraightAlpha.premultiply(UnsafeMutableRawBufferPointer(start: base, count: length))
            }
            count = length
        }
        switch result {
        case .cancelled: throw .cancelled
        case .failed(let status):
            try check(status)
            throw .codec(.webp, "the decoder stopped without a reason")
        case .rows(let rows): if rows < height { report(.missingRows(.webp, height - rows, of: height)) }
        }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    /// The end of a decoding.
    private enum Progress {
        /// The number of rows that are there: all, or most of a file that ends too early.
        case rows(Int)
        case cancelled
        case failed(VP8StatusCode)
    }

    /// The number of pieces of a lossy picture, with a check for cancellation after each.
    private static let pieces = 64

    /// Decodes the picture.
    ///
    /// libwebp has no callback, so that a lossy picture is decoded in pieces. A lossless one is decoded in one, because libwebp would read its
    /// tables again for each piece.
    private static func run(
        _ bytes: UnsafeBufferPointer<UInt8>, _ config: inout WebPDecoderConfig, height: Int, _ isCancelled: () -> Bool
    ) -> Progress {
        let isLossy = config.input.format == lossy
        // The decoder stores the address of the configuration.
        return withUnsafeMutablePointer(to: &config) { config in
            guard let decoder = WebPIDecode(bytes.baseAddress, bytes.count, config) else { return .failed(VP8_STATUS_OUT_OF_MEMORY) }
            defer { WebPIDelete(decoder) }
            let step = isLossy ? max(4096, (bytes.count + pieces - 1) / pieces) : bytes.count
            var given = 0
            while true {
                given = min(bytes.count, given + step)
                let status = WebPIUpdate(decoder, bytes.baseAddress, given)
                if status == VP8_STATUS_OK { return .rows(height) }
                guard status == VP8_STATUS_SUSPENDED else { return .failed(status) }
                if given == bytes.count {
                    var rows: Int32 = 0
                    let isStarted = WebPIDecGetRGB(decoder, &rows, nil, nil, nil) != nil
                    return isStarted && Int(rows) * 2 >= height ? .rows(Int(rows)) : .failed(status)
                }
                if isCancelled() { return .cancelled }
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
