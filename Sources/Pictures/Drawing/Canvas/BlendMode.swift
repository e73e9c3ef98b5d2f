import SubdialCCairo

/// The composition of the drawn source with the existing destination.
package enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// Draws the source over the destination.
    case over
    /// Replaces the destination, including its alpha.
    case copy
    /// Draws the source only where the destination is opaque.
    case atop
    /// Keeps the destination only where the source is opaque: a mask.
    case destinationIn
    /// Keeps the destination only where the source is transparent: a hole.
    case destinationOut
    /// Draws the source where the destination is opaque, and nothing of the destination.
    case sourceIn
    /// Draws the source below the destination.
    case destinationOver
    /// Multiplies the colours; the result is never lighter.
    case multiply
    /// Multiplies the inverted colours; the result is never darker.
    case screen
    /// Multiplies or screens, depending on the destination; increases the contrast.
    case overlay
    /// Adds the colours.
    case plusLighter
    /// The darker of both, in each component.
    case darken
    /// The lighter of both, in each component.
    case lighten
    /// Brightens the destination by the source.
    case colorDodge
    /// Darkens the destination by the source.
    case colorBurn
    /// Darkens or lightens softly, depending on the source.
    case softLight
    /// Multiplies or screens, depending on the source.
    case hardLight
    /// The difference of the colours.
    case difference
    /// A difference with less contrast.
    case exclusion
    /// Combines the hue of the source with the chroma and the lightness of the destination.
    case hue
    /// Combines the chroma of the source with the hue and the lightness of the destination.
    case saturation
    /// Combines the hue and chroma of the source with the lightness of the destination.
    case color
    /// Combines the lightness of the source with the hue and chroma of the destination.
    case luminosity

    var cairoOperator: cairo_operator_t {
        switch self {
        case .over: CAIRO_OPERATOR_OVER
        case .copy: CAIRO_OPERATOR_SOURCE
        case .atop: CAIRO_OPERATOR_ATOP
        case .destinationIn: CAIRO_OPERATOR_DEST_IN
        case .destinationOut: CAIRO_OPERATOR_DEST_OUT
        case .sourceIn: CAIRO_OPERATOR_IN
        case .destinationOver: CAIRO_OPERATOR_DEST_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .plusLighter: CAIRO_OPERATOR_ADD
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        }
    }
}
