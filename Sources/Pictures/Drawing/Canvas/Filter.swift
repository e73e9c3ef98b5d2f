import SubdialCCairo

/// The sampling of scaled pictures.
package enum Filter: String, Hashable, Sendable, CaseIterable {
    /// Smooth; by area if the picture is scaled down.
    case good
    /// The nearest pixel, with sharp edges.
    case nearest
    /// Between the four nearest pixels, whatever the scale.
    case bilinear
    /// The smoothest.
    case best

    var cairoFilter: cairo_filter_t {
        switch self {
        case .good: CAIRO_FILTER_GOOD
        case .nearest: CAIRO_FILTER_NEAREST
        case .bilinear: CAIRO_FILTER_BILINEAR
        case .best: CAIRO_FILTER_BEST
        }
    }
}
