import CCairo

/// How what is drawn is combined with what is there.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// Laid over it.
    case over
    /// Put in its place, transparency included.
    case copy
    /// Kept only where there is something already.
    case atop
    /// What is there is kept only where something is drawn: a mask.
    case destinationIn
    /// What is there is kept only where nothing is drawn: a hole.
    case destinationOut
    /// Laid under it.
    case destinationOver
    /// Multiplied: never lighter.
    case multiply
    /// Multiplied as negatives: never darker.
    case screen
    /// Multiplied or screened, by what is there: more contrast.
    case overlay
    /// Added.
    case plusLighter
    /// The hue and chroma of what is drawn with the lightness of what is there.
    case color
    /// The lightness of what is drawn with the hue and chroma of what is there.
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
