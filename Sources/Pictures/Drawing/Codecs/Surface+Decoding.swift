import SubdialCCairo
import SubdialCPixels

extension Surface {
    /// Decodes a picture, resized to fill `width` × `height` pixels as ``ImageDecoder`` does it, each at least 1.
    ///
    /// A JPEG is decoded to the pixels of the surface, so that nothing is copied.
    ///
    /// - Returns: nil if Cairo has no surface of this size.
    /// - Throws: ``ImageError``, as ``ImageDecoder`` does.
    package static func decoding(
        _ bytes: [UInt8], width: Int, height: Int, limits: ImageLimits = .standard
    ) throws(ImageError) -> Surface? {
        let (width, height) = (max(1, width), max(1, height))
        try limits.check(width: width, height: height)
        if ImageFormat.sniff(bytes) == .jpeg {
            return try JPEG.filling(
                bytes, width: width, height: height, limits: limits, isCancelled: { false },
                make: { Surface(resampling: $0, $1, width: width, height: height) }, convert: { try? Surface($0) })
        }
        let bitmap = try ImageDecoder.decode(bytes, width: width, height: height, limits: limits)
        return try? Surface(bitmap)
    }

    /// Resamples the rows of a part of a picture; nil if a row is missing, or if there is no surface of this size.
    private convenience init?(resampling source: subdial_row_source, _ part: AspectCrop, width: Int, height: Int) {
        do { try self.init(width: width, height: height) } catch { return nil }
        guard let pixels = cairo_image_surface_get_data(pointer), cairo_image_surface_get_stride(pointer) == width * 4,
            Bitmap.resample(source, part, width: width, height: height, into: pixels)
        else { return nil }
        cairo_surface_mark_dirty(pointer)
    }
}
