import SubdialBasics

/// Decodes pictures of any supported format, which is detected from their content.
package enum ImageDecoder {
    /// The fitting of a picture into a size.
    package enum Fit: String, Hashable, Sendable, CaseIterable {
        /// The picture fills the size; the longer dimension is cropped on both sides.
        case fill
        /// The whole picture, as large as possible; one side can be shorter.
        case contain
        /// The whole picture, stretched.
        case stretch
    }

    /// Decodes a picture at its own size, upright and in sRGB.
    ///
    /// - Parameters:
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    ///   - report: Called with what is missing in the picture.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }, report: (ImageWarning) -> Void = { _ in }
    ) throws(ImageError) -> Bitmap {
        try decode(bytes, atLeast: nil, limits, isCancelled, report)
    }

    /// Decodes the largest centred square of a picture.
    ///
    /// It is never larger than the picture, so that it can be the source of several sizes.
    ///
    /// - Parameters:
    ///   - side: The maximum edge of the square in pixels, at least 1.
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    ///   - report: Called with what is missing in the picture.
    package static func square(
        _ bytes: [UInt8], side: Int, limits: ImageLimits = .standard, isCancelled: () -> Bool = { false },
        report: (ImageWarning) -> Void = { _ in }
    ) throws(ImageError) -> Bitmap {
        let side = max(1, side)
        try limits.check(width: side, height: side)
        let bitmap = try decode(bytes, atLeast: (side, side), limits, isCancelled, report)
        guard !isCancelled() else { throw .cancelled }
        let edge = min(side, bitmap.width, bitmap.height)
        return bitmap.filling(width: edge, height: edge)
    }

    /// Decodes a picture and resizes it.
    ///
    /// The result depends only on the bytes and the arguments: the scale of the decoding follows from the sizes of source and target.
    ///
    /// - Parameters:
    ///   - width: The width of the result, at least 1; the maximum for ``Fit/contain``.
    ///   - height: The height of the result, at least 1; the maximum for ``Fit/contain``.
    ///   - fit: The fitting for different aspect ratios.
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    ///   - report: Called with what is missing in the picture.
    package static func decode(
        _ bytes: [UInt8], width: Int, height: Int, fit: Fit = .fill, limits: ImageLimits = .standard, isCancelled: () -> Bool = { false },
        report: (ImageWarning) -> Void = { _ in }
    ) throws(ImageError) -> Bitmap {
        let (width, height) = (max(1, width), max(1, height))
        try limits.check(width: width, height: height)
        if fit == .fill, ImageFormat.sniff(bytes) == .jpeg,
            let bitmap = try JPEG.filling(
                bytes, width: width, height: height, limits: limits, isCancelled: isCancelled, report: report,
                make: { Bitmap(resampling: $0, $1, width: width, height: height) }, convert: { $0 })
        {
            return bitmap
        }
        // A uniform scale that covers the target has enough pixels for every fit.
        let bitmap = try decode(bytes, atLeast: (width, height), limits, isCancelled, report)
        guard !isCancelled() else { throw .cancelled }
        switch fit {
        case .stretch:
            return bitmap.resized(width: width, height: height)
        case .fill:
            return bitmap.filling(width: width, height: height)
        case .contain:
            let factor = min(Double(width) / Double(bitmap.width), Double(height) / Double(bitmap.height))
            return bitmap.resized(
                width: min(width, Int(saturating: (Double(bitmap.width) * factor).rounded())),
                height: min(height, Int(saturating: (Double(bitmap.height) * factor).rounded()))
            )
        }
    }

    private static func decode(
        _ bytes: [UInt8], atLeast target: (width: Int, height: Int)?, _ limits: ImageLimits, _ isCancelled: () -> Bool,
        _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        let (width, height) = (target?.width, target?.height)
        let format = ImageFormat.sniff(bytes)
        switch format {
        case .png: return try PNG.decodeRows(of: bytes, limits: limits, isCancelled: isCancelled, report: report)
        case .jpeg:
            return try JPEG.decode(
                bytes, targetWidth: width, targetHeight: height, limits: limits, isCancelled: isCancelled, report: report)
        case .webp:
            return try WebP.decode(
                bytes, targetWidth: width, targetHeight: height, limits: limits, isCancelled: isCancelled, report: report)
        case .gif: return try GIF.decode(bytes, limits: limits, isCancelled: isCancelled, report: report)
        case .bmp: return try BMPReader(bytes, limits: limits).decoded(isCancelled: isCancelled, report: report)
        case .avif, .heic: return try ForeignPicture.decode(bytes, format, limits: limits, isCancelled: isCancelled, report: report)
        case .svg, .pdf, .unknown: throw .unknownFormat(format)
        }
    }
}
