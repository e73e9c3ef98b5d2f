public import Foundation
import SubdialLayout

/// The orientation of a label.
public struct AxisValueLabelOrientation: Hashable, Sendable {
    /// Degrees, clockwise.
    let angle: Double

    public static var automatic: AxisValueLabelOrientation { AxisValueLabelOrientation(angle: 0) }
    public static var horizontal: AxisValueLabelOrientation { AxisValueLabelOrientation(angle: 0) }
    /// Read from the top downwards.
    public static var vertical: AxisValueLabelOrientation { AxisValueLabelOrientation(angle: 90) }
    /// Read from the bottom upwards.
    public static var verticalReversed: AxisValueLabelOrientation { AxisValueLabelOrientation(angle: -90) }
}

/// What is done with labels that do not fit beside each other.
public struct AxisValueLabelCollisionResolution: Hashable, Sendable {
    let fitting: SubdialLayout.ChartContent.LabelFitting?

    public static var automatic: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution(fitting: nil) }
    /// Leaves out a label that meets the one before.
    public static var greedy: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution(fitting: .greedy) }
    /// Cuts labels to the space up to their neighbours.
    public static var truncate: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution(fitting: .truncate) }
    /// Shows all labels.
    public static var disabled: AxisValueLabelCollisionResolution {
        AxisValueLabelCollisionResolution(fitting: SubdialLayout.ChartContent.LabelFitting.none)
    }

    /// Leaves out a label that meets the one before; all labels have the same priority in a picture.
    public static func greedy(priority: Double = 0, minimumSpacing: CGFloat? = nil) -> AxisValueLabelCollisionResolution { .greedy }
}

/// The label of a position.
nonisolated public struct AxisValueLabel<Content: View>: AxisMark {
    /// What the label says.
    private enum Source {
        /// The value as the axis writes it.
        case automatic
        /// The value in a format.
        case format((AxisValue, _ViewContext) -> Text?)
        case content(Content)
    }

    private let source: Source
    private let centered: Bool?
    private let anchor: UnitPoint?
    private let resolution: AxisValueLabelCollisionResolution
    private let orientation: AxisValueLabelOrientation
    private let spacing: (horizontal: CGFloat?, vertical: CGFloat?)

    private init(
        _ source: Source, _ centered: Bool?, _ anchor: UnitPoint?, _ resolution: AxisValueLabelCollisionResolution,
        _ orientation: AxisValueLabelOrientation, _ horizontal: CGFloat?, _ vertical: CGFloat?
    ) {
        (self.source, self.centered, self.anchor) = (source, centered, anchor)
        (self.resolution, self.orientation, spacing) = (resolution, orientation, (horizontal, vertical))
    }

    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: SubdialSwiftUI.Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) where Content == EmptyView {
        self.init(.automatic, centered, anchor, collisionResolution, orientation, horizontalSpacing, verticalSpacing)
    }

    public init<Format: FormatStyle>(
        format: Format, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: SubdialSwiftUI.Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) where Content == EmptyView, Format.FormatInput: Plottable, Format.FormatOutput == String {
        self.init(
            .format { value, context in
                value.as(Format.FormatInput.self).map { Text(verbatim: context.environment.adapted(format).format($0)) }
            }, centered, anchor, collisionResolution, orientation, horizontalSpacing, verticalSpacing)
    }

    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: SubdialSwiftUI.Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(.content(content()), centered, anchor, collisionResolution, orientation, horizontalSpacing, verticalSpacing)
    }

    public init(
        _ titleKey: LocalizedStringKey, centered: Bool? = nil, anchor: UnitPoint? = nil,
        multiLabelAlignment: SubdialSwiftUI.Alignment? = nil, collisionResolution: AxisValueLabelCollisionResolution = .automatic,
        offsetsMarks: Bool? = nil, orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil
    ) where Content == Text {
        self.init(.content(Text(titleKey)), centered, anchor, collisionResolution, orientation, horizontalSpacing, verticalSpacing)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: SubdialSwiftUI.Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) where Content == Text {
        self.init(.content(Text(title)), centered, anchor, collisionResolution, orientation, horizontalSpacing, verticalSpacing)
    }

    public static func _add(_ mark: Self, to context: _AxisMarkContext) {
        let isX = context.axis.axis == .horizontal
        let isCentred = mark.centered ?? context.isCentred
        let view = context.axis.view.element("AxisValueLabel").with { environment in
            environment.text.font = context.font ?? .caption2
            environment.text.foreground = [context.style ?? AnyShapeStyle(Color.secondary)]
            environment.text.lineLimit = 1
        }
        guard var label = mark.label(of: context.value, in: context, view) else { return }
        if mark.orientation.angle != 0 { label = label.turned(by: mark.orientation.angle) }
        guard let place = context.place(centred: mark.centered) else { return }
        var tick = SubdialLayout.ChartContent.Tick(place, label)
        tick.edge = context.edge
        tick.isInside = context.isInside
        tick.fitting = mark.resolution.fitting ?? (context.axis.scale.kind == .categories && isX ? .truncate : .thin)
        let usual = isX ? (isCentred ? 0.5 : 0) : (context.isInside ? 1 : 0.5)
        // A point of the label, where a source gives it: its own leading or upper edge is 0.
        tick.anchor = mark.anchor.map { Double(isX ? $0.x : $0.y) } ?? usual
        let (horizontal, vertical) = (mark.spacing.horizontal.map { Double($0) }, mark.spacing.vertical.map { Double($0) })
        let along = isX ? horizontal : vertical
        tick.shift =
            (along ?? (isX && tick.anchor == 0 ? 3 : 0)) * (tick.anchor > 0.5 ? -1 : 1) + (isX ? context.offset.x : context.offset.y)
        if tick.anchor == 0.5, along == nil { tick.shift = isX ? context.offset.x : context.offset.y }
        tick.gap = (isX ? vertical : horizontal) ?? (context.isInside ? 0 : isX ? 3 : 5)
        context.collector.ticks.append(tick)
    }

    /// The node of the label; nil for a value that the format does not take.
    private func label(of value: AxisValue, in context: _AxisMarkContext, _ view: _ViewContext) -> Node? {
        switch source {
        case .automatic: return value.text(context.axis).map { view.node(of: $0) }
        case .format(let format): return format(value, view).map { view.node(of: $0) }
        case .content(let content):
            let nodes = view.nodes(of: content)
            return nodes.isEmpty ? nil : view.node(of: content)
        }
    }
}

extension Node {
    /// The node turned by a quarter, with the space that it needs then.
    fileprivate func turned(by angle: Double) -> Node {
        let size = LayoutClosure<CustomLayout.Request, Size> { request in
            let own = request.subviews.first?.measure(.unspecified).size ?? .zero
            return Size(own.height, own.width)
        }
        let places = LayoutClosure<CustomLayout.Request, [Int: CustomLayout.Place]> { request in
            let size = request.size ?? .zero
            let center = Point(size.width / 2, size.height / 2)
            return [0: CustomLayout.Place(position: center, anchor: Point(0.5, 0.5), proposal: .unspecified)]
        }
        var inner = self
        inner.modifiers.append(.rotation(angle))
        return Node(.custom(CustomLayout("vertical", size: size, places: places), [inner]), path: path)
    }
}
