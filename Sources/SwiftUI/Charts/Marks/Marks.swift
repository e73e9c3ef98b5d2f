public import Foundation

/// Bars: from zero to a value, or over a range.
nonisolated public struct BarMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    private init(
        _ x: PlottedExtent?, _ y: PlottedExtent?, _ width: MarkDimension = .automatic, _ height: MarkDimension = .automatic,
        _ stacking: MarkStackingMethod = .unstacked
    ) {
        mark = ChartMark(.bar, x: x, y: y)
        (mark.width, mark.height, mark.stacking) = (width, height, stacking)
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) { self.init(x.extent, y.extent, width, height, stacking) }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) { self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), y.extent, .automatic, height) }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) { self.init(x.extent, PlottedExtent(yStart.extent.low, yEnd.extent.low), width) }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) { self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), PlottedExtent(yStart.extent.low, yEnd.extent.low)) }

    /// A bar over the whole height, or between two distances from the top.
    public init<X: Plottable>(
        x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil, width: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        self.init(x.extent, nil, width, .automatic, stacking)
        mark.yEdges = (yStart.map { Double($0) }, yEnd.map { Double($0) })
    }

    /// A bar over the whole width, or between two distances from the leading edge.
    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        self.init(nil, y.extent, .automatic, height, stacking)
        mark.xEdges = (xStart.map { Double($0) }, xEnd.map { Double($0) })
    }

    /// A bar over the whole height.
    public init<X: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil
    ) {
        self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), nil)
        mark.yEdges = (yStart.map { Double($0) }, yEnd.map { Double($0) })
    }

    /// A bar over the whole width.
    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        self.init(nil, PlottedExtent(yStart.extent.low, yEnd.extent.low))
        mark.xEdges = (xStart.map { Double($0) }, xEnd.map { Double($0) })
    }
}

/// A point of a line.
nonisolated public struct LineMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        mark = ChartMark(.line, x: x.extent, y: y.extent)
    }

    public init<X: Plottable, Y: Plottable, S: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>) {
        self.init(x: x, y: y)
        mark.series = series.extent.low
    }
}

/// A point of an area: from zero to a value, or over a range.
nonisolated public struct AreaMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    private init(_ x: PlottedExtent, _ y: PlottedExtent, _ series: PlottedExtent? = nil, _ stacking: MarkStackingMethod = .unstacked) {
        mark = ChartMark(.area, x: x, y: y)
        (mark.series, mark.stacking) = (series?.low, stacking)
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
    ) { self.init(x.extent, y.extent, nil, stacking) }

    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
    ) { self.init(x.extent, y.extent, series.extent, stacking) }

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        self.init(x.extent, PlottedExtent(yStart.extent.low, yEnd.extent.low))
    }

    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, series: PlottableValue<S>
    ) { self.init(x.extent, PlottedExtent(yStart.extent.low, yEnd.extent.low), series.extent) }

    public init<X: Plottable, Y: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>) {
        self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), y.extent)
    }

    public init<X: Plottable, Y: Plottable, S: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
    ) { self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), y.extent, series.extent) }
}

/// A point with a symbol.
nonisolated public struct PointMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        mark = ChartMark(.point, x: x.extent, y: y.extent)
    }

    /// A point at a distance from the top; without one, at the middle.
    public init<X: Plottable>(x: PlottableValue<X>, y: CGFloat? = nil) {
        mark = ChartMark(.point, x: x.extent)
        mark.yEdges.0 = y.map { Double($0) }
    }

    /// A point at a distance from the leading edge; without one, at the middle.
    public init<Y: Plottable>(x: CGFloat? = nil, y: PlottableValue<Y>) {
        mark = ChartMark(.point, y: y.extent)
        mark.xEdges.0 = x.map { Double($0) }
    }
}

/// A line across the plot at a value, or along a range.
nonisolated public struct RuleMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    /// A vertical line, between two distances from the top if they are given.
    public init<X: Plottable>(x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        mark = ChartMark(.rule, x: x.extent)
        mark.yEdges = (yStart.map { Double($0) }, yEnd.map { Double($0) })
    }

    /// A horizontal line, between two distances from the leading edge if they are given.
    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>) {
        mark = ChartMark(.rule, y: y.extent)
        mark.xEdges = (xStart.map { Double($0) }, xEnd.map { Double($0) })
    }

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        mark = ChartMark(.rule, x: x.extent, y: PlottedExtent(yStart.extent.low, yEnd.extent.low))
    }

    public init<X: Plottable, Y: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>) {
        mark = ChartMark(.rule, x: PlottedExtent(xStart.extent.low, xEnd.extent.low), y: y.extent)
    }
}

/// A rectangle: a cell of two categories, or a range.
nonisolated public struct RectangleMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    private init(
        _ x: PlottedExtent?, _ y: PlottedExtent?, _ width: MarkDimension = .automatic, _ height: MarkDimension = .automatic
    ) {
        mark = ChartMark(.rectangle, x: x, y: y)
        (mark.width, mark.height) = (width, height)
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
    ) { self.init(x.extent, y.extent, width, height) }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) { self.init(x.extent, PlottedExtent(yStart.extent.low, yEnd.extent.low), width) }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) { self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), y.extent, .automatic, height) }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) { self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), PlottedExtent(yStart.extent.low, yEnd.extent.low)) }

    /// A rectangle over the whole height, or between two distances from the top.
    public init<X: Plottable>(
        x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil, width: MarkDimension = .automatic
    ) {
        self.init(x.extent, nil, width)
        mark.yEdges = (yStart.map { Double($0) }, yEnd.map { Double($0) })
    }

    /// A rectangle over the whole width, or between two distances from the leading edge.
    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        self.init(nil, y.extent, .automatic, height)
        mark.xEdges = (xStart.map { Double($0) }, xEnd.map { Double($0) })
    }

    /// A rectangle over the whole height, or between two distances from the top.
    public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        self.init(PlottedExtent(xStart.extent.low, xEnd.extent.low), nil)
        mark.yEdges = (yStart.map { Double($0) }, yEnd.map { Double($0) })
    }

    /// A rectangle over the whole width, or between two distances from the leading edge.
    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        self.init(nil, PlottedExtent(yStart.extent.low, yEnd.extent.low))
        mark.xEdges = (xStart.map { Double($0) }, xEnd.map { Double($0) })
    }
}

/// A part of a circle.
nonisolated public struct SectorMark: ChartContent {
    private var mark: ChartMark

    public static func _add(_ content: Self, to context: _ChartContext) { context.add(content.mark) }

    public init(
        angle: PlottableValue<some Plottable>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
        angularInset: CGFloat? = nil
    ) {
        mark = ChartMark(.sector)
        (mark.angle, mark.innerRadius, mark.outerRadius) = (angle.extent, innerRadius, outerRadius)
        mark.angularInset = angularInset.flatMap { $0.isFinite ? max(Double($0), 0) : nil } ?? 0
    }
}
