public import SubdialLayout

extension Node {
    /// The node with further modifiers.
    package func adding(_ modifiers: [Modifier]) -> Node {
        var node = self
        node.modifiers += modifiers
        return node
    }
}

extension EnvironmentValues {
    /// A value of the look; it records that something has read it, so that a body that depends on no such value is evaluated once for several looks.
    package func looked<Value>(_ name: String, _ value: Value) -> Value {
        EnvironmentReader.pass?.recordRead(name)
        return value
    }

    /// The modifiers of the layout by which the scheme and direction are drawn that views around have set.
    ///
    /// They are wanted where nodes leave the tree of those views, such as the layers of a widget.
    package var modifiersOfSetLook: [Modifier] {
        self[SetSchemeKey.self].map(Modifier.scheme).asList + self[SetDirectionKey.self].map(Modifier.direction).asList
    }
}

/// The scheme that a view around has set; nil for that of the look.
private struct SetSchemeKey: EnvironmentKey { static var defaultValue: ColorScheme? { nil } }
private struct SetDirectionKey: EnvironmentKey { static var defaultValue: LayoutDirection? { nil } }

extension Modifier {
    fileprivate static func scheme(_ scheme: ColorScheme) -> Modifier { .colorScheme(scheme == .dark ? .dark : .light) }

    fileprivate static func direction(_ direction: LayoutDirection) -> Modifier {
        .layoutDirection(direction == .rightToLeft ? .rightToLeft : .leftToRight)
    }
}

extension Optional {
    fileprivate var asList: [Wrapped] { map { [$0] } ?? [] }
}

/// A change of a value of the environment, which is drawn if the value is one of the look.
///
/// The modifier stands there also where the look has that value already, so that the nodes are right in each look.
nonisolated public struct _LookModifier: ViewModifier {
    private let path: PartialKeyPath<EnvironmentValues>
    private let change: (inout EnvironmentValues) -> Void

    init(_ path: PartialKeyPath<EnvironmentValues>, _ change: @escaping (inout EnvironmentValues) -> Void) {
        self.path = path
        self.change = change
    }

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var inner = context.with(modifier.change)
        switch modifier.path {
        case \EnvironmentValues.colorScheme:
            let scheme = inner.environment.lookScheme
            inner.environment[SetSchemeKey.self] = scheme
            return content(inner).map { $0.adding([.scheme(scheme)]) }
        case \EnvironmentValues.layoutDirection:
            let direction = inner.environment.layoutDirection
            inner.environment[SetDirectionKey.self] = direction
            return content(inner).map { $0.adding([.direction(direction)]) }
        default: return content(inner)
        }
    }
}

extension View {
    /// The view in a changed environment: ``settingEnvironment(_:)`` for a value that can be one of the look, and is then drawn.
    nonisolated package func settingLook(
        _ path: PartialKeyPath<EnvironmentValues>, _ change: @escaping (inout EnvironmentValues) -> Void
    ) -> ModifiedContent<Self, _LookModifier> { modifier(_LookModifier(path, change)) }

    /// The colours of a light or a dark look inside.
    nonisolated public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }

    /// No effect in a picture: a widget has the scheme of its place.
    nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }

    /// Mirrors the view where the reading direction is from right to left.
    nonisolated public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View {
        adding { enabled && $0.environment.layoutDirection == .rightToLeft ? [.scale(x: -1, y: 1)] : [] }
    }
}
