/// Marks on two scales, as in SwiftUI's `Chart`, with all values given as fractions of the plot.
public struct ChartContent: Hashable, Sendable {
    /// The kind of a mark.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case bar, line, area, point
        /// A straight line across the whole plot, at each point's `y`, or at its `x` if `y` is nil.
        case rule
        /// A part of a circle around the centre of the plot, from a point's `base` to its `y`, both as fractions of a full turn from the top.
        case sector
    }

    /// The interpolation between two points of a line.
    public enum Interpolation: String, Hashable, Sendable, CaseIterable {
        /// A straight segment.
        case linear
        /// A curve that is monotone wherever the points are.
        case monotone
        /// A step: horizontal up to the next point.
        case stepEnd
    }

    /// A point of a mark, in fractions of the plot from its leading and its bottom edge.
    public struct MarkPoint: Hashable, Sendable {
        /// The horizontal position; nil for a missing value.
        public var x: Double?
        /// The vertical position; nil for a missing value, at which a line is interrupted.
        public var y: Double?
        /// The start of a bar, an area or a sector.
        public var base: Double
        /// The fill of this bar, dot or sector; nil for the fill of its mark.
        public var fill: Paint?

        /// Creates a point.
        public init(x: Double?, y: Double?, base: Double = 0, fill: Paint? = nil) {
            self.x = x
            self.y = y
            self.base = base
            self.fill = fill
        }
    }

    /// A series of bars, points or sectors, a line, an area, or rules.
    public struct Mark: Hashable, Sendable {
        /// The kind of the mark.
        public var kind: Kind
        /// The points, starting at the leading side.
        public var points: [MarkPoint]
        /// The colour of bars, lines, points and rules.
        public var color: ColorName
        /// The fill of bars, areas and sectors; nil for `color`.
        public var fill: Paint?
        /// The width of a line or the diameter of a point, in points; nil for the default of the kind.
        public var lineWidth: Double?
        /// The interpolation of a line or an area.
        public var interpolation: Interpolation
        /// The width of a bar as a fraction of the plot.
        public var width: Double
        /// The corner radius of a bar or a sector, in points.
        ///
        /// If nil, a bar has a fifth of its width, 4 points at most, and a sector has square corners.
        public var cornerRadius: Double?
        /// The radius of the hole inside the sectors, as a fraction of their radius: 0 to 1.
        public var innerRadius: Double
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

    /// A labelled position on a scale.
    public struct Tick: Hashable, Sendable {
        /// The position as a fraction of the plot.
        public var position: Double
        /// The label, a text on one line.
        public var label: Node

        /// Creates a tick.
        public init(_ position: Double, _ label: Node) {
            self.position = position
            self.label = label
        }
    }

    /// The marks in drawing order, rearmost first.
    public var marks: [Mark]
    /// The ticks of the horizontal scale, with labels below the plot; empty for no scale.
    public var xTicks: [Tick]
    /// The ticks of the vertical scale, with labels after the plot's trailing edge and a grid line each; empty for no scale.
    public var yTicks: [Tick]

    /// Creates a chart; without ticks, the plot fills the whole area.
    public init(marks: [Mark], xTicks: [Tick] = [], yTicks: [Tick] = []) {
        self.marks = marks
        self.xTicks = xTicks
        self.yTicks = yTicks
    }
}
