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
    public static func decode(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) -> Bitmap {
        try decode(bytes, atLeast: nil, limits: limits)
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
    public static func decode(
        _ bytes: [UInt8], width: Int, height: Int, fit: Fit = .fill, limits: ImageLimits = .standard
    ) throws(ImageError) -> Bitmap {
        let (width, height) = (max(1, width), max(1, height))
        try limits.check(width: width, height: height)
        // An even scale that covers the target has enough pixels for any way of fitting into it.
        let bitmap = try decode(bytes, atLeast: (width, height), limits: limits)
        switch fit {
        case .stretch:
            return bitmap.resized(width: width, height: height)
        case .fill:
            return bitmap.croppedToAspect(width: width, height: height).resized(width: width, height: height)
        case .contain:
            let factor = min(Double(width) / Double(bitmap.width), Double(height) / Double(bitmap.height))
            return bitmap.resized(
                width: min(width, Int((Double(bitmap.width) * factor).rounded())),
                height: min(height, Int((Double(bitmap.height) * factor).rounded()))
            )
        }
    }

    private static func decode(
        _ bytes: [UInt8], atLeast target: (width: Int, height: Int)?, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
        switch ImageFormat.sniff(bytes) {
        case .png: try PNG.decode(bytes, limits: limits)
        case .jpeg: try JPEG.decode(bytes, targetWidth: target?.width, targetHeight: target?.height, limits: limits)
        case .webp: try WebP.decode(bytes, targetWidth: target?.width, targetHeight: target?.height, limits: limits)
        case .gif, .svg, .unknown: throw .unknownFormat(ImageFormat.sniff(bytes))
        }
    }
}
