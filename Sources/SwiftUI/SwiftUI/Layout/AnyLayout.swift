public import Foundation
public import SubdialLayout

/// A layout of any type.
public struct AnyLayout: Layout {
    /// What the layout keeps.
    public struct Cache { fileprivate var value: Any }

    private let box: Box

    public init<L: Layout>(_ layout: L) { box = (layout as? AnyLayout)?.box ?? Typed(layout) }

    public func makeCache(subviews: Subviews) -> Cache { Cache(value: box.makeCache(subviews)) }

    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { box.spacing(subviews, &cache.value) }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        box.size(proposal, subviews, &cache.value)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        box.place(bounds, proposal, subviews, &cache.value)
    }

    public static func _node(of layout: Self, _ nodes: [Node], in context: _ViewContext) -> Node { layout.box.node(nodes, context) }

    /// A layout whose type is not known.
    private class Box {
        func makeCache(_ subviews: LayoutSubviews) -> Any { () }
        func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing { ViewSpacing() }
        func size(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) -> CGSize { .zero }
        func place(_ bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) {}
        func node(_ nodes: [Node], _ context: _ViewContext) -> Node { context.node(.zstack(alignment: .center, nodes)) }
    }

    private final class Typed<L: Layout>: Box {
        private let layout: L

        init(_ layout: L) { self.layout = layout }

        /// Calls code with the cache of the layout's own type.
        private func using<Result>(_ cache: inout Any, _ subviews: LayoutSubviews, _ body: (inout L.Cache) -> Result) -> Result {
            var own = cache as? L.Cache ?? layout.makeCache(subviews: subviews)
            defer { cache = own }
            return body(&own)
        }

        override func makeCache(_ subviews: LayoutSubviews) -> Any { layout.makeCache(subviews: subviews) }

        override func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing {
            using(&cache, subviews) { layout.spacing(subviews: subviews, cache: &$0) }
        }

        override func size(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) -> CGSize {
            using(&cache, subviews) { layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0) }
        }

        override func place(_ bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) {
            using(&cache, subviews) { layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &$0) }
        }

        override func node(_ nodes: [Node], _ context: _ViewContext) -> Node { L._node(of: layout, nodes, in: context) }
    }
}
