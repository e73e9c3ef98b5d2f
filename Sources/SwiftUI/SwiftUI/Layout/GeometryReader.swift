public import Foundation
public import SubdialLayout

/// The size and the place of a view, for the code of a `GeometryReader`.
public struct GeometryProxy: @unchecked Sendable {
    private let rect: Rect
    private let context: _ViewContext

    /// Creates a proxy for the frame that a view has in the picture.
    init(_ rect: Rect, _ context: _ViewContext) { (self.rect, self.context) = (rect, context) }

    private var spaces: [AnyHashable: PlacedFrame] { context.environment.namedSpaces }

    public var size: CGSize { CGSize(rect.size) }

    /// None: a widget has no safe area.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect { frame(coordinateSpace.coordinateSpace) }

    @_disfavoredOverload
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { frame(coordinateSpace) }

    /// The rectangle of a space around, in the coordinates of the view; nil if there is no view of that name around.
    public func bounds(of coordinateSpace: NamedCoordinateSpace) -> CGRect? {
        guard case .named(let name) = coordinateSpace.coordinateSpace, let outer = spaces[name]?.rect else { return nil }
        return CGRect(x: outer.x - rect.x, y: outer.y - rect.y, width: outer.width, height: outer.height)
    }

    public subscript<T>(anchor: Anchor<T>) -> T {
        anchor.value(in: rect) { source in
            // Before the layout, no place is known.
            if context.isInLayout { context.warn("an anchor is not known in a view that is placed before its own", at: source) }
        }
    }

    /// A space that no view around has is that of the picture, as on Apple's platforms.
    private func frame(_ space: CoordinateSpace) -> CGRect {
        switch space {
        case .local: return CGRect(origin: .zero, size: size)
        case .global: return CGRect(rect)
        case .named(let name):
            let origin = spaces[name]?.rect?.origin ?? .zero
            return CGRect(x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height)
        }
    }
}

/// A view whose content depends on the space that it is offered, all of which it takes.
///
/// Its code is called while the picture is laid out, with the size that the view has there. Preferences that its content sets do not reach the
/// views around, except those of the whole widget, such as its background: for them the code is called once before, with the size of the widget.
nonisolated public struct GeometryReader<Content: View>: View {
    /// Makes the content.
    public var content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = EnvironmentReader.capture(content) }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("GeometryReader")
        nonisolated(unsafe) let make = view.content
        if !context.isInLayout {
            let size = context.environment.containerSize
            let proxy = GeometryProxy(Rect(0, 0, size.width, size.height), inner)
            var early = inner
            early.preferences = PreferenceValues()
            nonisolated(unsafe) let made = onMainActor { make(proxy) }
            _ = early.children(of: made)
            early.preferences.mergeWidgetWide(into: context.preferences)
        }
        let late = inner.late
        let content = LayoutClosure<Rect, [Node]> { rect in
            let proxy = GeometryProxy(rect, late)
            nonisolated(unsafe) let made = onMainActor { make(proxy) }
            return late.children(of: made)
        }
        return [inner.node(.geometry(GeometryContent("GeometryReader", content: content)))]
    }
}

extension View {
    /// No effect in a picture: nothing changes.
    nonisolated public func onGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (_ newValue: T) -> Void
    ) -> some View { self }

    /// No effect in a picture: nothing changes.
    nonisolated public func onGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View { self }
}
