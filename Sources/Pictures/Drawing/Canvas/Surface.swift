import SubdialCCairo
import SubdialCPixels

/// A bitmap or a vector document to draw on.
package final class Surface {
    /// The default maximum number of pixels: 8192 × 8192, 256 MiB.
    package static let maximumPixels = 8192 * 8192
    /// The maximum side that Cairo supports, in pixels.
    package static let maximumSide = 32_767

    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    let pointer: OpaquePointer
    /// True for a vector document.
    package let isVector: Bool
    /// True after ``finish()``: Cairo still refers to memory that is not there any more.
    private var isFinished = false

    /// Takes ownership of the surface of a document, which represents that many device pixels.
    init(_ document: OpaquePointer, width: Int, height: Int) {
        (pointer, isVector) = (document, true)
        (self.width, self.height) = (width, height)
    }

    /// Creates a transparent surface.
    ///
    /// - Throws: ``DrawingError/size(width:height:limit:)`` if a side is not positive or too long, or if there are too many pixels.
    package convenience init(width: Int, height: Int, maximumPixels: Int = Surface.maximumPixels) throws(DrawingError) {
        try self.init(CAIRO_FORMAT_ARGB32, width: width, height: height, maximumPixels: maximumPixels)
    }

    /// Creates a transparent surface of opacities without colours, as a mask: it has no bitmap.
    convenience init(maskWidth width: Int, height: Int) throws(DrawingError) {
        try self.init(CAIRO_FORMAT_A8, width: width, height: height, maximumPixels: Self.maximumPixels)
    }

    private init(_ format: cairo_format_t, width: Int, height: Int, maximumPixels: Int) throws(DrawingError) {
        try Self.check(width: width, height: height, maximumPixels: maximumPixels)
        guard let pointer = cairo_image_surface_create(format, Int32(width), Int32(height)) else { throw .cairo("no surface") }
        self.width = width
        self.height = height
        self.pointer = pointer
        isVector = false
        try Status.check(cairo_surface_status(pointer))
    }

    /// Creates a transparent surface on `width` × `height` × 4 bytes that belong to the caller, who calls ``finish()`` before they go.
    init(clearing pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int) throws(DrawingError) {
        guard let pointer = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width) * 4)
        else { throw .cairo("no surface") }
        self.width = width
        self.height = height
        self.pointer = pointer
        isVector = false
        let context = try Context(self)
        context.clear()
        try context.check()
    }

    /// Ends all drawing on the surface, and stops using its memory.
    ///
    /// - Throws: ``DrawingError/cairo(_:)`` if drawing on the surface failed.
    func finish() throws(DrawingError) {
        isFinished = true
        cairo_surface_finish(pointer)
        try Status.check(cairo_surface_status(pointer))
    }

    static func check(width: Int, height: Int, maximumPixels: Int) throws(DrawingError) {
        let sides = 1...maximumSide
        guard sides.contains(width), sides.contains(height), width * height <= maximumPixels else {
            throw .size(width: width, height: height, limit: maximumPixels)
        }
    }

    /// Creates a surface with the pixels of a bitmap.
    package convenience init(_ bitmap: Bitmap) throws(DrawingError) {
        try self.init(width: bitmap.width, height: bitmap.height)
        guard let data = cairo_image_surface_get_data(pointer) else { throw .cairo("the surface has no pixels") }
        let stride = Int(cairo_image_surface_get_stride(pointer))
        let length = bitmap.width * 4
        bitmap.pixels.withUnsafeBytes { source in
            for row in 0..<bitmap.height {
                let line = UnsafeRawBufferPointer(rebasing: source[row * length..<(row + 1) * length])
                UnsafeMutableRawBufferPointer(start: data + row * stride, count: length).copyMemory(from: line)
            }
        }
        cairo_surface_mark_dirty(pointer)
    }

    deinit {
        cairo_surface_destroy(pointer)
    }

    /// Copies an area of the surface to the same position in a bitmap of the same size.
    ///
    /// - Throws: ``DrawingError/cairo(_:)`` if drawing on the surface failed, or if the area is not inside of both.
    package func copy(x: Int, y: Int, width: Int, height: Int, into bitmap: inout Bitmap) throws(DrawingError) {
        guard bitmap.width == self.width, bitmap.height == self.height, x >= 0, y >= 0, width >= 0, height >= 0,
            x + width <= self.width, y + height <= self.height
        else { throw .cairo("the part is not within the picture") }
        guard !isFinished else { throw .cairo("the surface is finished") }
        cairo_surface_flush(pointer)
        try Status.check(cairo_surface_status(pointer))
        guard let data = cairo_image_surface_get_data(pointer) else { throw .cairo("the surface has no pixels") }
        let stride = Int(cairo_image_surface_get_stride(pointer))
        let row = self.width * 4
        bitmap.pixels.withUnsafeMutableBytes { target in
            guard let start = target.baseAddress else { return }
            for line in y..<y + height {
                (start + line * row + x * 4).copyMemory(from: data + line * stride + x * 4, byteCount: width * 4)
            }
        }
    }

    /// The drawn pixels.
    ///
    /// - Throws: ``DrawingError/cairo(_:)`` if drawing on the surface failed.
    package func bitmap() throws(DrawingError) -> Bitmap {
        guard !isFinished else { throw .cairo("the surface is finished") }
        cairo_surface_flush(pointer)
        try Status.check(cairo_surface_status(pointer))
        guard let data = cairo_image_surface_get_data(pointer) else { throw .cairo("the surface has no pixels") }
        let stride = Int(cairo_image_surface_get_stride(pointer))
        let length = width * 4
        let pixels = [UInt8](unsafeUninitializedCapacity: length * height) { target, count in
            let target = UnsafeMutableRawBufferPointer(target)
            for row in 0..<height {
                let line = UnsafeRawBufferPointer(start: data + row * stride, count: length)
                UnsafeMutableRawBufferPointer(rebasing: target[row * length..<(row + 1) * length]).copyMemory(from: line)
            }
            count = length * height
        }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }
}

extension Surface {
    /// Decodes a picture, resized to fill `width` × `height` pixels as ``ImageDecoder`` does it, each at least 1.
    ///
    /// A JPEG is decoded to the pixels of the surface, so that nothing is copied.
    ///
    /// - Returns: nil if Cairo has no surface of this size.
    /// - Throws: ``ImageError``, as ``ImageDecoder`` does.
    package static func decoding(
        _ bytes: [UInt8], width: Int, height: Int, limits: ImageLimits = .standard, report: (ImageWarning) -> Void = { _ in }
    ) throws(ImageError) -> Surface? {
        let (width, height) = (max(1, width), max(1, height))
        try limits.check(width: width, height: height)
        if ImageFormat.sniff(bytes) == .jpeg {
            return try JPEG.filling(
                bytes, width: width, height: height, limits: limits, isCancelled: { false }, report: report,
                make: { Surface(resampling: $0, $1, width: width, height: height) }, convert: { try? Surface($0) })
        }
        let bitmap = try ImageDecoder.decode(bytes, width: width, height: height, limits: limits, report: report)
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
