public import Foundation
import SubdialLayout

/// The address that a tap on the widget opens: the first one among its views.
package struct WidgetURLKey: WidgetWidePreferenceKey {
    package static var defaultValue: URL? { nil }
    package static func reduce(value: inout URL?, nextValue: () -> URL?) { value = value ?? nextValue() }
}

extension View {
    /// Sets the address that a tap on the widget opens; it is recorded, and not drawn.
    nonisolated public func widgetURL(_ url: URL?) -> some View { preference(key: WidgetURLKey.self, value: url) }

    /// Adds the view to the accent group of a tinted widget.
    nonisolated public func widgetAccentable(_ accentable: Bool = true) -> some View { adding { _ in accentable ? [.accented] : [] } }

    /// Sets the label in the corner of a watch; other families have none.
    nonisolated public func widgetLabel<Label: View>(@ViewBuilder label: () -> Label) -> some View {
        // A text along a curve is one line.
        modifier(_WidgetLayerModifier(WidgetLayers.Label.self, "label", label().settingEnvironment { $0.text.lineLimit = 1 }))
    }

    /// Sets the label in the corner of a watch; other families have none.
    nonisolated public func widgetLabel(_ labelKey: LocalizedStringKey) -> some View { widgetLabel { Text(labelKey) } }

    /// Sets the label in the corner of a watch; other families have none.
    @_disfavoredOverload
    nonisolated public func widgetLabel(_ label: LocalizedStringResource) -> some View { widgetLabel { Text(label) } }

    /// Sets the label in the corner of a watch; other families have none.
    @_disfavoredOverload
    nonisolated public func widgetLabel<S: StringProtocol>(_ label: S) -> some View { widgetLabel { Text(label) } }

    /// Warns in a picture: the text of a watch's corner is not curved, but stands at the centre of its circle.
    nonisolated public func widgetCurvesContent(
        _ curves: Bool = true, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        adding { context in
            if curves { context.warn("widgetCurvesContent: the content is drawn straight", at: SourcePlace(file, line)) }
            return []
        }
    }
}
