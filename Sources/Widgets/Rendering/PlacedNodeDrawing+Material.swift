import Drawing
import Layout

extension PlacedNodeDrawing {
    /// Fills an outline with a material: what lies behind, blurred, under the material's veil.
    ///
    /// A document of outlines has the veil alone.
    func fill(_ outline: Drawing.Path, with material: Material) {
        let veil = colors.color(ColorName(material.rawValue))
        guard colors.environment.mode != .accented, !context.surface.isVector else { return context.fill(outline, with: veil) }
        context.behind(backdrop(), outline) { $0.blurredToEdges(radius: Material.blur * scale) }
        context.fill(outline, with: veil)
    }
}
