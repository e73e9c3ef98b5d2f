import SubdialBasics

/// The division of a chart's area between its plot and what stands around it.
struct ChartLayout {
    /// The distance between the plot and labels beside it, in points.
    private static let spacing = 4.0

    /// A view at its position, relative to the chart's top leading corner.
    struct PlacedView {
        let box: LayoutBox
        let origin: Point
        let proposal: ProposedSize
    }

    /// A label with its tick.
    private struct Label {
        let tick: ChartContent.Tick
        let box: LayoutBox
        let size: Size
    }

    /// The frame of the plot, relative to the chart's top leading corner.
    private(set) var plot: Rect
    /// The plot with its modifiers; nil for a plot without any.
    let styledPlot: LayoutBox?
    /// The view behind the chart.
    let background: [PlacedView]
    /// The labels that fit, the views at marks, and the view above the chart.
    private(set) var views: [PlacedView]

    /// Lays out `chart`, whose ``ChartContent/nodes`` have the boxes, in an area of `size`.
    init(_ chart: ChartContent, _ boxes: [LayoutBox], in size: Size) {
        var rest = boxes[...]
        func labels(_ ticks: [ChartContent.Tick]) -> [Label] {
            ticks.filter { $0.label != nil }.compactMap { tick in
                rest.popFirst().map { Label(tick: tick, box: $0, size: $0.measure(ProposedSize(nil, nil)).size) }
            }
        }
        let (xLabels, yLabels) = (labels(chart.xTicks), labels(chart.yTicks))
        let annotations = zip(chart.annotations, rest.prefix(chart.annotations.count)).map { ($0, $1) }
        rest = rest.dropFirst(chart.annotations.count)
        func layer(_ layer: ChartContent.Layer?) -> [PlacedView] {
            guard let layer, let box = rest.popFirst() else { return [] }
            let proposal = ProposedSize(size)
            let origin = LayoutBox.origin(of: box.measure(proposal), in: Dimensions(size), layer.alignment)
            return [PlacedView(box: box, origin: origin, proposal: proposal)]
        }
        background = layer(chart.background)
        let overlay = layer(chart.overlay)
        styledPlot = rest.popFirst()

        let whole = Self.plot(chart, xLabels, yLabels, in: size)
        plot = whole.inside(Self.room(of: annotations, chart, in: whole))
        // Views beside marks stand between the plot and the labels at its side.
        let sides = whole.minX...max(whole.minX, whole.maxX)
        if let own = styledPlot?.measure(ProposedSize(plot.size)).size {
            plot = Rect(plot.minX, plot.minY, min(own.width, size.width), min(own.height, size.height))
        }
        let plane = ChartPlane(chart, in: plot)
        views = []
        for edge in [ChartContent.Edge.bottom, .top] {
            views += Self.place(xLabels.filter { ($0.tick.edge ?? .bottom) == edge }, at: edge, plane, in: size)
        }
        for edge in [ChartContent.Edge.trailing, .leading] {
            views += Self.place(yLabels.filter { ($0.tick.edge ?? .trailing) == edge }, beside: edge, plane, sides)
        }
        views += annotations.map { Self.place($0, $1, plane, in: size) } + overlay
    }

    /// The plot that leaves space for the labels outside of it.
    private static func plot(_ chart: ChartContent, _ xLabels: [Label], _ yLabels: [Label], in size: Size) -> Rect {
        func marks(_ ticks: [ChartContent.Tick], _ edge: ChartContent.Edge, _ usual: ChartContent.Edge) -> Double {
            ticks.filter { $0.mark != nil && ($0.edge ?? usual) == edge }.map(\.markLength).max() ?? 0
        }
        func beside(_ edge: ChartContent.Edge) -> Double {
            let labels = yLabels.filter { !$0.tick.isInside && ($0.tick.edge ?? .trailing) == edge }
            guard let most = labels.map({ $0.size.width + ($0.tick.gap ?? spacing) }).max() else { return 0 }
            return max(most, marks(chart.yTicks, edge, .trailing))
        }
        func below(_ edge: ChartContent.Edge) -> Double {
            let labels = xLabels.filter { !$0.tick.isInside && ($0.tick.edge ?? .bottom) == edge }
            guard let most = labels.map({ $0.size.height + ($0.tick.gap ?? spacing / 2) }).max() else { return 0 }
            return max(most, marks(chart.xTicks, edge, .bottom))
        }
        // A part of the topmost label is above its grid line, and of the lowest below it.
        let centred = yLabels.filter { !$0.tick.isInside }
        let top = max(below(.top), centred.map { $0.size.height * $0.tick.anchor }.max() ?? 0)
        let lower = max(below(.bottom), centred.map { $0.size.height * (1 - $0.tick.anchor) }.max() ?? 0)
        let (left, right) = (beside(.leading), beside(.trailing))
        return Rect(left, top, max(0, size.width - left - right), max(0, size.height - top - lower))
    }

    // MARK: Labels

