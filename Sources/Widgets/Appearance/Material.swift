import Drawing
import Templates

/// A translucent layer that blurs what lies behind it.
///
/// Apple publishes no numbers for its materials: these veils keep white text on dark ones, and black text on light ones, at 4.5:1 from
/// `regular` on, whatever lies behind.
enum Material: String, CaseIterable {
    case ultraThin = "ultraThinMaterial"
    case thin = "thinMaterial"
    case regular = "regularMaterial"
    case thick = "thickMaterial"
    case ultraThick = "ultraThickMaterial"

    /// Blur radius of the backdrop, in points.
    static let blur = 20.0

    /// The colour that lies over what is blurred.
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
