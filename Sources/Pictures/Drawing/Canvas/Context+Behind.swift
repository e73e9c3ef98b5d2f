import SubdialCCairo
import SubdialLayout

extension Context {
    /// Redraws the background of an outline inside it, with changed pixels.
    ///
    /// The background is `backdrop` and everything drawn so far, including open groups, each without its opacity and its blend mode. Nothing is
    /// drawn if there is not enough memory.
    ///
    /// - Parameters:
    ///   - backdrop: A picture of the size of the surface below everything drawn; nil for none.
    ///   - change: Changes the pixels of the whole surface.
    package func behind(_ backdrop: Surface?, _ outline: Path, _ change: (Bitmap) -> Bitmap) {
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
