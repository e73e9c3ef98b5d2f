/// Decodes pictures of any kind that is known, told by their content.
public enum ImageDecoder {
    /// How a picture comes to have the size that is wanted.
    public enum Fit: String, Hashable, Sendable, CaseIterable {
        /// What is too long for the proportions is cut off on both sides.
        case fill
        /// The whole picture, as large as goes in; one side may come out smaller.
        case contain
        /// The whole picture, stretched.
        case stretch
    }

    /// Decodes a picture at its own size.
    public static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        try decode(bytes, atLeast: nil, limits, isCancelled)
    }

    /// Decodes the largest square from the middle of a picture.
    ///
    /// It is never larger than the picture: several sizes can be made of it.
    ///
    /// - Parameters:
    ///   - side: The most pixels of the square's edge, at least 1.
    ///   - limits: What the source may cost.
    ///   - isCancelled: Asked again and again while the picture is decoded, which ends where it says yes.
    public static func square(
        _ bytes: [UInt8], side: Int, limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        let side = max(1, side)
        try limits.check(width: side, height: side)
        let bitmap = try decode(bytes, atLeast: (side, side), limits, isCancelled)
        guard !isCancelled() else { throw .cancelled }
        let edge = min(side, bitmap.width, bitmap.height)
        return bitmap.filling(width: edge, height: edge)
    }

    /// Decodes a picture and brings it to a size.
    ///
    /// The result is a function of the bytes and the arguments alone: which scale is decoded follows from the sizes of source and target.
    ///
    /// - Parameters:
    ///   - width: The width of the result, at least 1; the most where `fit` is ``Fit/contain``.
    ///   - height: The height of the result, at least 1; the most where `fit` is ``Fit/contain``.
    ///   - fit: What happens where the proportions differ.
    ///   - limits: What the source may cost.
    ///   - isCancelled: Asked again and again while the picture is decoded, which ends where it says yes.
    public static func decode(
        _ bytes: [UInt8], width: Int, height: Int, fit: Fit = .fill, limits: ImageLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        let (width, height) = (max(1, width), max(1, height))
        try limits.check(width: width, height: height)
        // An even scale that covers the target has enough pixels for any way of fitting into it.
        let bitmap = try decode(bytes, atLeast: (width, height), limits, isCancelled)
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
        _ bytes: [UInt8], atLeast target: (width: Int, height: Int)?, _ limits: ImageLimits, _ isCancelled: () -> Bool
    ) throws(ImageError) -> Bitmap {
        let (width, height) = (target?.width, target?.height)
        switch ImageFormat.sniff(bytes) {
        case .png: return try PNG.decode(bytes, limits: limits, isCancelled: isCancelled)
        case .jpeg: return try JPEG.decode(bytes, targetWidth: width, targetHeight: height, limits: limits, isCancelled: isCancelled)
        case .webp: return try WebP.decode(bytes, targetWidth: width, targetHeight: height, limits: limits, isCancelled: isCancelled)
        case .gif, .svg, .unknown: throw .unknownFormat(ImageFormat.sniff(bytes))
        }
    }
}
