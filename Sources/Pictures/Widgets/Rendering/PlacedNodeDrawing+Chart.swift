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
        let plane = ChartPlane(chart, in: frame, direction: direction)
        drawLines(of: chart, plane, direction: direction)
        for mark in chart.marks {
            guard mark.offset != .zero else {
                draw(mark, plane)
                continue
            }
            context.saved {
                context.translate(x: direction == .rightToLeft ? -mark.offset.x : mark.offset.x, y: mark.offset.y)
                draw(mark, plane)
            }
        }
    }

    private func draw(_ mark: ChartContent.Mark, _ plane: ChartPlane) {
        switch mark.kind {
        case .bar: drawBars(mark, plane)
        case .area: for run in mark.runs(in: plane) { fillArea(run, mark, plane) }
        case .line:
            let style =
                mark.stroke?.drawn ?? SubdialDrawing.StrokeStyle(width: mark.lineWidth ?? 2, cap: .round, join: .round)
            for run in mark.runs(in: plane) {
                let path = ChartCurve(run.map(\.top), mark).path
                context.stroke(path, with: paint(of: mark, nil, path.bounds, plane), style: style)
            }
        case .point: drawPoints(mark, plane)
        case .rule: drawRules(mark, plane)
        case .segment:
            for run in mark.runs(in: plane) {
                for point in run { stroke(from: point.base, to: point.top, mark, point, plane) }
            }
        case .sector: drawSectors(mark, plane)
        }
    }

    /// The paint of a mark, or of one of its points, in the rectangle that it covers.
    private func paint(of mark: ChartContent.Mark, _ fill: SubdialLayout.Paint?, _ own: Rect, _ plane: ChartPlane) -> SubdialDrawing.Paint {
        paint(fill ?? mark.fill ?? .color(mark.color), in: mark.fillsPlot ? plane.frame : own)
    }

    // MARK: Axes

    /// Draws the lines across the plot, and those outside of it.
    private func drawLines(of chart: ChartContent, _ plane: ChartPlane, direction: LayoutDirection) {
        let frame = plane.frame
        for tick in chart.yTicks {
            let y = plane.y(tick.position)
            if let grid = tick.grid { drawLine(grid, along: .horizontal, at: y, from: frame.minX, to: frame.maxX, before: frame.maxY) }
            if let mark = tick.mark {
                let isLeft = (tick.edge == .leading) == (direction == .leftToRight)
                let (from, to) = isLeft ? (frame.minX - tick.markLength, frame.minX) : (frame.maxX, frame.maxX + tick.markLength)
                drawLine(mark, along: .horizontal, at: y, from: from, to: to, before: frame.maxY)
            }
        }
        for tick in chart.xTicks {
            let x = plane.x(tick.position)
            if let grid = tick.grid { drawLine(grid, along: .vertical, at: x, from: frame.minY, to: frame.maxY, before: frame.maxX) }
            if let mark = tick.mark {
                let (from, to) = tick.edge == .top ? (frame.minY - tick.markLength, frame.minY) : (frame.maxY, frame.maxY + tick.markLength)
                drawLine(mark, along: .vertical, at: x, from: from, to: to, before: frame.maxX)
            }
        }
    }

    /// Draws a line of an axis; one without a style is a pixel wide, and stays before the edge of the plot.
    private func drawLine(
        _ line: ChartContent.Line, along axis: Axis, at position: Double, from: Double, to: Double, before edge: Double
    ) {
        guard let stroke = line.stroke else {
            let pixel = 1 / scale
            let snapped = min((position * scale).rounded() / scale, edge - pixel)
            let rect =
                axis == .horizontal
                ? Rect(x: from, y: snapped, width: to - from, height: pixel) : Rect(x: snapped, y: from, width: pixel, height: to - from)
            return context.fill(.rect(rect), with: paint(line.paint, in: rect))
        }
        var path = SubdialDrawing.Path()
        path.move(to: axis == .horizontal ? Point(from, position) : Point(position, from))
        path.line(to: axis == .horizontal ? Point(to, position) : Point(position, to))
        context.stroke(path, with: paint(line.paint, in: path.bounds), style: stroke.drawn)
    }

    // MARK: Marks

    private func drawBars(_ mark: ChartContent.Mark, _ plane: ChartPlane) {
        let across: Axis = mark.axis == .vertical ? .horizontal : .vertical
        for point in mark.runs(in: plane).joined() {
            let length = plane.length(point.width ?? mark.width, across) - 2 * mark.widthInset
            let thickness = max(1 / scale, (length * scale).rounded() / scale)
            let (middle, top, base) =
                mark.axis == .vertical ? (point.top.x, point.top.y, point.base.y) : (point.top.y, point.top.x, point.base.x)
            // A value without a height has no bar; a small one has at least a pixel.
            guard top != base else { continue }
            let low = ((middle - thickness / 2) * scale).rounded() / scale
            let from = min(top, base) + mark.lengthInset
            let extent = max(abs(top - base) - 2 * mark.lengthInset, 1 / scale)
            let bar =
                mark.axis == .vertical
                ? Rect(x: low, y: from, width: thickness, height: extent) : Rect(x: from, y: low, width: extent, height: thickness)
            let radius = min(mark.cornerRadius ?? min(4, thickness / 5), min(bar.width, bar.height) / 2)
            context.fill(.roundedRect(bar, radius: radius), with: paint(of: mark, point.fill, bar, plane))
        }
    }

    private func fillArea(_ run: [ChartSample], _ mark: ChartContent.Mark, _ plane: ChartPlane) {
        var path = ChartCurve(run.map(\.top), mark).path
        var back = mark
        back.interpolation = mark.interpolation.reversed
        path.append(ChartCurve(run.map(\.base).reversed(), back).path(continuing: true))
        path.close()
        context.fill(path, with: paint(of: mark, nil, path.bounds, plane))
    }

    private func drawPoints(_ mark: ChartContent.Mark, _ plane: ChartPlane) {
        let radius = (mark.lineWidth ?? 6) / 2
        let outline = mark.symbol.map { SubdialDrawing.Path($0.outline) }
        for point in mark.runs(in: plane).joined() {
            let path = outline?.translated(x: point.top.x, y: point.top.y) ?? .circle(center: point.top, radius: radius)
            let paint = paint(of: mark, point.fill, path.bounds, plane)
            if let width = mark.symbol?.lineWidth {
                context.stroke(path, with: paint, style: SubdialDrawing.StrokeStyle(width: width, join: .round))
            } else {
                context.fill(path, with: paint)
            }
        }
    }

    /// Draws the sectors clockwise from the top, in left-to-right and right-to-left layouts alike.
    private func drawSectors(_ mark: ChartContent.Mark, _ plane: ChartPlane) {
        let outer = min(max(0, plane.radius * mark.outerRadius + mark.outerOffset), plane.radius)
        let inner = min(max(0, plane.radius * mark.outerRadius * mark.innerRadius + mark.innerOffset), outer)
        // Rounded corners: a smaller sector is stroked with a round pen.
        let corner = max(0, min(mark.cornerRadius ?? 0, (outer - inner) / 2))
        let circle = Rect(x: plane.center.x - outer, y: plane.center.y - outer, width: 2 * outer, height: 2 * outer)
        for point in mark.points {
            let sector = SubdialDrawing.Path.sector(
                center: plane.center, radii: inner + corner, outer - corner, from: point.base * 360 - 90, to: (point.y ?? 0) * 360 - 90,
                inset: mark.angularInset + corner)
            let paint = paint(of: mark, point.fill, circle, plane)
            context.fill(sector, with: paint, evenOdd: true)
            if corner > 0 { context.stroke(sector, with: paint, style: SubdialDrawing.StrokeStyle(width: corner * 2, join: .round)) }
        }
    }

    private func drawRules(_ mark: ChartContent.Mark, _ plane: ChartPlane) {
        let frame = plane.frame
        for point in mark.points {
            let sample = ChartSample(top: .zero, base: .zero, fill: point.fill, width: nil)
            if let y = point.y.map(plane.y) {
                stroke(from: Point(frame.minX, y), to: Point(frame.maxX, y), mark, sample, plane)
            } else if let x = point.x.map(plane.x) {
                stroke(from: Point(x, frame.minY), to: Point(x, frame.maxY), mark, sample, plane)
            }
        }
    }

    private func stroke(from: Point, to: Point, _ mark: ChartContent.Mark, _ point: ChartSample, _ plane: ChartPlane) {
        var path = SubdialDrawing.Path()
        path.move(to: from)
        path.line(to: to)
        let style = mark.stroke?.drawn ?? SubdialDrawing.StrokeStyle(width: mark.lineWidth ?? 1)
        context.stroke(path, with: paint(of: mark, point.fill, path.bounds, plane), style: style)
    }
}

/// A point of a mark in its plot.
private struct ChartSample {
    let top: Point
    let base: Point
    /// The fill of this point; nil for that of the mark.
    let fill: SubdialLayout.Paint?
    /// The width of this bar as a fraction of the plot; nil for that of the mark.
    let width: Double?
}

extension ChartContent.Mark {
    /// The sequences of points without missing values.
    fileprivate func runs(in plane: ChartPlane) -> [[ChartSample]] {
        var runs: [[ChartSample]] = [[]]
        for point in points {
            if let x = point.x.map(plane.x), let y = point.y.map(plane.y) {
                let base = axis == .vertical ? Point(x, plane.y(point.base)) : Point(plane.x(point.base), y)
                runs[runs.count - 1].append(ChartSample(top: Point(x, y), base: base, fill: point.fill, width: point.width))
            } else if runs.last?.isEmpty == false {
                runs.append([])
            }
        }
        return runs.filter { !$0.isEmpty }
    }
}
