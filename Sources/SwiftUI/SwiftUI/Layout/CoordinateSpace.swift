internal import Foundation
package import SubdialLayout

/// The space that a frame is measured in.
public enum CoordinateSpace: Hashable, @unchecked Sendable {
    case global
    case local
    case named(AnyHashable)

    public var isGlobal: Bool { self == .global }

    public var isLocal: Bool { self == .local }
}

/// A space that a frame is measured in.
public protocol CoordinateSpaceProtocol {
    var coordinateSpace: CoordinateSpace { get }
}

/// The space of a view that has a name.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
    private let name: AnyHashable

    fileprivate init(_ name: AnyHashable) { self.name = name }

    public var coordinateSpace: CoordinateSpace { .named(name) }
}

/// The space of the view that asks.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}

    public var coordinateSpace: CoordinateSpace { .local }
}

/// The space of the picture.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}

    public var coordinateSpace: CoordinateSpace { .global }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    public static func named(_ name: some Hashable) -> NamedCoordinateSpace { NamedCoordinateSpace(AnyHashable(name)) }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

/// The frame of a view, once the layout has placed it.
package final class PlacedFrame {
    /// The frame in the coordinates of the picture; nil before the view is placed.
    package private(set) var rect: Rect?

    /// Creates the record of a view that is not placed yet.
    package init() {}

    /// A node that draws nothing, and records its frame when it is placed.
    package func recorder(_ name: String, path: String) -> Node {
        let content = LayoutClosure<Rect, [Node]> { [self] rect in
            self.rect = rect
            return []
        }
        return Node(.geometry(GeometryContent(name, content: content)), path: "\(path).\(name)")
    }

    /// A node whose frame is recorded before what is inside it is placed; alignment guides inside it do not reach the stack around.
    func recorded(_ node: Node) -> Node {
        let size = LayoutClosure<CustomLayout.Request, Size> { $0.subviews.last?.measure($0.proposal).size ?? .zero }
        let places = LayoutClosure<CustomLayout.Request, [Int: CustomLayout.Place]> { request in
            [
                0: CustomLayout.Place(position: .zero, proposal: ProposedSize(request.size ?? .zero)),
                1: CustomLayout.Place(position: .zero, proposal: request.proposal),
            ]
        }
        var (outer, inner): ([Modifier], Node) = ([], node)
        inner.modifiers = node.modifiers.filter { modifier in
            guard case .layoutPriority = modifier else { return true }
            outer.append(modifier)
            return false
        }
        let layout = CustomLayout("coordinateSpace", size: size, places: places)
        return Node(.custom(layout, [recorder("frame", path: node.path), inner]), modifiers: outer, path: node.path)
    }
}

private struct NamedSpacesKey: EnvironmentKey { static var defaultValue: [AnyHashable: PlacedFrame] { [:] } }

extension EnvironmentValues {
    /// The frames of the views around that have a named space.
    var namedSpaces: [AnyHashable: PlacedFrame] {
        get { self[NamedSpacesKey.self] }
        set { self[NamedSpacesKey.self] = newValue }
    }
}

extension View {
    nonisolated public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { modifier(_CoordinateSpaceModifier(space: name)) }

    nonisolated public func coordinateSpace<T: Hashable>(name: T) -> some View { coordinateSpace(.named(name)) }
}

nonisolated private struct _CoordinateSpaceModifier: ViewModifier {
    let space: NamedCoordinateSpace

    init(space: NamedCoordinateSpace) { self.space = space }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        guard case .named(let name) = modifier.space.coordinateSpace else { return content(context) }
        let frame = PlacedFrame()
        var nodes = content(context.with { $0.namedSpaces[name] = frame })
        // A space has one frame: that of the first view.
        if !nodes.isEmpty { nodes[0] = frame.recorded(nodes[0]) }
        return nodes
    }
}
