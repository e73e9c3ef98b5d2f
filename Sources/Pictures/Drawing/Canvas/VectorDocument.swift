import SubdialCCairo

/// A vector document: an SVG or PDF file.
///
/// Coordinates on its surface are device pixels, as on a bitmap. Texts are converted to outlines, so that readers do not need the fonts.
/// Effects that neither format supports, such as a blur, are embedded as pixels.
public final class VectorDocument {
    /// A file format.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case svg, pdf
    }

    /// The surface to draw on.
    package let surface: Surface
    private let output: Output

    private final class Output {
        var bytes: [UInt8] = []
    }

    /// Creates an empty document.
    ///
    /// - Parameters:
    ///   - width: The width in device pixels.
    ///   - height: The height in device pixels.
    ///   - scale: Device pixels per unit of the document: CSS pixels in an SVG, points in a PDF.
    ///   - date: The creation date of a PDF, as ISO 8601.
    /// - Throws: ``DrawingError`` for an unsupported size.
    package init(_ format: Format, width: Int, height: Int, scale: Double, date: String) throws(DrawingError) {
        let sides = 1...Surface.maximumSide
        guard sides.contains(width), sides.contains(height), width * height <= Surface.maximumPixels, scale > 0 else {
            throw .size(width: width, height: height, limit: Surface.maximumPixels)
        }
        output = Output()
        let target = Unmanaged.passUnretained(output).toOpaque()
        let write: cairo_write_func_t = { target, bytes, count in
            guard let target, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<Output>.fromOpaque(target).takeUnretainedValue().bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
            return CAIRO_STATUS_SUCCESS
        }
        let (unitWidth, unitHeight) = (Double(width) / scale, Double(height) / scale)
        let created =
            format == .svg
            ? cairo_svg_surface_create_for_stream(write, target, unitWidth, unitHeight)
            : cairo_pdf_surface_create_for_stream(write, target, unitWidth, unitHeight)
        guard let created else { throw .cairo("no surface") }
        surface = Surface(created, width: width, height: height)
        try Status.check(cairo_surface_status(created))
        switch format {
        case .svg: cairo_svg_surface_set_document_unit(created, CAIRO_SVG_UNIT_PX)
        case .pdf: cairo_pdf_surface_set_metadata(created, CAIRO_PDF_METADATA_CREATE_DATE, date)
        }
        cairo_surface_set_device_scale(created, 1 / scale, 1 / scale)
        // Embedded pixels have the resolution of the device.
        cairo_surface_set_fallback_resolution(created, 72 * scale, 72 * scale)
    }

    /// Finishes the file; nothing can be drawn after it.
    ///
    /// - Throws: ``DrawingError/cairo(_:)`` if drawing failed.
    package func finish() throws(DrawingError) -> [UInt8] {
        cairo_surface_finish(surface.pointer)
        try Status.check(cairo_surface_status(surface.pointer))
        return output.bytes
    }

    deinit {
        // Before `output` is released, as Cairo writes to it.
        cairo_surface_finish(surface.pointer)
    }
}
