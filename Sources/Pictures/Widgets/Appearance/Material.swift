import SubdialDrawing
import SubdialTemplates

/// A translucent layer that blurs its background.
///
/// Apple publishes no numbers for its materials. From `regular` on, these overlay colours give white text on dark ones and black text on light
/// ones a contrast of 4.5:1 over any background.
enum Material: String, CaseIterable {
    case ultraThin = "ultraThinMaterial"
    case thin = "thinMaterial"
    case regular = "regularMaterial"
    case thick = "thickMaterial"
    case ultraThick = "ultraThickMaterial"

    /// The blur radius of the background, in points.
    static let blur = 20.0

    /// The colour drawn over the blurred background.
    func veil(_ appearance: Appearance) -> Color {
        let strength: Double =
            switch self {
            case .ultraThin: 0.45
            case .thin: 0.6
            case .regular: 0.72
            case .thick: 0.84
            case .ultraThick: 0.92
            }
        let shade = appearance == .dark ? 0.14 : 0.97
        return Color(red: shade, green: shade, blue: shade, alpha: strength)
    }
}
