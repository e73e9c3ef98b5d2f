import SubdialCCairo
import SubdialLayout

/// The pixels of an outline's opacity in some areas, to cut pictures of the same size with.
///
/// The outline is drawn once, as a whole, so that each area has the pixels that it has in the whole: a clip would change some of them.
package final class OutlineMask {
    private let areas: [(x: Int, y: Int, surface: Surface)]

    /// Draws an outline, in the units of a picture of `width` × `height` pixels, and keeps some areas of it, which do not overlap.
    package init(
        _ outline: Path, width: Int, height: Int, areas: [(x: Int, y: Int, width: Int, height: Int)]
    ) throws(DrawingError) {
        let whole = try Surface(maskWidth: width, height: height)
        let context = try Context(whole)
        context.fill(outline, with: Color.black)
        try context.check()
        var kept: [(x: Int, y: Int, surface: Surface)] = []
        for area in areas where area.width > 0 && area.height > 0 {
            let part = try Surface(maskWidth: area.width, height: area.height)
            let context = try Context(part)
            context.mask(whole, x: -area.x, y: -area.y, blend: .copy)
            try context.check()
            kept.append((area.x, area.y, part))
        }
        self.areas = kept
    }

    /// Multiplies the pixels in the areas with the opacities; they are those of the picture, whatever the transform of the context.
    package func cut(_ context: Context) {
        for area in areas { context.mask(area.surface, x: area.x, y: area.y, blend: .destinationIn) }
    }
}

extension Context {
    /// Draws black through a mask, pixel by pixel, with its top left corner at a pixel.
    fileprivate func mask(_ mask: Surface, x: Int, y: Int, blend: BlendMode) {
        saved {
            cairo_identity_matrix(pointer)
            clip(.rect(Rect(x: Double(x), y: Double(y), width: Double(mask.width), height: Double(mask.height))))
            cairo_set_operator(pointer, blend.cairoOperator)
            cairo_mask_surface(pointer, mask.pointer, Double(x), Double(y))
            reset()
        }
    }
}
