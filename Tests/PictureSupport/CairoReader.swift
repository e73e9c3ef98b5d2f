import SubdialCCairo

/// Decodes PNGs with Cairo, and so with libpng, which is independent of Subdial's decoder.
public enum CairoReader {
    private struct Source {
        var bytes: UnsafeRawBufferPointer
    }

    /// Returns the premultiplied pixels in a bitmap's layout; nil if libpng cannot decode the file.
    public static func pixels(_ file: [UInt8]) -> [UInt8]? {
        file.withUnsafeBytes { bytes in
            var source = Source(bytes: bytes)
            let surface = withUnsafeMutablePointer(to: &source) { source in
                cairo_image_surface_create_from_png_stream(
                    { source, target, count in
                        guard let source = source?.assumingMemoryBound(to: Source.self), let target,
                            source.pointee.bytes.count >= Int(count), let start = source.pointee.bytes.baseAddress
                        else { return CAIRO_STATUS_READ_ERROR }
                        target.update(from: start.assumingMemoryBound(to: UInt8.self), count: Int(count))
                        source.pointee.bytes = UnsafeRawBufferPointer(rebasing: source.pointee.bytes.dropFirst(Int(count)))
                        return CAIRO_STATUS_SUCCESS
                    }, source)
            }
            defer { cairo_surface_destroy(surface) }
            guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let start = cairo_image_surface_get_data(surface) else {
                return nil
            }
            let format = cairo_image_surface_get_format(surface)
            guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else { return nil }
            let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
            let rowLength = Int(cairo_image_surface_get_stride(surface))
            var pixels: [UInt8] = []
            for y in 0..<height { pixels += UnsafeBufferPointer(start: start + y * rowLength, count: width * 4) }
            // Without an alpha channel, the last byte of a pixel is undefined.
            if format == CAIRO_FORMAT_RGB24 { for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 } }
            return pixels
        }
    }
}
