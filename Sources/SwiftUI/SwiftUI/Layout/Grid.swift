public import Foundation
public import SubdialLayout

/// Rows whose cells share columns.
nonisolated public struct Grid<Content: View>: View {
    private let layout: GridLayout
    private let content: Content

    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        layout = GridLayout(alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing)
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Grid")
        let cells = inner.with { $0.cellAlignment = view.layout.alignment }
        return [GridLayout._node(of: view.layout, cells.children(of: view.content), in: inner)]
    }
}

/// A row of a `Grid`; outside of one, an `HStack`.
nonisolated public struct GridRow<Content: View>: View {
    private let alignment: VerticalAlignment?
    private let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("GridRow")
        let cells = inner.with { values in view.alignment.map { values.cellAlignment.vertical = $0 } }
        return [inner.node(.gridRow(alignment: view.alignment?.layout, cells.children(of: view.content)))]
    }
}

extension View {
    nonisolated public func gridCellColumns(_ count: Int) -> some View { adding(.gridCellColumns(count)) }

    nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { adding(.gridColumnAlignment(guide.layout)) }

    nonisolated public func gridCellAnchor(_ anchor: UnitPoint) -> some View {
        modifier(
            _GridCellModifier(name: "gridCellAnchor", unsized: []) { cell, own, _ in
                CGPoint(x: anchor.x * (cell.width - own.width), y: anchor.y * (cell.height - own.height))
            })
    }

    /// The view takes the space of its cell on these axes, and gives the cell none.
    nonisolated public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View {
        modifier(
            _GridCellModifier(name: "gridCellUnsizedAxes", unsized: axes) { cell, own, alignment in
                let (outer, inner) = (Dimensions(Size(cell)), Dimensions(Size(own)))
                return CGPoint(
                    x: outer[alignment.horizontal.layout] - inner[alignment.horizontal.layout],
                    y: outer[alignment.vertical.layout] - inner[alignment.vertical.layout])
            })
    }
}

private struct CellAlignmentKey: EnvironmentKey { static let defaultValue = Alignment.center }

extension EnvironmentValues {
    /// The alignment of the cells of the grid or the row around.
    fileprivate var cellAlignment: Alignment {
        get { self[CellAlignmentKey.self] }
        set { self[CellAlignmentKey.self] = newValue }
    }
}

/// A view that has its own place in its cell.
///
/// The grid proposes the cell's exact size where it places the view; the arrangement moves the view from where the grid's alignment puts it.
nonisolated private struct _GridCellModifier: ViewModifier {
    let name: String
    /// The axes along which the view has no size for the grid.
    let unsized: Axis.Set
    /// The place of a view of a size in a cell of a size that aligns its views.
    let place: (CGSize, CGSize, Alignment) -> CGPoint

    init(name: String, unsized: Axis.Set, place: @escaping (CGSize, CGSize, Alignment) -> CGPoint) {
        (self.name, self.unsized, self.place) = (name, unsized, place)
    }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let alignment = context.environment.cellAlignment
        return content(context).map { node in
            var (outer, inner): ([Modifier], Node) = ([], node)
            inner.modifiers = node.modifiers.filter { change in
                guard change.isOfGrid else { return true }
                outer.append(change)
                return false
            }
            return context.layer(modifier.name, of: node).node(.custom(modifier.arrangement(alignment), [inner]), outer)
        }
    }

    private func arrangement(_ alignment: Alignment) -> CustomLayout {
        let size = LayoutClosure<CustomLayout.Request, Size> { request in
            guard var size = request.subviews.first?.measure(request.proposal).size else { return .zero }
            if unsized.contains(.horizontal) { size.width = 0 }
            if unsized.contains(.vertical) { size.height = 0 }
            return size
        }
        let places = LayoutClosure<CustomLayout.Request, [Int: CustomLayout.Place]> { request in
            guard let view = request.subviews.first else { return [:] }
            let own = view.measure(request.proposal).size
            let frame = request.size ?? own
            let cell = CGSize(width: request.proposal.width ?? frame.width, height: request.proposal.height ?? frame.height)
            let wanted = place(cell, CGSize(own), alignment)
            // The grid has put the frame of this node into the cell by its alignment.
            let (whole, part) = (Dimensions(Size(cell)), Dimensions(frame))
            let (left, top) = (
                whole[alignment.horizontal.layout] - part[alignment.horizontal.layout],
                whole[alignment.vertical.layout] - part[alignment.vertical.layout]
            )
            return [view.index: CustomLayout.Place(position: Point(wanted.x - left, wanted.y - top), proposal: request.proposal)]
        }
        return CustomLayout(name, size: size, places: places)
    }
}

extension Modifier {
    /// True for what a grid reads of its cells.
    fileprivate var isOfGrid: Bool {
        switch self {
        case .gridCellColumns, .gridColumnAlignment, .layoutPriority: true
        default: false
        }
    }
}
