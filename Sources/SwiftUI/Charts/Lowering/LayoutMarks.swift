import Foundation
import SubdialLayout

/// The marks of the layout, of those of a chart: neighbours of one look are one mark, and the points of a line are.
struct LayoutMarks {
    private typealias Mark = SubdialLayout.ChartContent.Mark
    private typealias MarkPoint = SubdialLayout.ChartContent.MarkPoint
    private typealias Annotation = SubdialLayout.ChartContent.Annotation

    private let placement: MarkPlacement
    private let looks: MarkLooks
    private let context: _ViewContext
    /// The marks in drawing order.
    private(set) var marks: [SubdialLayout.ChartContent.Mark] = []
    /// The views at marks.
    private(set) var annotations: [SubdialLayout.ChartContent.Annotation] = []
    /// The indices of lines and areas by their series.
    private var lines: [String: Int] = [:]
    /// The indices of the symbols of lines.
    private var lineSymbols: [String: Int] = [:]
    /// The last mark without its points, which its successors may have.
    private var last: SubdialLayout.ChartContent.Mark?

    init(_ placement: MarkPlacement, _ looks: MarkLooks, _ context: _ViewContext) {
        (self.placement, self.looks, self.context) = (placement, looks, context)
    }

    mutating func add(_ mark: ChartMark, at index: Int) {
        switch mark.kind {
        case .bar: addBar(mark, at: index)
        case .rectangle: addRectangle(mark)
        case .line, .area: addToLine(mark, at: index)
        case .point: addPoint(mark)
        case .rule: addRule(mark)
        case .sector: addSector(mark, at: index)
        }
    }

    // MARK: Looks

    private func made(_ kind: SubdialLayout.ChartContent.Kind, _ mark: ChartMark) -> SubdialLayout.ChartContent.Mark {
        var result = Mark(kind, [])
        result.fill = looks.paint(mark.style)
        result.fillsPlot = mark.style.alignsWithPlot
        result.offset = mark.style.offset
        return result
    }

    /// Adds a point to the last mark if that has the same look, or else to a new one.
    private mutating func add(_ point: SubdialLayout.ChartContent.MarkPoint, of mark: SubdialLayout.ChartContent.Mark) {
        var plain = mark
        plain.fill = nil
        if plain == last, let index = marks.indices.last {
            var point = point
            if mark.fill != marks[index].fill { point.fill = mark.fill }
            marks[index].points.append(point)
            return
        }
        var mark = mark
        mark.points = [point]
        marks.append(mark)
        last = plain
    }

    // MARK: Marks

    private mutating func addBar(_ mark: ChartMark, at index: Int) {
        warnOfEdges(mark)
        guard let across = placement.across(mark, ratio: 0.7), let ends = placement.ends(mark, at: index) else { return }
        var bar = made(.bar, mark)
        bar.axis = mark.valueAxis
        // The parts of a stack meet without gaps.
        (bar.widthInset, bar.cornerRadius) = (across.inset, mark.style.cornerRadius ?? (placement.isStacked(at: index) ? 0 : nil))
        let isVertical = mark.valueAxis == .vertical
        add(
            MarkPoint(
                x: isVertical ? across.middle : ends.high, y: isVertical ? ends.high : across.middle, base: ends.low, width: across.width),
            of: bar)
        let thick = (across.middle - across.width / 2)...(across.middle + across.width / 2)
        let long = min(ends.low, ends.high)...max(ends.low, ends.high)
        let outset = isVertical ? Size(-across.inset, 0) : Size(0, -across.inset)
        annotate(
            mark, .box(x: isVertical ? thick : long, y: isVertical ? long : thick, outset: outset), usual: isVertical ? .top : .trailing)
    }

