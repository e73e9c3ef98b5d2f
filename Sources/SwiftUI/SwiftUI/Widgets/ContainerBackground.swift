public import SubdialLayout

/// The container whose background is set.
public struct ContainerBackgroundPlacement: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The background of a widget.
    public static let widget = ContainerBackgroundPlacement("widget")
    /// The background of a navigation stack, which no widget has.
    public static let navigation = ContainerBackgroundPlacement("navigation")
}

/// The layers of a widget that its views set: each key has a node or nothing.
package enum WidgetLayers {
    /// The background over the whole widget: that of the first view that sets one.
    package struct Background: WidgetWidePreferenceKey {
        package static var defaultValue: Layer? { nil }
        package static func reduce(value: inout Layer?, nextValue: () -> Layer?) { value = value ?? nextValue() }
    }

    /// The label along a watch's corner.
    package struct Label: WidgetWidePreferenceKey {
        package static var defaultValue: Layer? { nil }
        package static func reduce(value: inout Layer?, nextValue: () -> Layer?) { value = value ?? nextValue() }
    }

    /// A layer; it has no node if the view that was given draws nothing.
    package struct Layer {
        package var node: Node?

        package init(_ node: Node?) { self.node = node }
    }
}

/// Gives a layer of the widget to the views around; the view itself is drawn without it.
nonisolated public struct _WidgetLayerModifier<Layer: View>: ViewModifier {
    private let layer: Layer
    private let name: String
    private let add: (PreferenceValues, WidgetLayers.Layer) -> Void

    package init<K: PreferenceKey>(_ key: K.Type, _ name: String, _ layer: Layer) where K.Value == WidgetLayers.Layer? {
        self.layer = layer
        self.name = name
        add = { $0.add(key, $1) }
    }

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        let inner = context.apart(path: modifier.name)
        let layers = inner.children(of: modifier.layer)
        let node = layers.count > 1 ? inner.node(.zstack(alignment: .center, layers)) : layers.first
        // The layer leaves the views around, whose look it has all the same.
        modifier.add(context.preferences, WidgetLayers.Layer(node?.adding(context.environment.modifiersOfSetLook)))
        return nodes
    }
}

/// A rectangle with a style, as a background without a shape is.
nonisolated private struct Fill: View {
    typealias Body = Never

    let style: AnyShapeStyle

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        [context.element("Rectangle").node(.shape(ShapeContent(.rectangle, view.style.paint(in: context.environment))))]
    }
}

extension View {
    /// Sets the background of the widget; other containers are not drawn.
    nonisolated public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
        containerLayer(Fill(style: AnyShapeStyle(style)), for: container)
    }

    /// Sets the background of the widget; other containers are not drawn.
    nonisolated public func containerBackground<V: View>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        // A layer stands at the centre of the widget anyway.
        let view = content()
        return containerLayer(
            alignment == .center ? AnyView(view) : AnyView(view.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)),
            for: container)
    }

    @ViewBuilder nonisolated private func containerLayer<V: View>(_ layer: V, for container: ContainerBackgroundPlacement) -> some View {
        if container == .widget {
            modifier(_WidgetLayerModifier(WidgetLayers.Background.self, "background", layer))
        } else {
            self
        }
    }
}
