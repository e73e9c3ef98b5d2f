public import Foundation
public import SubdialLayout

/// A view that draws a shape, and can draw it once more.
nonisolated public protocol ShapeView<Content>: View {
    associatedtype Content: Shape

    var shape: Content { get }
}

/// A shape that is filled.
nonisolated public struct _ShapeView<Content: Shape, Style: ShapeStyle>: ShapeView {
    public var shape: Content
    public var style: Style
    public var fillStyle: FillStyle

    public init(shape: Content, style: Style, fillStyle: FillStyle = FillStyle()) {
        (self.shape, self.style, self.fillStyle) = (shape, style, fillStyle)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let context = context.element(context.pass.name(of: Content.self))
        var drawing = ShapeDrawing(view.shape, context.reading { view.style.resolved(in: context.environment) })
        drawing.apply(view.fillStyle)
        return [drawing.node(in: context)]
    }
}

/// A shape that is filled before what was drawn of it.
nonisolated public struct FillShapeView<Content: Shape, Style: ShapeStyle, Background: View>: ShapeView {
    public var shape: Content
    public var style: Style
    public var fillStyle: FillStyle
    public var background: Background

    public init(shape: Content, style: Style, fillStyle: FillStyle, background: Background) {
        (self.shape, self.style, self.fillStyle, self.background) = (shape, style, fillStyle, background)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let nodes = _ShapeView._nodes(of: _ShapeView(shape: view.shape, style: view.style, fillStyle: view.fillStyle), in: context)
        return nodes.map { $0.before(view.background, in: context) }
    }
}

/// A shape that is drawn as a line before what was drawn of it.
nonisolated public struct StrokeShapeView<Content: Shape, Style: ShapeStyle, Background: View>: ShapeView {
    public var shape: Content
    public var style: Style
    public var strokeStyle: StrokeStyle
    public var isAntialiased: Bool
    public var background: Background

    public init(shape: Content, style: Style, strokeStyle: StrokeStyle, isAntialiased: Bool, background: Background) {
        (self.shape, self.style, self.strokeStyle) = (shape, style, strokeStyle)
        (self.isAntialiased, self.background) = (isAntialiased, background)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element(context.pass.name(of: Content.self))
        var drawing = ShapeDrawing(view.shape, inner.reading { view.style.resolved(in: inner.environment) })
        (drawing.stroke, drawing.isAntialiased) = (view.strokeStyle, view.isAntialiased)
        return [drawing.node(in: inner).before(view.background, in: inner)]
    }
}

/// A shape that is drawn as a line inside of it, before what was drawn of it.
nonisolated public struct StrokeBorderShapeView<Content: InsettableShape, Style: ShapeStyle, Background: View>: ShapeView {
    public var shape: Content
    public var style: Style
    public var strokeStyle: StrokeStyle
    public var isAntialiased: Bool
    public var background: Background

    public init(shape: Content, style: Style, strokeStyle: StrokeStyle, isAntialiased: Bool, background: Background) {
        (self.shape, self.style, self.strokeStyle) = (shape, style, strokeStyle)
        (self.isAntialiased, self.background) = (isAntialiased, background)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element(context.pass.name(of: Content.self))
        let shape = view.shape.inset(by: view.strokeStyle.lineWidth / 2)
        var drawing = ShapeDrawing(shape, inner.reading { view.style.resolved(in: inner.environment) })
        (drawing.stroke, drawing.isAntialiased) = (view.strokeStyle, view.isAntialiased)
        return [drawing.node(in: inner).before(view.background, in: inner)]
    }
}

extension Node {
    /// The node with a view behind it, in the same frame.
    fileprivate func before<V: View>(_ view: V, in context: _ViewContext) -> Node {
        guard !(view is EmptyView) else { return self }
        var node = self
        node.modifiers.append(.background(context.node(of: view), alignment: .center))
        return node
    }
}

extension Shape {
    public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> _ShapeView<Self, S> {
        _ShapeView(shape: self, style: content, fillStyle: style)
    }

    public func stroke<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeShapeView<Self, S, EmptyView> {
        StrokeShapeView(shape: self, style: content, strokeStyle: style, isAntialiased: antialiased, background: EmptyView())
    }

    public func stroke<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeShapeView<Self, S, EmptyView> { stroke(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased) }
}

extension InsettableShape {
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Self, S, EmptyView> {
        StrokeBorderShapeView(shape: self, style: content, strokeStyle: style, isAntialiased: antialiased, background: EmptyView())
    }

    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Self, S, EmptyView> {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }
}

extension ShapeView {
    public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> FillShapeView<Content, S, Self> {
        FillShapeView(shape: shape, style: content, fillStyle: style, background: self)
    }

    public func stroke<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeShapeView<Content, S, Self> {
        StrokeShapeView(shape: shape, style: content, strokeStyle: style, isAntialiased: antialiased, background: self)
    }

    public func stroke<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeShapeView<Content, S, Self> { stroke(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased) }
}

extension ShapeView where Content: InsettableShape {
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Content, S, Self> {
        StrokeBorderShapeView(shape: shape, style: content, strokeStyle: style, isAntialiased: antialiased, background: self)
    }

    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Content, S, Self> {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }
}