    private mutating func addRectangle(_ mark: ChartMark) {
        warnOfEdges(mark)
        guard let x = placement.slot(mark.x, .horizontal, mark.width, mark, 1),
            let y = placement.slot(mark.y, .vertical, mark.height, mark, 1)
        else { return }
        var rectangle = made(.bar, mark)
        (rectangle.widthInset, rectangle.lengthInset, rectangle.cornerRadius) = (x.inset, y.inset, mark.style.cornerRadius ?? 0)
        add(MarkPoint(x: x.middle, y: y.middle + y.width / 2, base: y.middle - y.width / 2, width: x.width), of: rectangle)
        annotate(
            mark,
            .box(
                x: (x.middle - x.width / 2)...(x.middle + x.width / 2), y: (y.middle - y.width / 2)...(y.middle + y.width / 2),
                outset: Size(-x.inset, -y.inset)), usual: .overlay)
    }

    private mutating func addToLine(_ mark: ChartMark, at index: Int) {
        let key = (mark.kind == .line ? "line" : "area") + looks.series(mark)
        let isVertical = mark.kind == .line || mark.valueAxis == .vertical
        var point = MarkPoint(x: nil, y: nil)
        if mark.kind == .line {
            point.x = placement.center(mark.x, .horizontal, mark)
            point.y = placement.center(mark.y, .vertical, mark)
        } else if let ends = placement.ends(mark, at: index) {
            let across = placement.center(isVertical ? mark.x : mark.y, isVertical ? .horizontal : .vertical, mark)
            (point.x, point.y) = isVertical ? (across, ends.high) : (ends.high, across)
            point.base = ends.low
        }
        last = nil
        if let known = lines[key] {
            marks[known].points.append(point)
        } else {
            var line = made(mark.kind == .line ? .line : .area, mark)
            line.axis = isVertical ? .vertical : .horizontal
            if let method = mark.style.interpolation { (line.interpolation, line.tension) = (method.interpolation, method.tension) }
            if mark.kind == .line { line.stroke = looks.line(mark.style)?.layout }
            line.points = [point]
            lines[key] = marks.count
            marks.append(line)
        }
        guard let x = point.x, let y = point.y else { return }
        if mark.kind == .line, looks.symbol(mark.style) != nil { addSymbol(of: mark, point, key) }
        addSymbolView(mark, x, y)
        annotate(mark, .box(x: x...x, y: y...y, outset: .zero), usual: .top)
    }

    /// Adds the symbol of a line's point, above the line.
    private mutating func addSymbol(of mark: ChartMark, _ point: SubdialLayout.ChartContent.MarkPoint, _ key: String) {
        if let known = lineSymbols[key] {
            marks[known].points.append(point)
            return
        }
        var symbols = pointMark(mark)
        symbols.points = [point]
        lineSymbols[key] = marks.count
        marks.append(symbols)
    }

    private func pointMark(_ mark: ChartMark) -> SubdialLayout.ChartContent.Mark {
        var result = made(.point, mark)
        let area = looks.area(mark.style)
        if let symbol = looks.symbol(mark.style) {
            result.symbol = symbol.symbol(area: area)
        } else {
            result.lineWidth = SymbolShape.diameter(area)
        }
        return result
    }

    private mutating func addPoint(_ mark: ChartMark) {
        warnOfEdges(mark)
        guard let x = placement.center(mark.x, .horizontal, mark), let y = placement.center(mark.y, .vertical, mark) else { return }
        if mark.style.symbolView == nil { add(MarkPoint(x: x, y: y), of: pointMark(mark)) }
        addSymbolView(mark, x, y)
        let radius = SymbolShape.diameter(looks.area(mark.style)) / 2
        annotate(mark, .box(x: x...x, y: y...y, outset: Size(radius, radius)), usual: .top)
    }

    private mutating func addSymbolView(_ mark: ChartMark, _ x: Double, _ y: Double) {
        guard let make = mark.style.symbolView else { return }
        var view = Annotation(make(symbolContext(mark)), at: .box(x: x...x, y: y...y, outset: .zero), side: .zero)
        (view.xOverflow, view.yOverflow, view.offset) = (.none, .none, mark.style.offset)
        annotations.append(view)
    }

    /// The context of a view in place of a symbol, which has the mark's colour.
    private func symbolContext(_ mark: ChartMark) -> _ViewContext {
        guard case .color(let color) = looks.paint(mark.style) else { return context }
        return context.with { $0.text.foreground = [AnyShapeStyle(Color(color))] }
    }

