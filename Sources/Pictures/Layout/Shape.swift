/// The radius of a corner.
public enum CornerRadius: Hashable, Sendable {
    /// A radius in points.
    case fixed(Double)
    /// The radius of the container minus the distance to its edge, at least 4.
    case concentric
}

/// The curve of a rounded corner.
public enum CornerStyle: String, Hashable, Sendable {
    /// A curve that changes gradually, as the corners of Apple's devices.
    case continuous
    /// A quarter of a circle.
    case circular
}

/// A part of an outline, in points from the top left corner of the frame.
public enum PathElement: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quadCurve(to: Point, control: Point)
    case curve(to: Point, control1: Point, control2: Point)
    case close
}

/// A shape that fills its frame.
public indirect enum Shape: Hashable, Sendable {
    case rectangle
    case roundedRectangle(CornerRadius, CornerStyle = .continuous)
    /// Corners with a radius each, in points.
    case unevenRoundedRectangle(
        topLeading: Double, bottomLeading: Double, bottomTrailing: Double, topTrailing: Double, CornerStyle = .continuous)
    /// The largest circle at the centre of the frame.
    case circle
    case ellipse
    case capsule(CornerStyle = .continuous)
    /// The shape of the nearest container, such as the widget, with the distance to its edge taken from the radius.
    case container
    /// An outline in SVG path syntax, stretched from its box to the frame.
    case path(String, box: Rect)
    /// An outline in points.
    case elements([PathElement])
    /// A shape in a frame that is smaller by a length on each side.
    case inset(Shape, Double)
}

/// The line along an outline.
public struct StrokeStyle: Hashable, Sendable {
    /// The end of a line.
    public enum Cap: String, Hashable, Sendable { case butt, round, square }
    /// The corner of a line.
    public enum Join: String, Hashable, Sendable { case miter, round, bevel }

    /// The width in points.
    public var lineWidth: Double
    /// The ends of the line.
    public var cap: Cap
    /// The corners of the line.
    public var join: Join
    /// The longest miter, as a multiple of the line width; beyond it, a corner is a bevel.
    public var miterLimit: Double
    /// The lengths of dashes and gaps in points; empty for a solid line.
    public var dash: [Double]
    /// The distance into the dashes at which the line begins.
    public var dashPhase: Double

    /// Creates a line; the defaults are those of SwiftUI.
    public init(
        lineWidth: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [], dashPhase: Double = 0
    ) {
        self.lineWidth = lineWidth
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }
}

/// A shape as it is drawn: filled, or as a line.
public struct ShapeContent: Hashable, Sendable {
    /// The outline.
    public var shape: Shape
    /// The fill, or the colour of the line.
    public var paint: Paint
    /// The line along the outline; nil to fill it.
    public var stroke: StrokeStyle?
    /// The part of the outline, each 0 to 1 of its length; nil for all of it.
    public var trim: ClosedRange<Double>?
    /// True if the inside follows the even-odd rule, false for the winding rule.
    public var isEvenOdd: Bool
    /// True if edges are smoothed.
    public var isAntialiased: Bool

    /// Creates a filled shape.
    public init(
        _ shape: Shape, _ paint: Paint, stroke: StrokeStyle? = nil, trim: ClosedRange<Double>? = nil, isEvenOdd: Bool = false,
        isAntialiased: Bool = true
    ) {
        self.shape = shape
        self.paint = paint
        self.stroke = stroke
        self.trim = trim
        self.isEvenOdd = isEvenOdd
        self.isAntialiased = isAntialiased
    }
}
