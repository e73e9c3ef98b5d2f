public import Foundation
public import SubdialLayout

extension View {
    nonisolated public func clipped(antialiased: Bool = false) -> some View { adding(.clip(.rectangle)) }

    nonisolated public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        modifier(_ClipModifier(shape: shape, style: style))
    }

    nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }

    nonisolated public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        modifier(_MaskModifier(mask: mask(), alignment: alignment))
    }

    nonisolated public func mask<Mask: View>(_ mask: Mask) -> some View { modifier(_MaskModifier(mask: mask, alignment: .center)) }

    /// The shape that container-relative shapes inside refer to.
    nonisolated public func containerShape<T: InsettableShape>(
        _ shape: T, file: StaticString = #fileID, line: UInt = #line
    ) -> some View { modifier(_ContainerShapeModifier(shape: shape, place: SourcePlace(file, line))) }
}

/// Cuts a view to a shape in its frame: with the layout's own shapes, or by a mask of a shape that is computed.
nonisolated public struct _ClipModifier<S: Shape>: ViewModifier {
    let shape: S
    let style: FillStyle

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let added: Modifier
        if let outline = modifier.shape._outline, outline.isPlain, !outline.depends(on: context.environment), !modifier.style.isEOFilled {
            added = .clip(outline.shape)
        } else {
            var drawing = ShapeDrawing(modifier.shape, _ResolvedStyle(ColorName("black")))
            drawing.isEvenOdd = modifier.style.isEOFilled
            added = .mask(drawing.node(in: context.element("\(S.self)"), keepsRatio: false), alignment: .center)
        }
        return content(context).map { node in
            var node = node
            node.modifiers.append(added)
            return node
        }
    }
}

/// Shows a view where another one is opaque.
nonisolated public struct _MaskModifier<Mask: View>: ViewModifier {
    let mask: Mask
    let alignment: Alignment

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let mask = context.element("mask").node(of: modifier.mask, modifier.alignment.layout)
        return content(context).map { node in
            var node = node
            node.modifiers.append(.mask(mask, alignment: modifier.alignment.layout))
            return node
        }
    }
}

nonisolated public struct _ContainerShapeModifier<S: Shape>: ViewModifier {
    let shape: S
    let place: SourcePlace

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        guard let outline = modifier.shape._outline, outline.isPlain else {
            context.warn("containerShape: a shape that is computed is no container", at: modifier.place)
            return content(context)
        }
        return content(context).map { node in
            var node = node
            node.modifiers.append(.containerShape(outline.shape))
            return node
        }
    }
}
