import SubdialCCairo

/// The style of a stroked line.
package struct StrokeStyle: Hashable, Sendable {
    /// The shape of the ends of a line.
    package enum Cap: String, Hashable, Sendable, CaseIterable {
        /// Ends at the end point.
        case butt
        /// Ends with a semicircle around the end point.
        case round
        /// Ends with half a square beyond the end point.
        case square
    }

    /// The shape of the corners of a line.
    package enum Join: String, Hashable, Sendable, CaseIterable {
        /// A sharp corner.
        case miter
        /// A rounded corner.
        case round
        /// A bevelled corner.
        case bevel
    }

    /// The line width.
    private var width: Double
    /// The shape of the ends.
    private var cap: Cap
    /// The shape of the corners.
    private var join: Join
    /// The longest sharp corner, as a multiple of the line width; beyond it, a corner is bevelled.
    private var miterLimit: Double
    /// The alternating lengths of dashes and gaps; empty for a solid line.
    private var dash: [Double]
    /// The offset into the dash pattern at the start of the line.
    private var dashPhase: Double

    /// Creates a style.
    package init(
        width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [], dashPhase: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }

    func apply(to context: OpaquePointer) {
        cairo_set_line_width(context, max(0, width))
        cairo_set_line_cap(context, cap.cairoCap)
        cairo_set_line_join(context, join.cairoJoin)
        cairo_set_miter_limit(context, miterLimit.isFinite ? max(1, miterLimit) : 10)
        // Cairo enters a permanent error state at a negative length, or if all are zero.
        let isUsable = dash.allSatisfy { $0 >= 0 && $0.isFinite } && dash.contains { $0 > 0 }
        cairo_set_dash(context, dash, isUsable ? Int32(dash.count) : 0, dashPhase.isFinite ? dashPhase : 0)
    }
}

extension StrokeStyle.Cap {
    fileprivate var cairoCap: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension StrokeStyle.Join {
    fileprivate var cairoJoin: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}
