import SubdialDrawing
import SubdialLayout

/// The drawing of a chart's plot.
extension PlacedNodeDrawing {
    func draw(_ chart: ChartContent, in frame: Rect, direction: LayoutDirection) {
        guard frame.width > 0, frame.height > 0 else { return }
        // A redacted chart shows a blank plot.
        guard !isRedacted else {
            let isRound = !chart.marks.isEmpty && chart.marks.allSatisfy { $0.kind == .sector }
            if isRound {
                return context.fill(
                    .circle(center: frame.center, radius: min(frame.width, frame.height) / 2), with: colors.color(ColorName("fill")))
            }
            return context.fill(
                .roundedRect(frame, radius: min(6, min(frame.width, frame.height) / 4)), with: colors.color(ColorName("fill")))
        }
        let pixel = 1 / scale
        for tick in chart.yTicks {
            let y = ((frame.y + (1 - tick.position) * frame.height) * scale).rounded() / scale
            context.fill(
                .rect(Rect(x: frame.x, y: min(y, frame.y + frame.height - pixel), width: frame.width, height: pixel)),
                with: colors.color(ColorName("fill")))
        }
        let isMirrored = direction == .rightToLeft
        for mark in chart.marks {
            let plot = ChartPlot(frame: frame, isMirrored: isMirrored)
            switch mark.kind {
            case .bar: drawBars(mark, plot)
            case .area: for run in plot.runs(of: mark) { fillArea(run, mark, plot) }
            case .line:
                let style = SubdialDrawing.StrokeStyle(width: mark.lineWidth ?? 2, cap: .round, join: .round)
                for run in plot.runs(of: mark) {
                    context.stroke(ChartCurve(run.map(\.top), mark.interpolation).path, with: colors.color(mark.color), style: style)
                }
            case .point:
                for point in plot.runs(of: mark).joined() {
                    let paint = point.fill ?? .color(mark.color)
                    context.fill(.circle(center: point.top, radius: (mark.lineWidth ?? 6) / 2), with: self.paint(paint, in: frame))
                }
            case .rule: drawRules(mark, plot)
            case .sector: drawSectors(mark, in: frame)
            }
        }
    }

    private func drawBars(_ mark: ChartContent.Mark, _ plot: ChartPlot) {
        for point in plot.runs(of: mark).joined() {
            let paint = point.fill ?? mark.fill ?? .color(mark.color)
            let width = max(1 / scale, (mark.width * plot.frame.width * scale).rounded() / scale)
            let left = ((point.top.x - width / 2) * scale).rounded() / scale
            let (top, bottom) = (min(point.top.y, point.base.y), max(point.top.y, point.base.y))
            let bar = Rect(x: left, y: top, width: width, height: max(bottom - top, 1 / scale))
            let radius = min(mark.cornerRadius ?? min(4, width / 5), min(bar.width, bar.height) / 2)
            // A gradient covers the whole plot, so that bars of equal height have equal colours.
            context.fill(.roundedRect(bar, radius: radius), with: self.paint(paint, in: plot.frame))
        }
    }

    private func fillArea(_ run: [ChartPlot.Sample], _ mark: ChartContent.Mark, _ plot: ChartPlot) {
        var path = ChartCurve(run.map(\.top), mark.interpolation).path
        let back = ChartCurve(run.map(\.base).reversed(), mark.interpolation == .stepEnd ? .linear : mark.interpolation)
        path.append(back.path(continuing: true))
        path.close()
        context.fill(path, with: self.paint(mark.fill ?? .color(mark.color), in: plot.frame))
    }

    /// Draws the sectors clockwise from the top, in left-to-right and right-to-left layouts alike.
    private func drawSectors(_ mark: ChartContent.Mark, in frame: Rect) {
        let outer = min(frame.width, frame.height) / 2
        let inner = outer * mark.innerRadius
        // Rounded corners: a smaller sector is stroked with a round pen.
        let corner = max(0, min(mark.cornerRadius ?? 0, (outer - inner) / 2))
        for point in mark.points {
            let sector = SubdialDrawing.Path.sector(
                center: frame.center, radii: inner + corner, outer - corner, from: point.base * 360 - 90, to: (point.y ?? 0) * 360 - 90,
                inset: mark.angularInset + corner)
            let paint = self.paint(point.fill ?? mark.fill ?? .color(mark.color), in: frame)
            context.fill(sector, with: paint, evenOdd: true)
            if corner > 0 { context.stroke(sector, with: paint, style: SubdialDrawing.StrokeStyle(width: corner * 2, join: .round)) }
        }
    }

