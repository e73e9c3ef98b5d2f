public import Foundation
public import SubdialLayout

/// An arrangement of views: code that measures and places them.
///
/// Its distances are those of its subviews: `spacing` is not asked.
public protocol Layout: Animatable {
    /// What the layout keeps between measuring and placing.
    associatedtype Cache = Void
    /// The views that are arranged.
    typealias Subviews = LayoutSubviews

    static var layoutProperties: LayoutProperties { get }
    func makeCache(subviews: Self.Subviews) -> Self.Cache
    func updateCache(_ cache: inout Self.Cache, subviews: Self.Subviews)
    func spacing(subviews: Self.Subviews, cache: inout Self.Cache) -> ViewSpacing
    func sizeThatFits(proposal: ProposedViewSize, subviews: Self.Subviews, cache: inout Self.Cache) -> CGSize
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Self.Subviews, cache: inout Self.Cache)
    func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Self.Subviews, cache: inout Self.Cache
    ) -> CGFloat?
    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Self.Subviews, cache: inout Self.Cache
    ) -> CGFloat?

    /// The node that arranges other nodes.
    static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node
}

/// What a container knows of a layout: no effect in a picture.
public struct LayoutProperties: Sendable {
    public var stackOrientation: Axis?

    public init() {}
}

extension Layout {
    public static var layoutProperties: LayoutProperties { LayoutProperties() }

    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { ViewSpacing() }

    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGFloat? { nil }

    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGFloat? { nil }

    public static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node {
        context.node(.custom(customLayout(layout, context.pass.name(of: Self.self), nodes, in: context), nodes))
    }

    /// The views in this arrangement.
    nonisolated public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        _LayoutView(layout: self, content: content())
    }

    /// The arrangement for the layout.
    ///
    /// A cache lives as long as one question, because the same nodes can be laid out several times.
    private static func customLayout(_ layout: Self, _ name: String, _ nodes: [Node], in context: _ViewContext) -> CustomLayout {
        let values = nodes.map { context.pass.layoutValues(of: $0) }
        let direction = context.environment.layoutDirection
        func subviews(_ request: CustomLayout.Request, _ places: SubviewPlaces?) -> LayoutSubviews {
            let all = request.subviews.map { LayoutSubview($0, values: values.indices.contains($0.index) ? values[$0.index] : [:], places) }
            return LayoutSubviews(all, layoutDirection: direction)
        }
        let size = LayoutClosure<CustomLayout.Request, Size> { request in
            let views = subviews(request, nil)
            var cache = layout.makeCache(subviews: views)
            return Size(layout.sizeThatFits(proposal: ProposedViewSize(request.proposal), subviews: views, cache: &cache)).valid
        }
        let places = LayoutClosure<CustomLayout.Request, [Int: CustomLayout.Place]> { request in
            let places = SubviewPlaces()
            let (views, proposal) = (subviews(request, places), ProposedViewSize(request.proposal))
            var cache = layout.makeCache(subviews: views)
            // Many layouts compute in `sizeThatFits` what they place by.
            let own = Size(layout.sizeThatFits(proposal: proposal, subviews: views, cache: &cache)).valid
            places.values = [:]
            let bounds = CGRect(origin: .zero, size: CGSize(request.size ?? own))
            layout.placeSubviews(in: bounds, proposal: proposal, subviews: views, cache: &cache)
            return places.values
        }
        var custom = CustomLayout(name, size: size, places: places)
        /// The answer of a layout that has a size.
        func ask(_ request: CustomLayout.Request, _ guide: (CGRect, ProposedViewSize, LayoutSubviews, inout Cache) -> CGFloat?) -> Double? {
            let views = subviews(request, nil)
            var cache = layout.makeCache(subviews: views)
            let bounds = CGRect(origin: .zero, size: CGSize(request.size ?? .zero))
            return guide(bounds, ProposedViewSize(request.proposal), views, &cache).map { Double($0) }
        }
        custom.verticalGuide = LayoutClosure { guide in
            ask(guide.request) {
                layout.explicitAlignment(of: VerticalAlignment(guide.alignment), in: $0, proposal: $1, subviews: $2, cache: &$3)
            }
        }
        custom.horizontalGuide = LayoutClosure { guide in
            ask(guide.request) {
                layout.explicitAlignment(of: HorizontalAlignment(guide.alignment), in: $0, proposal: $1, subviews: $2, cache: &$3)
            }
        }
        return custom
    }
}

extension Layout where Cache == Void {
    public func makeCache(subviews: Subviews) -> Cache { () }
}

extension Size {
    /// The size without what no layout can compute with.
    fileprivate var valid: Size { Size(width.isNaN ? 0 : max(0, width), height.isNaN ? 0 : max(0, height)) }
}

/// Views in an arrangement.
nonisolated struct _LayoutView<L: Layout, Content: View>: View {
    let layout: L
    let content: Content

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element(context.pass.name(of: L.self))
        return [L._node(of: view.layout, inner.children(of: view.content), in: inner)]
    }
}

/// A value of a view for the layout around it.
public protocol LayoutValueKey {
    /// The type of the value.
    associatedtype Value
    /// The value of a view that sets none.
    static var defaultValue: Value { get }
}

extension View {
    nonisolated public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
        modifier(_LayoutValueModifier { $0.setLayoutValue(value, for: ObjectIdentifier(key), of: $1) })
    }
}

nonisolated private struct _LayoutValueModifier: ViewModifier {
    let set: (ViewPass, Node) -> Void

    init(_ set: @escaping (ViewPass, Node) -> Void) { self.set = set }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        for node in nodes { modifier.set(context.pass, node) }
        return nodes
    }
}