    /// Places the labels of the horizontal scale.
    private static func place(_ labels: [Label], at edge: ChartContent.Edge, _ plane: ChartPlane, in size: Size) -> [PlacedView] {
        let positions = labels.map { plane.x($0.tick.labelPosition ?? $0.tick.position) }
        var widths = labels.map(\.size.width)
        if labels.contains(where: { $0.tick.fitting == .truncate }) {
            let rooms = zip(positions, positions.dropFirst()).map { abs($1 - $0) - spacing }
            let room = max(rooms.min() ?? size.width, 0)
            widths = widths.enumerated().map { labels[$0].tick.fitting == .truncate ? min($1, room) : $1 }
        }
        let wanted = labels.indices.map { positions[$0] - widths[$0] * labels[$0].tick.anchor + labels[$0].tick.shift }
        let lefts = labels.indices.map { index in
            labels[index].tick.fitting == .none ? wanted[index] : wanted[index].clamped(0, max(0, size.width - widths[index]))
        }
        return shown(labels, wanted, lefts, widths).map { index in
            let label = labels[index]
            let isNarrow = widths[index] < label.size.width
            let proposal = ProposedSize(isNarrow ? widths[index] : nil, nil)
            let height = isNarrow ? label.box.measure(proposal).size.height : label.size.height
            let y: Double =
                switch (edge, label.tick.isInside) {
                case (.top, false): plane.frame.minY - (label.tick.gap ?? spacing / 2) - height
                case (.top, true): plane.frame.minY + (label.tick.gap ?? spacing / 2)
                case (_, true): plane.frame.maxY - (label.tick.gap ?? spacing / 2) - height
                // Without a distance of their own, labels stand at the lower edge of the chart.
                case (_, false): label.tick.gap.map { plane.frame.maxY + $0 } ?? size.height - height
                }
            return PlacedView(box: label.box, origin: Point(lefts[index], y), proposal: proposal)
        }
    }

    /// The indices of the labels that are shown.
    ///
    /// A label that begins or ends at its tick and has no space there is moved to the edge of the chart, if that hides no other label.
    private static func shown(_ labels: [Label], _ wanted: [Double], _ lefts: [Double], _ widths: [Double]) -> [Int] {
        let fitting = labels.first?.tick.fitting ?? .thin
        let fixed = labels.indices.filter { labels[$0].tick.anchor == 0.5 || abs(lefts[$0] - wanted[$0]) <= .noise }
        let others = apart(fixed.map { lefts[$0] }, fixed.map { widths[$0] }, fitting).map { fixed[$0] }
        guard fixed.count < labels.count, fitting == .thin || fitting == .greedy else { return others }
        let all = apart(lefts, widths, fitting)
        return all.count > others.count ? all : others
    }

    /// The indices of the labels that do not overlap.
    private static func apart(_ lefts: [Double], _ widths: [Double], _ fitting: ChartContent.LabelFitting) -> [Int] {
        guard !lefts.isEmpty else { return [] }
        func areApart(_ first: Int, _ second: Int) -> Bool {
            lefts[first] + widths[first] + spacing <= lefts[second] + .noise
                || lefts[second] + widths[second] + spacing <= lefts[first] + .noise
        }
        switch fitting {
        case .none, .truncate: return Array(lefts.indices)
        case .greedy:
            return lefts.indices.reduce(into: []) { chosen, index in
                if chosen.last.map({ areApart($0, index) }) ?? true { chosen.append(index) }
            }
        case .thin:
            for stride in 1...lefts.count {
                let chosen = Array(Swift.stride(from: 0, to: lefts.count, by: stride))
                if zip(chosen, chosen.dropFirst()).allSatisfy({ areApart($0, $1) }) { return chosen }
            }
            return []
        }
    }

    /// Places the labels of the vertical scale.
    ///
    /// - Parameter sides: The ends of the plot with what stands beside its marks.
    private static func place(
        _ labels: [Label], beside edge: ChartContent.Edge, _ plane: ChartPlane, _ sides: ClosedRange<Double>
    ) -> [PlacedView] {
        // If the grid lines are closer together than the height of the labels, only every second or third line has a label.
        let height = labels.map(\.size.height).max() ?? 0
        var stride = 1
        if labels.count > 1, labels[0].tick.fitting != .none {
            let gap = plane.length(abs(labels[1].tick.position - labels[0].tick.position), .vertical)
            stride = gap > 0 ? max(1, Int(saturating: (height / gap - .noise).rounded(.up))) : labels.count
        }
        return labels.enumerated().filter { $0.offset.isMultiple(of: stride) }.map { _, label in
            let tick = label.tick
            let gap = tick.gap ?? spacing
            let x: Double =
                switch (edge, tick.isInside) {
                case (.leading, false): sides.lowerBound - gap - label.size.width
                case (.leading, true): plane.frame.minX + gap
                case (_, true): plane.frame.maxX - gap - label.size.width
                case (_, false): sides.upperBound + gap
                }
            let y = plane.y(tick.labelPosition ?? tick.position) - label.size.height * tick.anchor + tick.shift
            return PlacedView(box: label.box, origin: Point(x, y), proposal: ProposedSize(nil, nil))
        }
    }

    // MARK: Views at marks

