public import Foundation
internal import SubdialLayout

/// What safe areas keep free.
///
/// A widget has none: its margins are no safe area.
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

/// The part of a scrolling view that content margins change.
public struct ContentMarginPlacement: Sendable {
    private init() {}

    public static let automatic = ContentMarginPlacement()
    public static let scrollContent = ContentMarginPlacement()
    public static let scrollIndicators = ContentMarginPlacement()
}

extension View {
    /// No effect in a picture: a widget has no safe area.
    nonisolated public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }

    /// No effect in a picture: a widget has no safe area.
    nonisolated public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }

    /// The distance from the edges, as `padding(_:)`.
    nonisolated public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }

    /// The distance from the edges, as `padding(_:_:)`.
    nonisolated public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { padding(edges, length) }

    /// The distance from the edges, as `padding(_:)`.
    nonisolated public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }

    /// The content at an edge; the view has the space beside it.
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        modifier(
            _SafeAreaInset(inset: content(), isFirst: edge == .top) {
                .vstack(alignment: alignment.layout, spacing: spacing.map { Double($0) }, $0)
            })
    }

    /// The content at an edge; the view has the space beside it.
    nonisolated public func safeAreaInset<V: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        modifier(
            _SafeAreaInset(inset: content(), isFirst: edge == .leading) {
                .hstack(alignment: alignment.layout, spacing: spacing.map { Double($0) }, $0)
            })
    }

    /// No effect in a picture: only views that scroll have content margins.
    nonisolated public func contentMargins(
        _ edges: Edge.Set = .all, _ insets: EdgeInsets, for placement: ContentMarginPlacement = .automatic
    ) -> some View { self }

    /// No effect in a picture: only views that scroll have content margins.
    nonisolated public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    ) -> some View { self }

    /// No effect in a picture: only views that scroll have content margins.
    nonisolated public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic) -> some View { self }
}

/// A view at an edge, which gets its length before the view beside it.
nonisolated private struct _SafeAreaInset<Inset: View>: ViewModifier {
    let inset: Inset
    let isFirst: Bool
    let make: ([Node]) -> SubdialLayout.Content

    init(inset: Inset, isFirst: Bool, make: @escaping ([Node]) -> SubdialLayout.Content) {
        self.inset = inset
        self.isFirst = isFirst
        self.make = make
    }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        content(context).map { node in
            let inner = context.layer("safeAreaInset", of: node)
            let parts = inner.nodes(of: modifier.inset)
            // Without an inset, there is no distance to it.
            guard !parts.isEmpty else { return node }
            var edge = parts.count == 1 ? parts[0] : inner.node(.zstack(alignment: .center, parts))
            edge.modifiers.append(.layoutPriority(1))
            return inner.node(modifier.make(modifier.isFirst ? [edge, node] : [node, edge]))
        }
    }
}
