public import Foundation
public import SubdialLayout

/// The arrangement of an `HStack`.
public struct HStackLayout: Layout, Sendable {
    public var alignment: VerticalAlignment
    public var spacing: CGFloat?

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        StackArrangement(axis: .horizontal, spacing: spacing, subviews) { $0[alignment] }.size(proposal)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        StackArrangement(axis: .horizontal, spacing: spacing, subviews) { $0[alignment] }.place(in: bounds, proposal)
    }

    public static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node {
        context.node(.hstack(alignment: layout.alignment.layout, spacing: layout.spacing.map { Double($0) }, nodes))
    }
}

/// The arrangement of a `VStack`.
public struct VStackLayout: Layout, Sendable {
    public var alignment: HorizontalAlignment
    public var spacing: CGFloat?

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        StackArrangement(axis: .vertical, spacing: spacing, subviews) { $0[alignment] }.size(proposal)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        StackArrangement(axis: .vertical, spacing: spacing, subviews) { $0[alignment] }.place(in: bounds, proposal)
    }

    public static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node {
        context.node(.vstack(alignment: layout.alignment.layout, spacing: layout.spacing.map { Double($0) }, nodes))
    }
}

/// The arrangement of a `ZStack`.
public struct ZStackLayout: Layout, Sendable {
    public var alignment: Alignment

    public init(alignment: Alignment = .center) { self.alignment = alignment }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        arrange(proposal, subviews).size
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        for (view, origin) in zip(subviews, arrange(proposal, subviews).origins) {
            view.place(at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y), proposal: proposal)
        }
    }

    /// Overlays the views, with their guides on common lines.
    private func arrange(_ proposal: ProposedViewSize, _ subviews: Subviews) -> (size: CGSize, origins: [CGPoint]) {
        let all = subviews.map { $0.dimensions(in: proposal) }
        let (left, top) = (all.map { $0[alignment.horizontal] }.max() ?? 0, all.map { $0[alignment.vertical] }.max() ?? 0)
        let origins = all.map { CGPoint(x: left - $0[alignment.horizontal], y: top - $0[alignment.vertical]) }
        let right = zip(all, origins).map { $0.width + $1.x }.max() ?? 0
        let bottom = zip(all, origins).map { $0.height + $1.y }.max() ?? 0
        return (CGSize(width: right, height: bottom), origins)
    }

    public static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node {
        context.node(.zstack(alignment: layout.alignment.layout, nodes))
    }
}

/// The arrangement of a `Grid`.
///
/// Called by another layout, it arranges the views as rows, because views know nothing of their `GridRow`.
public struct GridLayout: Layout, Sendable {
    public var alignment: Alignment
    public var horizontalSpacing: CGFloat?
    public var verticalSpacing: CGFloat?

    public init(alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil) {
        (self.alignment, self.horizontalSpacing, self.verticalSpacing) = (alignment, horizontalSpacing, verticalSpacing)
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        StackArrangement(axis: .vertical, spacing: verticalSpacing, subviews) { $0[alignment.horizontal] }.size(proposal)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        StackArrangement(axis: .vertical, spacing: verticalSpacing, subviews) { $0[alignment.horizontal] }.place(in: bounds, proposal)
    }

    public static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node {
        context.node(
            .grid(
                alignment: layout.alignment.layout, horizontalSpacing: layout.horizontalSpacing.map { Double($0) },
                verticalSpacing: layout.verticalSpacing.map { Double($0) }, nodes))
    }
}

/// The arrangement of a stack, for layouts that call `HStackLayout` and its kin themselves: the rules of the layout's own stacks.
private struct StackArrangement {
    private let axis: Axis
    private let spacing: CGFloat?
    private let views: LayoutSubviews
    private let guide: (ViewDimensions) -> CGFloat

    init(axis: Axis, spacing: CGFloat?, _ views: LayoutSubviews, guide: @escaping (ViewDimensions) -> CGFloat) {
        (self.axis, self.spacing, self.views, self.guide) = (axis, spacing, views, guide)
    }

    func size(_ proposal: ProposedViewSize) -> CGSize { arrange(proposal).size }

    func place(in bounds: CGRect, _ proposal: ProposedViewSize) {
        let result = arrange(proposal)
        for (index, view) in views.enumerated() {
            let origin = result.origins[index]
            view.place(at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y), proposal: result.proposals[index])
        }
    }

    private func arrange(_ proposal: ProposedViewSize) -> (size: CGSize, origins: [CGPoint], proposals: [ProposedViewSize]) {
        let proposals = self.proposals(proposal)
        let all = zip(views, proposals).map { $0.dimensions(in: $1) }
        let line = all.map(guide).max() ?? 0
        var (origins, position, across): ([CGPoint], CGFloat, CGFloat) = ([], 0, 0)
        for (index, dimensions) in all.enumerated() {
            position += gap(before: index)
            let side = line - guide(dimensions)
            origins.append(axis == .horizontal ? CGPoint(x: position, y: side) : CGPoint(x: side, y: position))
            position += axis == .horizontal ? dimensions.width : dimensions.height
            across = max(across, side + (axis == .horizontal ? dimensions.height : dimensions.width))
        }
        let size = axis == .horizontal ? CGSize(width: position, height: across) : CGSize(width: across, height: position)
        return (size, origins, proposals)
    }

    private func gap(before index: Int) -> CGFloat {
        guard index > 0 else { return 0 }
        return spacing ?? views[index - 1].spacing.distance(to: views[index].spacing, along: axis)
    }

    /// The proposal to each view: higher priorities and the least flexible first, each an equal share of what is left.
    private func proposals(_ proposal: ProposedViewSize) -> [ProposedViewSize] {
        var result = views.map { _ in proposal }
        guard let offered = proposal[axis], offered.isFinite else { return result }
        var left = offered - views.indices.reduce(0) { $0 + gap(before: $1) }
        let (least, most) = (views.map { length($0, 0, proposal) }, views.map { length($0, .infinity, proposal) })
        for priority in Set(views.map(\.priority)).sorted(by: >) {
            let group = views.indices.filter { views[$0].priority == priority }
            let reserved = views.indices.filter { views[$0].priority < priority }.reduce(0) { $0 + least[$1] }
            let ordered = group.sorted { first, second in
                let (one, other) = (most[first] - least[first], most[second] - least[second])
                if one.isInfinite, other.isInfinite { return (-least[first], first) < (-least[second], second) }
                return (one, first) < (other, second)
            }
            for (number, index) in ordered.enumerated() {
                let share = max(0, (left - reserved) / CGFloat(ordered.count - number))
                result[index][axis] = share
                left -= length(views[index], share, proposal)
            }
        }
        return result
    }

    private func length(_ view: LayoutSubview, _ length: CGFloat, _ proposal: ProposedViewSize) -> CGFloat {
        var question = proposal
        question[axis] = length
        let size = view.sizeThatFits(question)
        return axis == .horizontal ? size.width : size.height
    }
}
