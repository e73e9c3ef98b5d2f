import SubdialCCairo
import SubdialDrawing

/// Encodes a picture with Cairo's own PNG writer, for comparison.
func cairoPNG(_ bitmap: Bitmap) -> [UInt8] {
    var pixels = bitmap.pixels
    var bytes: [UInt8] = []
    pixels.withUnsafeMutableBytes { buffer in
        let surface = cairo_image_surface_create_for_data(
            buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height),
            Int32(bitmap.width * 4))
        withUnsafeMutablePointer(to: &bytes) { output in
            _ = cairo_surface_write_to_png_stream(
                surface,
                { closure, data, count in
                    if let output = closure?.assumingMemoryBound(to: [UInt8].self), let data {
                        output.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    }
                    return CAIRO_STATUS_SUCCESS
                }, output)
        }
        cairo_surface_destroy(surface)
    }
    return bytes
}
