/// Marks on two scales: SwiftUI's `Chart`, with all values brought to shares of the plot.
public struct ChartContent: Hashable, Sendable {
    /// The form of a mark.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case bar, line, area, point
        /// A straight line through the whole plot, at each point's `y`, or else at its `x`.
        case rule
        /// A part of a circle around the plot's middle, from a point's `base` to its `y`, both in shares of a whole turn from the top.
        case sector
    }

    /// The way in which a line goes from one point to the next.
    public enum Interpolation: String, Hashable, Sendable, CaseIterable {
        /// Straight.
        case linear
        /// In a curve that rises and falls only where the points do.
        case monotone
        /// Level up to the next point.
        case stepEnd
    }

    /// A point of a mark, in shares of the plot from its leading and its bottom edge.
    public struct MarkPoint: Hashable, Sendable {
        /// nil where it is missing.
        public var x: Double?
        /// nil where it is missing: a line breaks there.
        public var y: Double?
        /// Where a bar, an area or a sector begins.
        public var base: Double
        /// The fill of this bar, dot or sector alone; nil for its mark's.
        public var fill: Paint?

        /// Makes a point.
        public init(x: Double?, y: Double?, base: Double = 0, fill: Paint? = nil) {
            self.x = x
            self.y = y
            self.base = base
            self.fill = fill
        }
    }

    /// A row of bars, points or sectors, a line, an area, or rules.
    public struct Mark: Hashable, Sendable {
        /// The form.
        public var kind: Kind
        /// The points from the leading side on.
        public var points: [MarkPoint]
        /// The colour of bars, lines, points and rules.
        public var color: ColorName
        /// The fill of bars, areas and sectors; nil for `color`.
        public var fill: Paint?
        /// How thick a line is, and how large a point, in points; nil for the form's own.
        public var lineWidth: Double?
        /// How a line or an area goes from point to point.
        public var interpolation: Interpolation
        /// The width of a bar as a share of the plot.
        public var width: Double
        /// The radius of the corners of a bar or a sector, in points; nil for a fifth of a bar's width, and 4 at most, and none of a sector.
        public var cornerRadius: Double?
        /// The radius of the hole amid the sectors, as a share of their own: 0 to 1.
        public var innerRadius: Double
        /// The inset of a sector's two straight sides, in points.
        public var angularInset: Double

        /// Makes a mark.
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

    /// A place on a scale that is named.
    public struct Tick: Hashable, Sendable {
        /// A share of the plot.
        public var position: Double
        /// The name; a text on one line.
        public var label: Node

        /// Makes a tick.
        public init(_ position: Double, _ label: Node) {
            self.position = position
            self.label = label
        }
    }

    /// The marks in drawing order, the first farthest back.
    public var marks: [Mark]
    /// Named places of the horizontal scale, below the plot; empty for no scale.
    public var xTicks: [Tick]
    /// Named places of the vertical scale, behind the plot, each with a line through it; empty for no scale.
    public var yTicks: [Tick]

    /// Makes a chart; without ticks the plot takes all of its room.
    public init(marks: [Mark], xTicks: [Tick] = [], yTicks: [Tick] = []) {
        self.marks = marks
        self.xTicks = xTicks
        self.yTicks = yTicks
    }
}
