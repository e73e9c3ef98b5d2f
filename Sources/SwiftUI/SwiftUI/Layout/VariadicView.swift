public import SubdialLayout

/// The names of what arranges the views in another by itself; `Group(subviews:)` is the same with a published name.
public enum _VariadicView {
    public typealias Root = _VariadicView_Root
    public typealias ViewRoot = _VariadicView_ViewRoot
    public typealias UnaryViewRoot = _VariadicView_UnaryViewRoot
    public typealias MultiViewRoot = _VariadicView_MultiViewRoot
    public typealias Children = _VariadicView_Children

    /// Views that a root makes of the views in a content.
    public struct Tree<Root: _VariadicView_Root, Content> {
        public var root: Root
        public var content: Content

        public init(root: Root, content: Content) { (self.root, self.content) = (root, content) }

        public init(_ root: Root, @ViewBuilder content: () -> Content) { self.init(root: root, content: content()) }
    }
}

/// What a tree has at its top.
public protocol _VariadicView_Root {}

/// A root that makes a view of the views in a content.
public protocol _VariadicView_ViewRoot: _VariadicView_Root {
    associatedtype Body: View

    @ViewBuilder @MainActor @preconcurrency func body(children: _VariadicView.Children) -> Body
}

/// A root that makes one view.
public protocol _VariadicView_UnaryViewRoot: _VariadicView_ViewRoot {}

/// A root that makes views for the container around it.
public protocol _VariadicView_MultiViewRoot: _VariadicView_ViewRoot {}

extension _VariadicView.Tree: View where Root: _VariadicView_ViewRoot, Content: View {
    public typealias Body = Never

    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        nonisolated(unsafe) let root = view.root
        let transform = _SubviewsTransform(view.content) { views in
            nonisolated(unsafe) let children = _VariadicView.Children(views: views)
            nonisolated(unsafe) let body = onMainActor { root.body(children: children) }
            return body
        }
        return context.nodes(of: transform)
    }
}

/// The views in the content of a tree.
public struct _VariadicView_Children: RandomAccessCollection {
    fileprivate let views: SubviewsCollection

    public var startIndex: Int { 0 }

    public var endIndex: Int { views.count }

    public subscript(index: Int) -> Element { Element(view: views[index]) }

    /// One of the views.
    nonisolated public struct Element: View, Identifiable {
        public typealias Body = Never

        fileprivate let view: Subview

        public var id: AnyHashable { view.id }

        public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { context.nodes(of: view.view) }
    }
}

extension _VariadicView_Children: View {
    public typealias Body = Never

    nonisolated public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { context.nodes(of: view.views) }
}
