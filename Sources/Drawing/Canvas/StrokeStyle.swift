import CCairo

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
    /// The form of a line's ends.
    public enum Cap: String, Hashable, Sendable, CaseIterable {
        /// Cut off at the end point.
        case butt
        /// A half circle around the end point.
        case round
        /// Half a square beyond the end point.
        case square
    }

    /// The form of a line's corners.
    public enum Join: String, Hashable, Sendable, CaseIterable {
        /// Pointed.
        case miter
        /// Rounded.
        case round
        /// Cut off.
        case bevel
    }

    /// The thickness.
    public var width: Double
    /// The form of the ends.
    public var cap: Cap
    /// The form of the corners.
    public var join: Join
    /// The lengths of dashes and gaps in turn; empty for an unbroken line.
    public var dash: [Double]
    /// How far into the dashes the line begins.
    public var dashPhase: Double

    /// Creates a style.
    public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter, dash: [Double] = [], dashPhase: Double = 0) {
        self.width = width
        self.cap = cap
        self.join = join
        self.dash = dash
        self.dashPhase = dashPhase
    }

    func apply(to context: OpaquePointer) {
        cairo_set_line_width(context, max(0, width))
        cairo_set_line_cap(context, cap.cairoCap)
        cairo_set_line_join(context, join.cairoJoin)
        // Cairo would stop drawing for good at a negative length, or when all are zero.
        let isUsable = dash.allSatisfy { $0 >= 0 && $0.isFinite } && dash.contains { $0 > 0 }
        cairo_set_dash(context, dash, isUsable ? Int32(dash.count) : 0, dashPhase)
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
