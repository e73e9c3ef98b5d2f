import SubdialLayout
public import SubdialSwiftUI

/// The colour behind an activity on the lock screen: that of the outermost view that sets one.
package struct ActivityTintKey: WidgetWidePreferenceKey {
    package static var defaultValue: ColorName? { nil }
    package static func reduce(value: inout ColorName?, nextValue: () -> ColorName?) { value = value ?? nextValue() }
}

/// Gives the colour behind an activity to the views around.
nonisolated private struct _ActivityTintModifier: ViewModifier {
    let color: Color?

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var inner = context
        inner.preferences = PreferenceValues()
        let nodes = content(inner)
        let name = modifier.color?.name(in: context.environment)
        inner.preferences.transform(ActivityTintKey.self) { $0 = name }
        inner.preferences.merge(into: context.preferences)
        return nodes
    }
}

extension View {
    /// Sets the colour behind an activity on the lock screen; nil for the system's.
    ///
    /// A translucent colour stands over the system's, and over the picture of `.backdrop(_:)` if there is one.
    nonisolated public func activityBackgroundTint(_ color: Color?) -> some View { modifier(_ActivityTintModifier(color: color)) }

    /// No effect in a picture: the system's button beside an activity is not drawn.
    nonisolated public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
}
