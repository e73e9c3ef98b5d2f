internal import Foundation
public import SubdialLayout

extension View {
    nonisolated public func foregroundStyle<S: ShapeStyle>(
        _ style: S, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(_ForegroundModifier(styles: [AnyShapeStyle(style)], place: SourcePlace(file, line)))
    }

    nonisolated public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(
        _ primary: S1, _ secondary: S2, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(_ForegroundModifier(styles: [AnyShapeStyle(primary), AnyShapeStyle(secondary)], place: SourcePlace(file, line)))
    }

    nonisolated public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
        _ primary: S1, _ secondary: S2, _ tertiary: S3, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(
            _ForegroundModifier(
                styles: [AnyShapeStyle(primary), AnyShapeStyle(secondary), AnyShapeStyle(tertiary)], place: SourcePlace(file, line)))
    }

    /// Sets the foreground; nil is that of the picture.
    nonisolated public func foregroundColor(_ color: Color?) -> some View {
        modifier(_ForegroundModifier(styles: color.map { [AnyShapeStyle($0)] } ?? []))
    }

    nonisolated public func tint<S: ShapeStyle>(_ tint: S) -> some View {
        settingEnvironment { $0.setTint(AnyShapeStyle(tint)) }
    }

    nonisolated public func tint(_ tint: Color?) -> some View {
        settingEnvironment { $0.setTint(tint.map { AnyShapeStyle($0) }) }
    }

    nonisolated public func accentColor(_ accentColor: Color?) -> some View {
        settingEnvironment { $0.setTint(accentColor.map { AnyShapeStyle($0) }) }
    }

    nonisolated public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        settingEnvironment { environment in
            let outer = environment.backgroundStyle
            environment.backgroundStyle = AnyShapeStyle(style).resolving { $0.backgroundStyle = outer }
        }
    }
}

extension EnvironmentValues {
    /// Sets the tint, which refers with `.tint` to the one before.
    fileprivate mutating func setTint(_ style: AnyShapeStyle?) {
        let outer = tint
        tint = style.map { style in style.resolving { $0.tint = outer } }
    }

    /// Sets the styles of the foreground, which refer with their levels to the foreground before.
    package mutating func setForeground(_ styles: [AnyShapeStyle]) {
        let outer = text.foreground
        text.foreground = styles.map { style in style.resolving { $0.text.foreground = outer } }
    }
}

/// Sets the foreground of a view.
///
/// A shadow and a blend mode of the style apply to the view.
nonisolated public struct _ForegroundModifier: ViewModifier {
    let styles: [AnyShapeStyle]
    var place = SourcePlace()

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context.with { $0.setForeground(modifier.styles) })
        guard let style = modifier.styles.first, !nodes.isEmpty else { return nodes }
        let resolved = context.reading { style.resolved(in: context.environment) }
        if !resolved.innerShadows.isEmpty {
            context.warn("foregroundStyle: an inner shadow is drawn in shapes that are filled with it only", at: modifier.place)
        }
        guard !resolved.modifiers.isEmpty else { return nodes }
        return nodes.map { node in
            var node = node
            node.modifiers += resolved.modifiers
            return node
        }
    }
}
