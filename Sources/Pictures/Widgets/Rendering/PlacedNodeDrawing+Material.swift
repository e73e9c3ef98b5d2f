import SubdialDrawing
import SubdialLayout

extension PlacedNodeDrawing {
    /// Fills an outline with a material: the blurred background under the material's overlay colour.
    ///
    /// A vector document has only the overlay colour. In tinted, vibrant and night modes, the material is replaced by a faint fill, as the system
    /// adds glass or vibrancy.
    func fill(_ outline: SubdialDrawing.Path, with material: Material) {
        let environment = colors.environment
        guard environment.mode == .fullColor, !environment.isNight else {
            return context.fill(outline, with: colors.color(ColorName("fill")))
        }
        if !context.surface.isVector { context.behind(backdrop(), outline) { $0.blurredToEdges(radius: Material.blur * scale) } }
        context.fill(outline, with: material.veil(environment.appearance))
    }
}
