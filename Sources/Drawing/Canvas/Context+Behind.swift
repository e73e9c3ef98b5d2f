import CCairo

extension Context {
    /// Draws what lies behind an outline within it once more, changed.
    ///
    /// That is a picture behind the whole surface, and all that has been drawn so far, the groups that are open included, each without its
    /// opacity and its blend mode. Where there is no memory for it nothing is drawn.
    ///
    /// - Parameters:
    ///   - backdrop: A picture of the surface's size behind all that is drawn; nil for none.
    ///   - change: Changes the pixels, which are those of the whole surface.
    public func behind(_ backdrop: Surface?, _ outline: Path, _ change: (Bitmap) -> Bitmap) {
        guard let layer = try? Surface(width: surface.width, height: surface.height), let copy = cairo_create(layer.pointer) else { return }
        defer { cairo_destroy(copy) }
        for source in ([backdrop?.pointer] + openTargets + [cairo_get_group_target(pointer)]).compactMap({ $0 }) {
            cairo_set_source_surface(copy, source, 0, 0)
            cairo_paint(copy)
        }
        guard let bitmap = try? layer.bitmap(), let changed = try? Surface(change(bitmap)) else { return }
        saved {
            clip(outline)
            cairo_identity_matrix(pointer)
            draw(changed, in: Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height)), filter: .nearest)
        }
    }
}
