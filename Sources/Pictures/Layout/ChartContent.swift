/// Marks on two scales, as in SwiftUI's `Chart`, with all values given as fractions of the plot.
public struct ChartContent: Hashable, Sendable {
    /// The kind of a mark.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case bar, line, area, point
        /// A straight line across the whole plot, at each point's `y`, or at its `x` if `y` is nil.
        case rule
        /// A straight line from each point's `base` to its value, along the axis of the mark.
        case segment
        /// A part of a circle around the centre of the plot, from a point's `base` to its `y`, both as fractions of a full turn from the top.
        case sector
    }

    /// The interpolation between two points of a line.
    public enum Interpolation: String, Hashable, Sendable, CaseIterable {
        /// A straight segment.
        case linear
        /// A curve that is monotone wherever the points are.
        case monotone
        /// A curve of Catmull and Rom, whose `tension` is the exponent of the distances: 0.5 by default.
        case catmullRom
        /// A cardinal curve with a `tension` of 0 to 1: 0 by default.
        case cardinal
        /// A step: horizontal up to the next point.
        case stepEnd
        /// A step: vertical at each point, then horizontal up to the next one.
        case stepStart
        /// A step in the middle between two points.
        case stepCenter

        /// The interpolation of the same line in the opposite order of its points.
        package var reversed: Interpolation {
            switch self {
            case .stepEnd: .stepStart
            case .stepStart: .stepEnd
            default: self
            }
        }
    }

    /// A point of a mark, in fractions of the plot from its leading and its bottom edge.
    public struct MarkPoint: Hashable, Sendable {
        /// The horizontal position; nil for a missing value.
        public var x: Double?
        /// The vertical position; nil for a missing value, at which a line is interrupted.
        public var y: Double?
        /// The start of a bar, an area, a segment or a sector, along the axis of the mark.
        public var base: Double
        /// The fill of this bar, dot or sector; nil for the fill of its mark.
        public var fill: Paint?
        /// The width of this bar as a fraction of the plot; nil for that of its mark.
        public var width: Double?

        /// Creates a point.
        public init(x: Double?, y: Double?, base: Double = 0, fill: Paint? = nil, width: Double? = nil) {
            self.x = x
            self.y = y
            self.base = base
            self.fill = fill
            self.width = width
        }
    }

    /// The outline of a point.
    public struct Symbol: Hashable, Sendable {
        /// The name in trees.
        public var name: String
        /// The outline in points around the point.
        public var outline: [PathElement]
        /// The width of the line along the outline; nil to fill it.
        public var lineWidth: Double?

        /// Creates an outline.
        public init(_ name: String, _ outline: [PathElement], lineWidth: Double? = nil) {
            (self.name, self.outline, self.lineWidth) = (name, outline, lineWidth)
        }
    }

    /// A series of bars, points or sectors, a line, an area, or rules.
    public struct Mark: Hashable, Sendable {
        /// The kind of the mark.
        public var kind: Kind
        /// The points, starting at the leading side.
        public var points: [MarkPoint]
        /// The axis along which values grow: that of a bar's length, of an area's or a segment's two ends.
        public var axis: Axis = .vertical
        /// The colour of bars, lines, points and rules.
        public var color: ColorName
        /// The fill of the mark; nil for `color`.
        public var fill: Paint?
        /// True for a gradient over the whole plot, so that equal values have equal colours; false for one over each bar, line or area.
        public var fillsPlot = true
        /// The width of a line or the diameter of a point, in points; nil for the default of the kind.
        public var lineWidth: Double?
        /// The line of a line, a rule or a segment; nil for a solid one of `lineWidth`.
        public var stroke: StrokeStyle?
        /// The outline of points; nil for a dot.
        public var symbol: Symbol?
        /// The interpolation of a line or an area.
        public var interpolation: Interpolation
        /// The form of a Catmull-Rom or cardinal curve; nil for its default.
        public var tension: Double?
        /// The width of a bar as a fraction of the plot.
        public var width: Double
        /// What a bar is smaller by at both ends of its width, in points; negative for a wider one.
        public var widthInset = 0.0
        /// What a bar is smaller by at both ends of its length, in points; negative for a longer one.
        public var lengthInset = 0.0
        /// The displacement in points, to the trailing edge and downwards.
        public var offset = Point.zero
        /// The corner radius of a bar or a sector, in points.
        ///
        /// If nil, a bar has a fifth of its width, 4 points at most, and a sector has square corners.
        public var cornerRadius: Double?
        /// The radius of the hole inside the sectors, as a fraction of their radius: 0 to 1.
        public var innerRadius: Double
        /// What is added to the radius of the hole, in points.
        public var innerOffset = 0.0
        /// The radius of the sectors as a fraction of the plot's.
        public var outerRadius = 1.0
        /// What is added to the radius of the sectors, in points.
        public var outerOffset = 0.0
        /// The inset of the two straight sides of a sector, in points.
        public var angularInset: Double

        /// Creates a mark.
        public init(
            _ kind: Kind, _ points: [MarkPoint], color: ColorName = .primary, fill: Paint? = nil, lineWidth: Double? = nil,
            interpolation: Interpolation = .linear, width: Double = 0, cornerRadius: Double? = nil, innerRadius: Double = 0,
            angularInset: Double = 0
        ) {
            self.kind = kind
            self.points = points
            self.color = color
            self.fill = fill
            self.lineWidth = lineWidth
            self.interpolation = interpolation
            self.width = width
            self.cornerRadius = cornerRadius
            self.innerRadius = innerRadius
            self.angularInset = angularInset
        }
    }

    /// The marks in drawing order, rearmost first.
    public var marks: [Mark]
    /// The ticks of the horizontal scale, with labels below the plot; empty for no scale.
    public var xTicks: [Tick]
    /// The ticks of the vertical scale, with labels after the plot's trailing edge; empty for no scale.
    public var yTicks: [Tick]
    /// The space between the edges of the plot and the ends of the scales.
    public var scaleInsets = Insets()
    /// Views at marks.
    public var annotations: [Annotation] = []
    /// Modifiers of the plot, such as its background.
    public var plotModifiers: [Modifier] = []
    /// A view behind the whole chart.
    public var background: Layer?
    /// A view above the whole chart.
    public var overlay: Layer?

    /// Creates a chart; without ticks, the plot fills the whole area.
    public init(marks: [Mark], xTicks: [Tick] = [], yTicks: [Tick] = []) {
        self.marks = marks
        self.xTicks = xTicks
        self.yTicks = yTicks
    }
}