    private mutating func addRule(_ mark: ChartMark) {
        warnOfEdges(mark)
        let isWhole = mark.x == nil || mark.y == nil
        var rule = made(isWhole ? .rule : .segment, mark)
        rule.stroke = looks.line(mark.style)?.layout
        let x = mark.x.map { placement.center($0, .horizontal, mark) }
        let y = mark.y.map { placement.center($0, .vertical, mark) }
        // A value without a place.
        if case .some(.none) = x { return }
        if case .some(.none) = y { return }
        if isWhole {
            let (x, y) = (x.flatMap { $0 }, y.flatMap { $0 })
            add(MarkPoint(x: x, y: y), of: rule)
            annotate(
                mark, .box(x: x.map { $0...$0 } ?? 0...1, y: y.map { $0...$0 } ?? 0...1, outset: .zero), usual: .top)
            return
        }
        rule.axis = mark.valueAxis
        guard let ends = placement.ends(mark, at: -1), let across = rule.axis == .vertical ? x : y, let across else { return }
        let isVertical = rule.axis == .vertical
        add(MarkPoint(x: isVertical ? across : ends.high, y: isVertical ? ends.high : across, base: ends.low), of: rule)
        let (thin, long) = (across...across, ends.low...ends.high)
        annotate(mark, .box(x: isVertical ? thin : long, y: isVertical ? long : thin, outset: .zero), usual: .top)
    }

    private mutating func addSector(_ mark: ChartMark, at index: Int) {
        guard let (start, end) = placement.turn(at: index) else { return }
        var sector = made(.sector, mark)
        let outer = mark.outerRadius.radius(automatic: 1)
        let inner = mark.innerRadius.radius(automatic: 0)
        (sector.outerRadius, sector.outerOffset) = (outer.share, outer.offset)
        // The hole is a share of the plot's radius here, and of the sectors' in the layout.
        sector.innerRadius = outer.share > 0 ? inner.share / outer.share : 0
        sector.innerOffset = inner.offset
        (sector.angularInset, sector.cornerRadius) = (mark.angularInset, mark.style.cornerRadius)
        add(MarkPoint(x: nil, y: end, base: start), of: sector)
        let angle = (start + end) * .pi
        let radius = (inner.share + outer.share) / 2
        annotate(mark, .sector(middle: Point(sin(angle) * radius, -cos(angle) * radius)), usual: .overlay)
    }

    private func warnOfEdges(_ mark: ChartMark) {
        let edges = [mark.xEdges.0, mark.xEdges.1, mark.yEdges.0, mark.yEdges.1]
        guard edges.contains(where: { $0 != nil }) else { return }
        context.warn("a mark between distances in points is drawn over the whole plot")
    }

    // MARK: Views at marks

    private mutating func annotate(_ mark: ChartMark, _ place: SubdialLayout.ChartContent.MarkPlace, usual: AnnotationPosition) {
        for annotation in mark.style.annotations {
            let node = annotation.make(AnnotationContext(targetSize: .zero), annotationContext)
            let side = annotation.position.side ?? usual.side ?? .zero
            var view = Annotation(
                node, at: place, side: side, alignment: annotation.alignment.layout,
                spacing: annotation.spacing ?? (side == .zero ? 0 : 4))
            view.offset = mark.style.offset
            view.fillsMark = side == .zero && mark.kind != .sector && mark.kind != .rule && mark.kind != .line && mark.kind != .point
            // Moved into the chart, a view beside a mark would cover the mark.
            view.xOverflow = annotation.overflow.x.overflow ?? (side.x != 0 && side.y == 0 ? .room : .chart)
            view.yOverflow = annotation.overflow.y.overflow ?? (side.y == 0 ? .none : .room)
            annotations.append(view)
        }
    }

    private var annotationContext: _ViewContext {
        context.with { environment in environment.text.font = environment.text.font ?? .caption2 }
    }
}
