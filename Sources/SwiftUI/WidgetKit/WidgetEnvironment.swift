private struct FamilyKey: EnvironmentKey { static let defaultValue = WidgetFamily.systemMedium }
private struct RenderingModeKey: EnvironmentKey { static let defaultValue = WidgetRenderingMode.fullColor }
private struct ShowsBackgroundKey: EnvironmentKey { static let defaultValue = true }
private struct MarginsKey: EnvironmentKey { static let defaultValue = EdgeInsets() }
private struct ShowsLabelKey: EnvironmentKey { static let defaultValue = false }
private struct DetailKey: EnvironmentKey { static let defaultValue = LevelOfDetail.default }

/// How much detail a widget shows; only visionOS asks for less.
public struct LevelOfDetail: Hashable, Sendable {
    private let isSimplified: Bool

    public static let `default` = LevelOfDetail(isSimplified: false)
    public static let simplified = LevelOfDetail(isSimplified: true)
}

extension EnvironmentValues {
    /// The family of the widget.
    public package(set) var widgetFamily: WidgetFamily {
        get { self[FamilyKey.self] }
        set { self[FamilyKey.self] = newValue }
    }

    public var widgetRenderingMode: WidgetRenderingMode {
        get { looked("widgetRenderingMode", self[RenderingModeKey.self]) }
        set { self[RenderingModeKey.self] = newValue }
    }

    /// True if the background of the widget is drawn.
    public var showsWidgetContainerBackground: Bool {
        get { looked("showsWidgetContainerBackground", self[ShowsBackgroundKey.self]) }
        set { self[ShowsBackgroundKey.self] = newValue }
    }

    /// The margins that the content has unless they are disabled.
    public package(set) var widgetContentMargins: EdgeInsets {
        get { self[MarginsKey.self] }
        set { self[MarginsKey.self] = newValue }
    }

    /// True if the widget's label is drawn: in the corner of a watch.
    public package(set) var showsWidgetLabel: Bool {
        get { self[ShowsLabelKey.self] }
        set { self[ShowsLabelKey.self] = newValue }
    }

    public var levelOfDetail: LevelOfDetail {
        get { self[DetailKey.self] }
        set { self[DetailKey.self] = newValue }
    }
}
