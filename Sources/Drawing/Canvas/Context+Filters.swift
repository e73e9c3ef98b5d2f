import CCairo

extension Context {
    /// Draws everything in `body` as one picture, lets `change` change its pixels, and lays that over what is there.
    ///
    /// The picture has the surface's own pixels and covers all of it, whatever the transform.
    ///
    /// - Throws: ``DrawingError`` where there is no room for the picture.
    public func filtered(_ body: (Context) -> Void, _ change: (Bitmap) -> Bitmap?) throws(DrawingError) {
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
