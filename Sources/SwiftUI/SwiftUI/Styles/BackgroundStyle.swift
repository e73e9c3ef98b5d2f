public import Foundation
public import SubdialLayout

extension View {
    /// Fills the frame behind the view; a widget has no safe area.
    nonisolated public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        modifier(_StyleLayer(style: style, shape: Rectangle(), fill: FillStyle(), isBehind: true))
    }

    nonisolated public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        modifier(_StyleLayer(style: BackgroundStyle(), shape: Rectangle(), fill: FillStyle(), isBehind: true))
    }

    nonisolated public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        modifier(_StyleLayer(style: style, shape: shape, fill: fillStyle, isBehind: true))
    }

    nonisolated public func background<S: Shape>(in shape: S, fillStyle: FillStyle = FillStyle()) -> some View {
        modifier(_StyleLayer(style: BackgroundStyle(), shape: shape, fill: fillStyle, isBehind: true))
    }

    nonisolated public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        modifier(_StyleLayer(style: style, shape: Rectangle(), fill: FillStyle(), isBehind: false))
    }

    nonisolated public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        modifier(_StyleLayer(style: style, shape: shape, fill: fillStyle, isBehind: false))
    }

    /// Draws a border inside of the frame.
    nonisolated public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        modifier(_BorderModifier(style: content, width: width))
    }
}

/// A filled shape in the frame of a view, behind it or before it.
nonisolated public struct _StyleLayer<Style: ShapeStyle, S: Shape>: ViewModifier {
    let style: Style
    let shape: S
    let fill: FillStyle
    let isBehind: Bool

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        guard !nodes.isEmpty else { return [] }
        let inner = context.element(modifier.isBehind ? "background" : "overlay")
        var drawing = ShapeDrawing(modifier.shape, inner.reading { modifier.style.resolved(in: inner.environment) })
        drawing.apply(modifier.fill)
        let layer = drawing.node(in: inner, keepsRatio: false)
        return nodes.map { node in
            var node = node
            node.modifiers.append(modifier.isBehind ? .background(layer, alignment: .center) : .overlay(layer, alignment: .center))
            return node
        }
    }
}

/// A line inside of a frame: the layout's border for a colour, else a stroked rectangle.
nonisolated public struct _BorderModifier<Style: ShapeStyle>: ViewModifier {
    let style: Style
    let width: CGFloat

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        let width = Double(modifier.width).finite(0)
        guard !nodes.isEmpty, width > 0 else { return nodes }
        let resolved = context.reading { modifier.style.resolved(in: context.environment) }
        let added: Modifier
        if case .color(let color) = resolved.paint, resolved.modifiers.isEmpty {
            added = .border(.rectangle, color, width: width)
        } else {
            let content = ShapeContent(.inset(.rectangle, width / 2), resolved.paint, stroke: SubdialLayout.StrokeStyle(lineWidth: width))
            added = .overlay(context.element("border").node(.shape(content), resolved.modifiers), alignment: .center)
        }
        return nodes.map { node in
            var node = node
            node.modifiers.append(added)
            return node
        }
    }
}
