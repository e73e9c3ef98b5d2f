/// The distances that a view prefers to its neighbours in a stack without a spacing: SwiftUI's `ViewSpacing`.
///
/// An edge has a share of each kind of distance that it takes part in. Between two edges, the largest distance of a kind that both have
/// applies, or else the largest of those without a kind, or else the standard distance.
public struct Spacing: Hashable, Sendable {
    /// The preferences of one edge, in points; nil for none.
    public struct Edge: Hashable, Sendable {
        /// The distance to any neighbour: 0 for a spacer.
        public var plain: Double?
        /// The share of the distance from a text to a text below it.
        var textToText: Double?
        /// The share of the distance from a view that is no text to a text below it.
        var boxToText: Double?
        /// The share of the distance from a text to a view below it that is no text.
        var textToBox: Double?

        /// Creates an edge; without a distance, it has no preference.
        public init(plain: Double? = nil) { self.plain = plain }

        /// The edge with the larger of each preference.
        func union(_ other: Edge) -> Edge {
            var result = self
            result.plain = Self.larger(plain, other.plain)
            result.textToText = Self.larger(textToText, other.textToText)
            result.boxToText = Self.larger(boxToText, other.boxToText)
            result.textToBox = Self.larger(textToBox, other.textToBox)
            return result
        }

        /// The distance to the edge of a view that follows.
        func distance(to next: Edge) -> Double {
            let shared = [
                Self.sum(textToText, next.textToText), Self.sum(boxToText, next.boxToText), Self.sum(textToBox, next.textToBox),
            ].compactMap { $0 }.max()
            return shared.map { max(0, $0) } ?? Self.larger(plain, next.plain) ?? StackLayout.defaultSpacing
        }

        private static func larger(_ first: Double?, _ second: Double?) -> Double? {
            guard let first, let second else { return first ?? second }
            return max(first, second)
        }

        private static func sum(_ first: Double?, _ second: Double?) -> Double? {
            guard let first, let second else { return nil }
            return first + second
        }
    }

    /// The two edges of a view along an axis.
    struct Edges: Hashable, Sendable {
        /// The top or the leading edge.
        var first = Edge()
        /// The bottom or the trailing edge.
        var last = Edge()

        func union(_ other: Edges) -> Edges { Edges(first: first.union(other.first), last: last.union(other.last)) }

        /// The edges of a view that is no text.
        static func box(along axis: Axis) -> Edges {
            var edges = Edges()
            guard axis == .vertical else { return edges }
            (edges.first.textToBox, edges.last.boxToText) = (0, 0)
            return edges
        }
    }

    var horizontal: Edges
    var vertical: Edges

    init(horizontal: Edges, vertical: Edges) { (self.horizontal, self.vertical) = (horizontal, vertical) }

    /// Creates the preferences of a view that is no text.
    public init() { self.init(horizontal: .box(along: .horizontal), vertical: .box(along: .vertical)) }

    /// No distance on any edge.
    public static let zero: Spacing = {
        let edges = Edges(first: Edge(plain: 0), last: Edge(plain: 0))
        return Spacing(horizontal: edges, vertical: edges)
    }()

    /// The top edge.
    public var top: Edge {
        get { vertical.first }
        set { vertical.first = newValue }
    }
    /// The bottom edge.
    public var bottom: Edge {
        get { vertical.last }
        set { vertical.last = newValue }
    }
    /// The leading edge.
    public var leading: Edge {
        get { horizontal.first }
        set { horizontal.first = newValue }
    }
    /// The trailing edge.
    public var trailing: Edge {
        get { horizontal.last }
        set { horizontal.last = newValue }
    }

    /// The distance to a view that follows along an axis.
    public func distance(to next: Spacing, along axis: Axis) -> Double {
        axis == .horizontal ? trailing.distance(to: next.leading) : bottom.distance(to: next.top)
    }

    /// Takes the larger of each preference on one edge.
    public mutating func formUnion(_ other: Spacing, on edge: WritableKeyPath<Spacing, Edge>) {
        self[keyPath: edge] = self[keyPath: edge].union(other[keyPath: edge])
    }
}

extension LayoutBox {
    /// The preferred distances to neighbours.
    var spacing: Spacing { Spacing(horizontal: edges(along: .horizontal), vertical: edges(along: .vertical)) }

