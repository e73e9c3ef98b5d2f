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
        case .destinationOver: CAIRO_OPERATOR_DEST_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .plusLighter: CAIRO_OPERATOR_ADD
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        }
    }
}
