import SubdialLayout
public import SubdialSwiftUI

/// How an image is drawn in a tinted widget.
public struct WidgetAccentedRenderingMode: Hashable, Sendable {
    fileprivate let mode: ImageContent.AccentedRendering

    /// In the accent group, by its opacity.
    public static let accented = WidgetAccentedRenderingMode(mode: .accented)
    /// In the accent group, by its luminance.
    public static let accentedDesaturated = WidgetAccentedRenderingMode(mode: .accentedDesaturated)
    /// In the primary group, by its luminance.
    public static let desaturated = WidgetAccentedRenderingMode(mode: .desaturated)
    /// In its own colours.
    public static let fullColor = WidgetAccentedRenderingMode(mode: .fullColor)
}

extension Image {
    /// Sets how the image is drawn in a tinted widget; nil for its opacity in the colour of its group.
    public func widgetAccentedRenderingMode(_ renderingMode: WidgetAccentedRenderingMode?) -> Image {
        changed { $0.accentedRendering = renderingMode?.mode }
    }
}