    /// The rectangle of a mark, relative to the chart's top leading corner.
    private static func rect(of annotation: ChartContent.Annotation, _ plane: ChartPlane, _ direction: LayoutDirection) -> Rect {
        let rect: Rect
        switch annotation.place {
        case .box(let x, let y, let outset):
            let (left, right, top, bottom) = (plane.x(x.lowerBound), plane.x(x.upperBound), plane.y(y.upperBound), plane.y(y.lowerBound))
            rect = Rect(
                left - outset.width, top - outset.height, max(0, right - left + 2 * outset.width), max(0, bottom - top + 2 * outset.height))
        case .sector(let middle):
            // Sectors go clockwise in both directions.
            let x = direction == .rightToLeft ? -middle.x : middle.x
            rect = Rect(plane.center.x + x * plane.radius, plane.center.y + middle.y * plane.radius, 0, 0)
        }
        return Rect(rect.minX + annotation.offset.x, rect.minY + annotation.offset.y, rect.size.width, rect.size.height)
    }

    private static func proposal(_ annotation: ChartContent.Annotation, _ rect: Rect) -> ProposedSize {
        annotation.fillsMark ? ProposedSize(rect.size) : ProposedSize(nil, nil)
    }

    /// The top leading corner of a view at a mark, wherever it ends.
    private static func origin(of annotation: ChartContent.Annotation, _ own: Size, at rect: Rect) -> Point {
        func place(_ side: Double, _ low: Double, _ high: Double, _ length: Double, isLow: Bool, isHigh: Bool) -> Double {
            // Inside of a mark, the distance is that from the edges.
            let inset = annotation.side == .zero ? annotation.spacing : 0
            if side < 0 { return low - annotation.spacing - length }
            if side > 0 { return high + annotation.spacing }
            if isLow { return low + inset }
            return isHigh ? high - length - inset : (low + high - length) / 2
        }
        let (horizontal, vertical) = (annotation.alignment.horizontal, annotation.alignment.vertical)
        return Point(
            place(annotation.side.x, rect.minX, rect.maxX, own.width, isLow: horizontal == .leading, isHigh: horizontal == .trailing),
            place(annotation.side.y, rect.minY, rect.maxY, own.height, isLow: vertical == .top, isHigh: vertical == .bottom))
    }

    /// What views at marks need around the marks, at most a third of the plot's width and height in all.
    private static func room(
        of annotations: [(ChartContent.Annotation, LayoutBox)], _ chart: ChartContent, in plot: Rect
    ) -> Insets {
        let (width, height) = (plot.size.width / 3, plot.size.height / 3)
        var room = Insets()
        // The marks come closer to each other as the plot gets smaller: each pass adds what the one before has left.
        for _ in 0..<3 {
            let plane = ChartPlane(chart, in: plot.inside(room))
            var missing = Insets()
            for (annotation, box) in annotations where annotation.xOverflow == .room || annotation.yOverflow == .room {
                let rect = rect(of: annotation, plane, box.surroundings.direction)
                let own = box.measure(proposal(annotation, rect)).size
                let origin = origin(of: annotation, own, at: rect)
                if annotation.xOverflow == .room {
                    missing.leading = max(missing.leading, plot.minX - origin.x)
                    missing.trailing = max(missing.trailing, origin.x + own.width - plot.maxX)
                }
                if annotation.yOverflow == .room {
                    missing.top = max(missing.top, plot.minY - origin.y)
                    missing.bottom = max(missing.bottom, origin.y + own.height - plot.maxY)
                }
            }
            guard missing != Insets() else { break }
            room.top = min(room.top + missing.top, height)
            room.bottom = min(room.bottom + missing.bottom, max(0, height - room.top))
            room.leading = min(room.leading + missing.leading, width)
            room.trailing = min(room.trailing + missing.trailing, max(0, width - room.leading))
        }
        return room
    }

    private static func place(
        _ annotation: ChartContent.Annotation, _ box: LayoutBox, _ plane: ChartPlane, in size: Size
    ) -> PlacedView {
        let rect = rect(of: annotation, plane, box.surroundings.direction)
        let proposal = proposal(annotation, rect)
        let own = box.measure(proposal).size
        var origin = origin(of: annotation, own, at: rect)
        switch annotation.xOverflow {
        case .none: break
        case .chart, .room: origin.x = origin.x.clamped(0, max(0, size.width - own.width))
        case .plot: origin.x = origin.x.clamped(plane.frame.minX, max(plane.frame.minX, plane.frame.maxX - own.width))
        }
        switch annotation.yOverflow {
        case .none, .room: break
        case .chart: origin.y = origin.y.clamped(0, max(0, size.height - own.height))
        case .plot: origin.y = origin.y.clamped(plane.frame.minY, max(plane.frame.minY, plane.frame.maxY - own.height))
        }
        return PlacedView(box: box, origin: origin, proposal: proposal)
    }
}

extension Rect {
    /// The rectangle without a room at its edges.
    fileprivate func inside(_ room: Insets) -> Rect {
        Rect(
            minX + room.leading, minY + room.top, max(0, size.width - room.leading - room.trailing),
            max(0, size.height - room.top - room.bottom))
    }
}
