public import SubdialSwiftUI

/// A widget of a family with entries, or with those of a provider.
package struct WidgetPreview: PreviewContent {
    package let family: WidgetFamily
    /// Makes the widget.
    package let widget: @MainActor () -> any Widget
    package let entries: Entries

    /// The origin of the entries.
    package enum Entries {
        /// The entries of a closure.
        case given(@MainActor () async -> [any TimelineEntry])
        /// The timeline of a provider other than the widget's own.
        case provider(@MainActor () -> WidgetEntrySource)
    }
}

extension Preview {
    /// A preview of a widget with the entries of a timeline.
    @MainActor
    public init(
        _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
        @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
    ) {
        self.init(name, WidgetPreview(family: family, widget: widget, entries: .given(timeline)))
    }

    /// A preview of a widget with the timeline of a provider.
    @MainActor
    public init<Provider: TimelineProvider>(
        _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
        timelineProvider: @escaping @MainActor () -> Provider
    ) {
        self.init(name, WidgetPreview(family: family, widget: widget, entries: .provider { WidgetEntrySource(timelineProvider()) }))
    }

    /// A preview of a widget with settings, with the timeline that a provider makes for them.
    @MainActor
    public init<Provider: AppIntentTimelineProvider>(
        _ name: String? = nil, as family: WidgetFamily, using intent: Provider.Intent, widget: @escaping @MainActor () -> any Widget,
        timelineProvider: @escaping @MainActor () -> Provider
    ) {
        self.init(
            name,
            WidgetPreview(
                family: family, widget: widget, entries: .provider { WidgetEntrySource(timelineProvider(), intent) { _ in EmptyView() } }))
    }

    /// A preview of a widget with settings of the older kind, with the timeline that a provider makes for them.
    @MainActor
    public init<Provider: IntentTimelineProvider>(
        _ name: String? = nil, as family: WidgetFamily, using intent: Provider.Intent, widget: @escaping @MainActor () -> any Widget,
        timelineProvider: @escaping @MainActor () -> Provider
    ) {
        self.init(
            name,
            WidgetPreview(
                family: family, widget: widget, entries: .provider { WidgetEntrySource(timelineProvider(), intent) { _ in EmptyView() } }))
    }
}
