import SubdialCCairo
import SubdialLayout

extension Context {
    /// Draws `body` to a separate picture, applies `change` to its pixels, and draws the result over the surface.
    ///
    /// The picture has the pixels of the whole surface, independent of the transform.
    ///
    /// - Throws: ``DrawingError`` if there is not enough memory for the picture.
    package func filtered(_ body: (Context) -> Void, _ change: (Bitmap) -> Bitmap?) throws(DrawingError) {
        let layer = try Surface(width: surface.width, height: surface.height)
        let context = try Context(layer)
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        cairo_set_matrix(context.pointer, &matrix)
        body(context)
        guard let changed = change(try layer.bitmap()) else { return }
        let picture = try Surface(changed)
        saved {
            cairo_identity_matrix(pointer)
            draw(picture, in: Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height)), filter: .nearest)
        }
    }
}
