public import SubdialActivityKit
import SubdialSwiftUI

/// A preview of a widget with the entries of a timeline.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
) = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// A preview of a widget with the timeline of a provider.
@freestanding(declaration)
public macro Preview<P: TimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> P
) = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// A preview of a widget with settings, with the timeline that a provider makes for them.
@freestanding(declaration)
public macro Preview<P: AppIntentTimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, using intent: P.Intent, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> P
) = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// A preview of a widget with settings of the older kind, with the timeline that a provider makes for them.
@freestanding(declaration)
public macro Preview<P: IntentTimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, using intent: P.Intent, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> P
) = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// A preview of an activity with content states.
@freestanding(declaration)
public macro Preview<Attributes: ActivityAttributes>(
    _ name: String? = nil, as viewKind: ActivityPreviewViewKind, using attributes: Attributes,
    widget: @escaping @MainActor () -> any Widget,
    @PreviewActivityBuilder<Attributes> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
) = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// Builds the entries of a preview.
@resultBuilder
public struct PreviewTimelineBuilder {
    public static func buildExpression(_ expression: any TimelineEntry) -> [any TimelineEntry] { [expression] }

    public static func buildExpression<S: Sequence>(_ expression: S) -> [any TimelineEntry] where S.Element: TimelineEntry {
        Array(expression)
    }

    public static func buildBlock() -> [any TimelineEntry] { [] }

    public static func buildPartialBlock(first: [any TimelineEntry]) -> [any TimelineEntry] { first }

    public static func buildPartialBlock(accumulated: [any TimelineEntry], next: [any TimelineEntry]) -> [any TimelineEntry] {
        accumulated + next
    }

    public static func buildArray(_ components: [[any TimelineEntry]]) -> [any TimelineEntry] { components.flatMap { $0 } }

    public static func buildEither(first component: [any TimelineEntry]) -> [any TimelineEntry] { component }

    public static func buildEither(second component: [any TimelineEntry]) -> [any TimelineEntry] { component }

    public static func buildOptional(_ component: [any TimelineEntry]?) -> [any TimelineEntry] { component ?? [] }
}
