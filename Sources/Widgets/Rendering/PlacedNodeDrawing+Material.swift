import Drawing
import Layout

extension PlacedNodeDrawing {
    /// Fills an outline with a material: what lies behind, blurred, under the material's veil.
    ///
    /// A document of outlines has the veil alone. Where the system takes the colours away, glass or vibrancy does what a material would, and
    /// a faint fill stands for it.
    func fill(_ outline: Drawing.Path, with material: Material) {
        let environment = colors.environment
        guard environment.mode == .fullColor, !environment.isNight else {
            return context.fill(outline, with: colors.color(ColorName("fill")))
        }
        if !context.surface.isVector { context.behind(backdrop(), outline) { $0.blurredToEdges(radius: Material.blur * scale) } }
        context.fill(outline, with: material.veil(environment.appearance))
    }
}
