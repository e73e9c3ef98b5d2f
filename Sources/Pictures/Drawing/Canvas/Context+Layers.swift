import SubdialBasics
import SubdialCCairo
import SubdialLayout

extension Context {
    /// The number of pixels that a size in the current coordinates takes, unless it is rotated: that of its sides.
    package func pixels(of size: Size) -> Size {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        return Size(
            size.width * (matrix.xx * matrix.xx + matrix.yx * matrix.yx).squareRoot(),
            size.height * (matrix.xy * matrix.xy + matrix.yy * matrix.yy).squareRoot())
    }

    /// True if the current coordinates are neither rotated nor mirrored, so that the edges of pixels are those of a picture's pixels.
    package var isUpright: Bool {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        return matrix.xy == 0 && matrix.yx == 0 && matrix.xx > 0 && matrix.yy > 0
    }

    /// The matrix from the current coordinates to pixels.
    var projection: Projection {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        return Projection([matrix.xx, matrix.xy, matrix.x0, matrix.yx, matrix.yy, matrix.y0, 0, 0, 1])
    }

    /// Draws `body` to a separate picture, and mixes its pixels with those of the innermost open group below it.
    ///
    /// - Parameter mix: Changes the pixels of the first picture, which is below, by those of the second one, of the same size.
    /// - Throws: ``DrawingError`` if there is not enough memory for the pictures.
    package func mixed(_ body: (Context) -> Void, _ mix: (inout Bitmap, Bitmap) -> Void) throws(DrawingError) {
        let below = try Surface(width: surface.width, height: surface.height)
        guard let copy = cairo_create(below.pointer) else { throw .cairo("no context") }
        cairo_set_source_surface(copy, cairo_get_group_target(pointer), 0, 0)
        cairo_paint(copy)
        cairo_destroy(copy)
        let layer = try Surface(width: surface.width, height: surface.height)
        let context = try Context(layer)
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        cairo_set_matrix(context.pointer, &matrix)
        body(context)
        var bitmap = try below.bitmap()
        mix(&bitmap, try layer.bitmap())
        let picture = try Surface(bitmap)
        saved {
            cairo_identity_matrix(pointer)
            cairo_set_source_surface(pointer, picture.pointer, 0, 0)
            cairo_set_operator(pointer, CAIRO_OPERATOR_SOURCE)
            cairo_paint(pointer)
            reset()
        }
    }

    /// Draws `body` to a separate picture of an area, and draws this picture projected.
    ///
    /// - Parameters:
    ///   - area: The area of the content, in the current coordinates.
    ///   - projection: The place of each point of the content, in the current coordinates.
    /// - Throws: ``DrawingError`` if there is not enough memory for the pictures.
    package func projected(_ area: Rect, by projection: Projection, _ body: (Context) -> Void) throws(DrawingError) {
        let size = pixels(of: area.size)
        // Near parts are enlarged.
        let density = size.width * size.height < 4e6 ? 2.0 : 1
        let (width, height) = (
            Int(saturating: (size.width * density).rounded(.up)), Int(saturating: (size.height * density).rounded(.up))
        )
        guard width > 0, height > 0 else { return }
        let layer = try Surface(width: width, height: height)
        let context = try Context(layer)
        context.scale(x: Double(width) / area.width, y: Double(height) / area.height)
        context.translate(x: -area.x, y: -area.y)
        body(context)
        let place = Projection([area.width / Double(width), 0, area.x, 0, area.height / Double(height), area.y, 0, 0, 1])
        let whole = self.projection.after(projection).after(place)
        guard let bitmap = try layer.bitmap().projected(by: whole, width: surface.width, height: surface.height) else { return }
        let picture = try Surface(bitmap)
        saved {
            cairo_identity_matrix(pointer)
            draw(picture, in: Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height)), filter: .nearest)
        }
    }
}