    private func drawRules(_ mark: ChartContent.Mark, _ plot: ChartPlot) {
        let style = SubdialDrawing.StrokeStyle(width: mark.lineWidth ?? 1)
        for point in mark.points {
            var path = SubdialDrawing.Path()
            if let y = point.y {
                let y = plot.y(y)
                path.move(to: Point(plot.frame.x, y))
                path.line(to: Point(plot.frame.x + plot.frame.width, y))
            } else if let x = point.x {
                let x = plot.x(x)
                path.move(to: Point(x, plot.frame.y))
                path.line(to: Point(x, plot.frame.y + plot.frame.height))
            }
            context.stroke(path, with: colors.color(mark.color), style: style)
        }
    }
}

/// The coordinates of a chart's values in its frame.
private struct ChartPlot {
    struct Sample {
        let top: Point
        let base: Point
        /// The fill of this point; nil for that of the mark.
        let fill: SubdialLayout.Paint?
    }

    let frame: Rect
    let isMirrored: Bool

    func x(_ share: Double) -> Double { frame.x + (isMirrored ? 1 - share : share) * frame.width }
    func y(_ share: Double) -> Double { frame.y + (1 - share) * frame.height }

    /// The sequences of points without missing values.
    func runs(of mark: ChartContent.Mark) -> [[Sample]] {
        var runs: [[Sample]] = [[]]
        for point in mark.points {
            if let x = point.x, let y = point.y {
                let x = self.x(x)
                runs[runs.count - 1].append(
                    Sample(top: Point(x, self.y(y)), base: Point(x, self.y(point.base)), fill: point.fill))
            } else if runs.last?.isEmpty == false {
                runs.append([])
            }
        }
        return runs.filter { !$0.isEmpty }
    }
}

/// A curve through points.
private struct ChartCurve {
    let points: [Point]
    let interpolation: ChartContent.Interpolation

    init(_ points: [Point], _ interpolation: ChartContent.Interpolation) {
        self.points = points
        self.interpolation = interpolation
    }

    var path: SubdialDrawing.Path { path(continuing: false) }

    /// - Parameter isContinued: True to continue a path from its end; false to begin a new one.
    func path(continuing isContinued: Bool) -> SubdialDrawing.Path {
        var path = SubdialDrawing.Path()
        guard let first = points.first else { return path }
        if isContinued { path.line(to: first) } else { path.move(to: first) }
        // A single point is drawn as a dot.
        if points.count == 1 { path.line(to: first) }
        let slopes = interpolation == .monotone ? slopes : []
        for (index, (from, to)) in zip(points, points.dropFirst()).enumerated() {
            switch interpolation {
            case .linear: path.line(to: to)
            case .stepEnd:
                path.line(to: Point(to.x, from.y))
                path.line(to: to)
            case .monotone:
                let third = (to.x - from.x) / 3
                path.curve(
                    Point(from.x + third, from.y + third * slopes[index]),
                    Point(to.x - third, to.y - third * slopes[index + 1]), to: to)
            }
        }
        return path
    }

    /// The slope at each point, by Fritsch and Carlson (1980) with Steffen's limit: between two points, the curve stays within their range.
    private var slopes: [Double] {
        let secants = zip(points, points.dropFirst()).map { from, to in to.x == from.x ? 0 : (to.y - from.y) / (to.x - from.x) }
        return points.indices.map { index in
            let (before, after) = (index > 0 ? secants[index - 1] : nil, index < secants.count ? secants[index] : nil)
            guard let before, let after else { return before ?? after ?? 0 }
            guard before * after > 0 else { return 0 }
            return 2 * before * after / (before + after)
        }
    }
}
