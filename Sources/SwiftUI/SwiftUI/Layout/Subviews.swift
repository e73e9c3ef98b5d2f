public import SubdialLayout

/// One of the views in another, as a container sees them.
nonisolated public struct Subview: View, Identifiable {
    /// The place of the view among the others.
    public struct ID: Hashable, Sendable { fileprivate let index: Int }

    public let id: ID
    private let source: SubviewSource

    fileprivate init(_ index: Int, of source: SubviewSource) {
        id = ID(index: index)
        self.source = source
    }

    /// The views in another, each with its node; the nodes are lowered in this context.
    static func all<V: View>(of view: V, in context: _ViewContext) -> [(node: Node, view: Subview)] {
        let source = SubviewSource(view)
        return source.lower(context).enumerated().map { ($0.element, Subview($0.offset, of: source)) }
    }

    /// The views are lowered again for each of them, so that modifiers around this one reach what is inside it.
    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let nodes = view.source.lower(context)
        return nodes.indices.contains(view.id.index) ? [nodes[view.id.index]] : []
    }
}

/// The code that makes the nodes of a view.
private final class SubviewSource {
    let lower: (_ViewContext) -> [Node]

    init<V: View>(_ view: V) { lower = { $0.block(2) { $0.nodes(of: view) } } }
}

/// The views in another.
public struct SubviewsCollection: RandomAccessCollection {
    fileprivate let source: SubviewSource
    fileprivate let indexes: [Int]

    public var startIndex: Int { 0 }

    public var endIndex: Int { indexes.count }

    public subscript(index: Int) -> Subview { Subview(indexes[index], of: source) }

    public subscript(bounds: Range<Int>) -> SubviewsCollectionSlice { SubviewsCollectionSlice(base: self, bounds: bounds) }
}

/// Some of the views in another.
public struct SubviewsCollectionSlice: RandomAccessCollection {
    fileprivate let base: SubviewsCollection
    fileprivate let bounds: Range<Int>

    public var startIndex: Int { bounds.lowerBound }

    public var endIndex: Int { bounds.upperBound }

    public subscript(index: Int) -> Subview { base[index] }

    public subscript(bounds: Range<Int>) -> SubviewsCollectionSlice { SubviewsCollectionSlice(base: base, bounds: bounds) }
}

extension SubviewsCollection: View {
    public typealias Body = Never

    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let nodes = view.source.lower(context)
        return view.indexes.filter(nodes.indices.contains).map { nodes[$0] }
    }
}

extension SubviewsCollectionSlice: View {
    public typealias Body = Never

    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let nodes = view.base.source.lower(context)
        return view.bounds.map { view.base.indexes[$0] }.filter(nodes.indices.contains).map { nodes[$0] }
    }
}

/// Views that are made of the views in another.
nonisolated public struct _SubviewsTransform<Source: View, Result: View>: View {
    private let source: Source
    private let transform: (SubviewsCollection) -> Result

    init(_ source: Source, _ transform: @escaping (SubviewsCollection) -> Result) {
        self.source = source
        self.transform = EnvironmentReader.capture(transform)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let source = SubviewSource(view.source)
        // The views are made once more for each that is used, and for each level again: a few levels are many views.
        guard let context = context.deeper(by: 40) else { return [] }
        // Counted without a trace: what the views record is recorded where they are used.
        let counting = context.untraced
        nonisolated(unsafe) let views = SubviewsCollection(source: source, indexes: Array(source.lower(counting).indices))
        nonisolated(unsafe) let transform = view.transform
        nonisolated(unsafe) let result = onMainActor { transform(views) }
        return context.nodes(of: result)
    }
}

extension Group where Content: View {
    /// Views that are made of the views in another.
    public init<Base: View, Result: View>(
        subviews view: Base, @ViewBuilder transform: @escaping (SubviewsCollection) -> Result
    ) where Content == _SubviewsTransform<Base, Result> {
        self.init(content: { _SubviewsTransform(view, transform) })
    }
}

/// The views of `ForEach(subviews:)`, which are known when it is lowered.
nonisolated public struct ForEachSubviewCollection: RandomAccessCollection {
    fileprivate let views: SubviewsCollection

    public var startIndex: Int { 0 }

    public var endIndex: Int { views.count }

    public subscript(index: Int) -> Subview { views[index] }
}

extension ForEach where Data == ForEachSubviewCollection, ID == Subview.ID, Content: View {
    /// A view for each of the views in another.
    public init<V: View>(subviews view: V, @ViewBuilder content: @escaping (Subview) -> Content) {
        let source = SubviewSource(view)
        let context = _ViewContext(EnvironmentReader.environment, pass: ViewPass())
        let views = SubviewsCollection(source: source, indexes: Array(source.lower(context).indices))
        self.init(ForEachSubviewCollection(views: views), id: \.id, content: content)
    }
}
