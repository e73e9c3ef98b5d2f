public import Foundation
public import SubdialLayout

/// A view that code draws in its frame.
nonisolated public struct Canvas<Symbols: View>: View {
    public var symbols: Symbols
    public var renderer: (inout GraphicsContext, CGSize) -> Void
    public var isOpaque: Bool
    public var colorMode: ColorRenderingMode
    public var rendersAsynchronously: Bool

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let context = context.element("Canvas")
        let isOpaque = view.isOpaque
        let renderer = context.reading {
            EnvironmentReader.capture { (input: (GraphicsContext, CGSize)) in
                var graphics = input.0
                view.renderer(&graphics, input.1)
            }
        }
        let content = LayoutClosure<Rect, [Node]> { frame in
            let size = CGSize(width: frame.width, height: frame.height)
            let recording = GraphicsContext.Recording()
            if isOpaque { recording.nodes.append(context.node(.shape(ShapeContent(.rectangle, .color(ColorName("black")))))) }
            renderer((GraphicsContext(context, size: size, recording: recording), size))
            return recording.nodes
        }
        return [context.node(.geometry(GeometryContent("Canvas", content: content)), [.clip(.rectangle)])]
    }
}

extension Canvas where Symbols == EmptyView {
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) {
        (self.renderer, isOpaque, self.colorMode) = (renderer, opaque, colorMode)
        (self.rendersAsynchronously, symbols) = (rendersAsynchronously, EmptyView())
    }
}

extension Canvas {
    @available(*, unavailable, message: "views as symbols of a canvas are not drawn: draw paths, texts and images")
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void, @ViewBuilder symbols: () -> Symbols
    ) {
        (self.renderer, isOpaque, self.colorMode) = (renderer, opaque, colorMode)
        (self.rendersAsynchronously, self.symbols) = (rendersAsynchronously, symbols())
    }
}