    /// The preferences of the two edges along an axis.
    func edges(along axis: Axis) -> Spacing.Edges {
        if let known = knownEdges[axis] { return known }
        let edges: Spacing.Edges =
            switch kind {
            case .content(let content): edges(of: content, along: axis)
            case .modifier(let modifier): edges(of: modifier, along: axis)
            }
        knownEdges[axis] = edges
        return edges
    }

    private func edges(of content: Content, along axis: Axis) -> Spacing.Edges {
        switch content {
        case .text(let text) where axis == .vertical: textEdges(text)
        // Across its stack, a spacer has no preference.
        case .spacer where surroundings.stackAxis == nil || surroundings.stackAxis == axis:
            Spacing.Edges(first: .init(plain: 0), last: .init(plain: 0))
        case .spacer: Spacing.Edges()
        case .hstack, .gridRow: axis == .horizontal ? edgesInRow(along: axis) : edgesOfAll(along: axis)
        case .vstack, .grid: axis == .vertical ? edgesInRow(along: axis) : edgesOfAll(along: axis)
        case .zstack, .viewThatFits: edgesOfAll(along: axis)
        case .custom(let layout, _):
            if let own = layout.spacing?(request(.unspecified, size: nil)) {
                axis == .horizontal ? own.horizontal : own.vertical
            } else {
                edgesOfAll(along: axis)
            }
        default: .box(along: axis)
        }
    }

    /// The outer edges of children one after the other.
    private func edgesInRow(along axis: Axis) -> Spacing.Edges {
        guard let first = children.first, let last = children.last else { return .box(along: axis) }
        return Spacing.Edges(first: first.edges(along: axis).first, last: last.edges(along: axis).last)
    }

    /// The union of the edges of children side by side, or one above the other.
    private func edgesOfAll(along axis: Axis) -> Spacing.Edges {
        guard let first = children.first else { return .box(along: axis) }
        return children.dropFirst().reduce(first.edges(along: axis)) { $0.union($1.edges(along: axis)) }
    }

    /// SwiftUI's preferences of texts; its numbers count from ascent and descent, ours from the edges of the text's frame.
    private func textEdges(_ text: TextContent) -> Spacing.Edges {
        let font = text.highestMetrics(measurer)
        let height = font.lineHeight
        let space = up(height * 0.1)
        let own = measure(.unspecified)
        let above = (own.firstBaseline ?? font.ascent) - font.ascent
        let lines = (own.lastBaseline ?? 0).distance(from: own.firstBaseline ?? 0)
        let below = own.size.height - above - up(lines + height)
        var edges = Spacing.Edges()
        edges.first.textToText = up(font.leading) - above
        edges.first.boxToText = height + space - font.ascent - above
        edges.last.textToText = -below
        edges.last.textToBox = max(height + space - font.capHeight, space + font.descent) - below
        return edges
    }

    private func edges(of modifier: Modifier, along axis: Axis) -> Spacing.Edges {
        var edges = children[0].edges(along: axis)
        let box = Spacing.Edges.box(along: axis)
        var (resetsFirst, resetsLast) = (false, false)
        switch modifier {
        case .padding(let insets):
            resetsFirst = (axis == .horizontal ? insets.leading : insets.top) != 0
            resetsLast = (axis == .horizontal ? insets.trailing : insets.bottom) != 0
        case .frame(let width, let height, _):
            resetsFirst = (axis == .horizontal ? width : height) != nil
            resetsLast = resetsFirst
        case .flexibleFrame(let frame):
            resetsFirst = (axis == .horizontal ? frame.horizontal : frame.vertical) != .init()
            resetsLast = resetsFirst
        case .layoutDirection where turnsDirection && axis == .horizontal: (edges.first, edges.last) = (edges.last, edges.first)
        default: break
        }
        if resetsFirst { edges.first = edges.first.withoutText(box.first) }
        if resetsLast { edges.last = edges.last.withoutText(box.last) }
        return edges
    }
}

extension Spacing.Edge {
    /// The edge with the preferences of a view that is no text.
    fileprivate func withoutText(_ box: Spacing.Edge) -> Spacing.Edge {
        var result = box
        result.plain = plain
        return result
    }
}
