public import Foundation
public import SubdialLayout

/// Apple's glass: it is drawn as a thin material.
public struct Glass: Equatable, Sendable {
    fileprivate enum Kind: Hashable { case regular, clear, identity }

    fileprivate let kind: Kind
    fileprivate var color: Color?

    public static var regular: Glass { Glass(kind: .regular) }
    public static var clear: Glass { Glass(kind: .clear) }
    public static var identity: Glass { Glass(kind: .identity) }

    public func tint(_ color: Color?) -> Glass { Glass(kind: kind, color: color) }

    /// No effect in a picture.
    public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}

/// The shape of glass that names none: a capsule.
nonisolated public struct DefaultGlassEffectShape: Shape {
    public init() {}

    public func path(in rect: CGRect) -> Path { Capsule().path(in: rect) }
}

extension View {
    /// Warns: glass is drawn as a thin material in its shape, with its tint.
    nonisolated public func glassEffect(
        _ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape(), file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(_GlassModifier(glass: glass, shape: shape, place: SourcePlace(file, line)))
    }

    /// No effect in a picture.
    nonisolated public func glassEffectID(_ id: (some Hashable & Sendable)?, in namespace: Namespace.ID) -> some View { self }

    /// No effect in a picture: shapes of glass stay apart.
    nonisolated public func glassEffectUnion(id: (some Hashable & Sendable)?, namespace: Namespace.ID) -> some View { self }
}

/// The layer of glass behind a view.
nonisolated struct _GlassModifier<S: Shape>: ViewModifier {
    let glass: Glass
    let shape: S
    let place: SourcePlace

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        guard modifier.glass.kind != .identity else { return content(context) }
        context.warn("glassEffect(_:in:): glass is drawn as a thin material", at: modifier.place)
        let material: Material = modifier.glass.kind == .clear ? .ultraThinMaterial : .thinMaterial
        guard let color = modifier.glass.color else {
            let layer = _StyleLayer(style: material, shape: modifier.shape, fill: FillStyle(), isBehind: true)
            return _StyleLayer._nodes(of: layer, content: content, in: context)
        }
        let tint = _StyleLayer(style: color.opacity(0.5), shape: modifier.shape, fill: FillStyle(), isBehind: true)
        let layer = _StyleLayer(style: material, shape: modifier.shape, fill: FillStyle(), isBehind: true)
        return _StyleLayer._nodes(
            of: layer, content: { _StyleLayer._nodes(of: tint, content: content, in: $0) }, in: context)
    }
}

/// Shapes of glass that flow together on a device: here they stay apart.
nonisolated public struct GlassEffectContainer<Content: View>: View {
    let content: Content

    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.nodes(of: view.content)
    }
}
