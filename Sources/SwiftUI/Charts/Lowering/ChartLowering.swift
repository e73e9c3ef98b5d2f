import Foundation
import SubdialLayout

/// The node of a chart: its scales, its marks, its axes, and what stands around it.
struct ChartLowering {
    private let marks: [ChartMark]
    private let context: _ViewContext
    private let settings: ChartSettings

    init(_ marks: [ChartMark], in context: _ViewContext) {
        self.context = context
        settings = context.environment.chart
        let calendar = context.environment.plotCalendar
        self.marks = marks.map { mark in
            var mark = mark
            (mark.x, mark.y) = (mark.x?.resolved(in: calendar), mark.y?.resolved(in: calendar))
            return mark
        }
    }

    func node() -> Node {
        let placement = MarkPlacement(marks, settings, size: context.environment.containerSize)
        let looks = MarkLooks(marks, settings, context.environment)
        var chart = SubdialLayout.ChartContent(marks: [])
        let axes = placement.xScale.kind == .none && placement.yScale.kind == .none ? nil : placement
        if let axes {
            chart.xTicks = ticks(settings.xAxis, axes.xScale, .horizontal, count: axes.counts.x)
            chart.yTicks = ticks(settings.yAxis, axes.yScale, .vertical, count: axes.counts.y)
        }
        chart.scaleInsets = insets
        var builder = LayoutMarks(placement, looks, context)
        for (index, mark) in ordered() { builder.add(mark, at: index) }
        (chart.marks, chart.annotations) = (builder.marks, builder.annotations)
        addLayers(to: &chart, placement)
        let node = context.node(.chart(chart))
        return framed(node, looks)
    }

    /// The marks in drawing order, with their indices.
    private func ordered() -> [(Int, ChartMark)] {
        let all = Array(marks.enumerated())
        guard marks.contains(where: { $0.style.zIndex != 0 }) else { return all.map { ($0.offset, $0.element) } }
        return all.sorted { ($0.element.style.zIndex, $0.offset) < ($1.element.style.zIndex, $1.offset) }.map { ($0.offset, $0.element) }
    }

    private var insets: Insets {
        func finite(_ value: Double?) -> Double { value.map { $0.isFinite ? $0 : 0 } ?? 0 }
        let (x, y) = (settings.xScale.padding, settings.yScale.padding)
        return Insets(top: finite(y?.end), leading: finite(x?.start), bottom: finite(y?.start), trailing: finite(x?.end))
    }

    // MARK: Axes

    private func ticks(
        _ setting: ChartSettings.AxisSetting, _ scale: PlotScale, _ axis: SubdialLayout.Axis, count: Int
    ) -> [SubdialLayout.ChartContent.Tick] {
        guard scale.kind != .none else { return [] }
        let context = _AxisContext(context.element(axis == .horizontal ? "xAxis" : "yAxis"), scale, axis, count: count)
        switch setting {
        case .hidden: return []
        case .automatic: AxisMarks<AnyAxisMark>._add(AxisMarks(), to: context)
        case .content(let add): add(context)
        }
        return context.collector.ticks
    }

    // MARK: Layers

    private func addLayers(to chart: inout SubdialLayout.ChartContent, _ placement: MarkPlacement) {
        if let style = settings.plotStyle { chart.plotModifiers = style(context.element("Plot")).modifiers }
        guard !settings.backgrounds.isEmpty || !settings.overlays.isEmpty else { return }
        let frame = PlacedFrame()
        chart.plotModifiers.append(
            .background(frame.recorder("plotFrame", path: context.node(.spacer(minLength: nil)).path), alignment: .center))
        let proxy = ChartProxy(placement.xScale, placement.yScale, insets: insets, frame: frame)
        chart.background = layer(settings.backgrounds, proxy, "chartBackground")
        chart.overlay = layer(settings.overlays, proxy, "chartOverlay")
    }

    /// The views of layers, which are made when the plot has its place.
    private func layer(_ layers: [ChartSettings.Layer], _ proxy: ChartProxy, _ name: String) -> SubdialLayout.ChartContent.Layer? {
        guard let first = layers.first else { return nil }
        let context = context.element(name).late
        let content = LayoutClosure<Rect, [Node]> { rect in
            layers.map { layer in
                let size = Size(rect.size.width, rect.size.height)
                return Node(
                    .zstack(alignment: layer.alignment.layout, layer.make(proxy, context)),
                    modifiers: [
                        .frame(width: size.width, height: size.height, alignment: layer.alignment.layout)
                    ])
            }
        }
        return SubdialLayout.ChartContent.Layer(
            context.node(.geometry(GeometryContent(name, content: content))), alignment: first.alignment.layout)
    }

    // MARK: What stands around

    /// The chart with the titles of its axes and its legend.
    private func framed(_ chart: Node, _ looks: MarkLooks) -> Node {
        var node = chart
        let words = context.with { environment in
            environment.text.font = environment.text.font ?? .caption
            environment.text.foreground = [AnyShapeStyle(Color.secondary)]
        }
        if let title = settings.yTitle { node = put(title, beside: node, words.element("yAxisLabel"), usual: .topTrailing) }
        if let title = settings.xTitle { node = put(title, beside: node, words.element("xAxisLabel"), usual: .bottomLeading) }
        let legend = settings.legend
        let hasLegend = legend.visibility != .hidden && (legend.content != nil || !looks.entries.isEmpty)
        guard hasLegend else { return node }
        let view = words.element("legend")
        let content = legend.content?(view) ?? view.node(of: LegendView(entries: looks.entries))
        let title = ChartSettings.Title(
            position: legend.position, alignment: legend.alignment, spacing: legend.spacing ?? 8, make: { _ in content })
        return put(title, beside: node, view, usual: .bottomLeading)
    }

    /// A node with a view at one of its sides.
    private func put(
        _ title: ChartSettings.Title, beside node: Node, _ view: _ViewContext, usual: AnnotationPosition
    ) -> Node {
        let own = title.make(view)
        let side = title.position.side ?? usual.side ?? .zero
        let spacing = title.spacing ?? 4
        guard side != .zero else {
            var result = node
            result.modifiers.append(.overlay(own, alignment: (title.alignment ?? .bottom).layout))
            return result
        }
        if side.y != 0 {
            let horizontal: SubdialLayout.HorizontalAlignment =
                title.alignment?.layout.horizontal ?? (side.x < 0 ? .leading : side.x > 0 ? .trailing : .leading)
            return context.node(.vstack(alignment: horizontal, spacing: spacing, side.y < 0 ? [own, node] : [node, own]))
        }
        let vertical = title.alignment?.layout.vertical ?? .center
        return context.node(.hstack(alignment: vertical, spacing: spacing, side.x < 0 ? [own, node] : [node, own]))
    }
}
