// What stands around and above the marks of a chart.

extension ChartContent {
    /// A side of the plot.
    public enum Edge: String, Hashable, Sendable {
        case top, bottom, leading, trailing
    }

    /// A line of an axis.
    public struct Line: Hashable, Sendable {
        /// The colour.
        public var paint: Paint
        /// The line; nil for a solid one of a pixel.
        public var stroke: StrokeStyle?

        /// Creates a line.
        public init(_ paint: Paint = .color(ColorName("fill")), stroke: StrokeStyle? = nil) { (self.paint, self.stroke) = (paint, stroke) }
    }

    /// What is done with labels that do not fit beside each other.
    public enum LabelFitting: String, Hashable, Sendable {
        /// Every second, third and so on is shown.
        case thin
        /// A label is left out if it meets the one before.
        case greedy
        /// Each label has the space up to its neighbours.
        case truncate
        /// All are shown.
        case none
    }

    /// A position on a scale, with a label and lines.
    public struct Tick: Hashable, Sendable {
        /// The position as a fraction of the plot.
        public var position: Double
        /// The label; nil for none.
        public var label: Node?
        /// The position of the label as a fraction of the plot, if it is not that of the tick.
        public var labelPosition: Double?
        /// The side of the plot; nil for the bottom or the trailing edge.
        public var edge: Edge?
        /// True for a label inside of the plot.
        public var isInside = false
        /// The point of the label, as a fraction of its length along the axis from its leading or top edge, that is at the position.
        public var anchor = 0.5
        /// The displacement of the label along the axis, in points.
        public var shift = 0.0
        /// The distance of the label from the plot, in points; nil for the default.
        public var gap: Double?
        /// What is done if the labels do not fit.
        public var fitting = LabelFitting.thin
        /// The line across the plot; nil for none.
        public var grid: Line?
        /// The short line outside of the plot; nil for none.
        public var mark: Line?
        /// The length of the short line, in points.
        public var markLength = 0.0

        /// Creates a tick.
        public init(_ position: Double, _ label: Node?, grid: Line? = nil) {
            self.position = position
            self.label = label
            self.grid = grid
        }
    }

    /// The place of a mark that a view refers to.
    public enum MarkPlace: Hashable, Sendable {
        /// A rectangle in fractions of the plot from its leading and its bottom edge, larger by `outset` on each side, in points.
        case box(x: ClosedRange<Double>, y: ClosedRange<Double>, outset: Size)
        /// The middle of a sector, from the centre of the plot to the right and downwards, in fractions of its radius.
        case sector(middle: Point)
    }

    /// A view at a mark.
    public struct Annotation: Hashable, Sendable {
        /// What is done if the view reaches beyond the chart, along one axis.
        public enum Overflow: String, Hashable, Sendable {
            /// It stays where it is.
            case none
            /// It is moved into the chart.
            case chart
            /// It is moved into the plot.
            case plot
            /// The plot gets smaller.
            case room
        }

        /// The place of the mark.
        public var place: MarkPlace
        /// The displacement of the mark, in points.
        public var offset = Point.zero
        /// The side of the mark: -1 for the leading or upper one, 0 for inside, 1 for the trailing or lower one.
        public var side: Point
        /// The alignment at that side, or inside of the mark.
        public var alignment: Alignment
        /// The distance from the mark, in points.
        public var spacing: Double
        /// What is done at the leading and trailing edges.
        public var xOverflow = Overflow.chart
        /// What is done at the top and bottom edges.
        public var yOverflow = Overflow.room
        /// True if the view is proposed the size of the mark.
        public var fillsMark = false
        /// The view.
        public var node: Node

        /// Creates a view at a mark.
        public init(_ node: Node, at place: MarkPlace, side: Point, alignment: Alignment = .center, spacing: Double = 0) {
            (self.node, self.place, self.side, self.alignment, self.spacing) = (node, place, side, alignment, spacing)
        }
    }

    /// A view of the size of the chart.
    public struct Layer: Hashable, Sendable {
        /// The view.
        public var node: Node
        /// Its alignment in the chart.
        public var alignment: Alignment

        /// Creates a layer.
        public init(_ node: Node, alignment: Alignment = .center) { (self.node, self.alignment) = (node, alignment) }
    }

    /// The chart without what is around the plot.
    private var plotAlone: ChartContent {
        var plot = self
        func lines(_ ticks: [Tick]) -> [Tick] {
            ticks.map { tick in
                var tick = tick
                tick.label = nil
                return tick
            }
        }
        (plot.xTicks, plot.yTicks) = (lines(xTicks), lines(yTicks))
        (plot.annotations, plot.plotModifiers, plot.background, plot.overlay) = ([], [], nil, nil)
        return plot
    }

    /// The views: the labels of both scales, those at marks, the background, the overlay, and the plot if it has modifiers.
    package var nodes: [Node] {
        xTicks.compactMap(\.label) + yTicks.compactMap(\.label) + annotations.map(\.node) + (background.map { [$0.node] } ?? [])
            + (overlay.map { [$0.node] } ?? [])
            + (plotModifiers.isEmpty ? [] : [Node(.chart(plotAlone), modifiers: plotModifiers)])
    }

    /// The chart with other views, in the order of ``nodes``.
    func replacingNodes(_ nodes: [Node]) -> ChartContent {
        var result = self
        var rest = nodes[...]
        for index in xTicks.indices where xTicks[index].label != nil { result.xTicks[index].label = rest.popFirst() }
        for index in yTicks.indices where yTicks[index].label != nil { result.yTicks[index].label = rest.popFirst() }
        for index in annotations.indices { if let node = rest.popFirst() { result.annotations[index].node = node } }
        if background != nil, let node = rest.popFirst() { result.background?.node = node }
        if overlay != nil, let node = rest.popFirst() { result.overlay?.node = node }
        if let plot = rest.popFirst() { result.plotModifiers = plot.modifiers }
        return result
    }
}
