import Foundation

/// An entry of any type.
package struct WidgetEntry {
    /// The entry itself.
    package let value: any TimelineEntry
    /// The moment from which it is shown.
    package var date: Date { value.date }
    /// The relevance; nil for none.
    package var relevance: TimelineEntryRelevance? { value.relevance }

    package init(_ value: any TimelineEntry) { self.value = value }
}

/// The entries of a provider of any type, in the order of their dates.
package struct WidgetTimeline {
    /// The entries, earliest first; of several with the same date, the last that the provider gave.
    package let entries: [WidgetEntry]
    /// The policy of the next reload.
    package let policy: TimelineReloadPolicy

    /// Creates a timeline of entries in any order.
    package init(_ entries: [WidgetEntry], policy: TimelineReloadPolicy) {
        var sorted: [WidgetEntry] = []
        let order = entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
        for (_, entry) in order {
            if sorted.last?.date == entry.date { sorted.removeLast() }
            sorted.append(entry)
        }
        self.entries = sorted
        self.policy = policy
    }

    package init<E>(_ timeline: Timeline<E>) { self.init(timeline.entries.map(WidgetEntry.init), policy: timeline.policy) }

    /// The entry to show: the latest that is due, or the first if none is; nil only without entries.
    package func entry(at now: Date) -> WidgetEntry? { entries.last { $0.date <= now } ?? entries.first }
}

/// A provider and a view of any types: the content of each configuration with a timeline.
///
/// A configuration with an intent gives the same closures with its intent bound, and starts a task where its provider is asynchronous. A
/// control gives its template as the view of its value.
package struct WidgetEntrySource: WidgetContent {
    /// Asks for the entry without data; the closure is called late for a control, whose settings are asked for before.
    package let placeholder: @MainActor (TimelineProviderContext, @escaping @Sendable (Received<WidgetEntry>) -> Void) -> Void
    /// Asks for the entry of now; the closure may be called late, several times, on any thread, or never.
    package let snapshot: @MainActor (TimelineProviderContext, @escaping @Sendable (Received<WidgetEntry>) -> Void) -> Void
    /// Asks for the timeline; the closure may be called late, several times, on any thread, or never.
    package let timeline: @MainActor (TimelineProviderContext, @escaping @Sendable (Received<WidgetTimeline>) -> Void) -> Void
    /// The view of an entry; nil for an entry of another type than the provider's.
    package let view: @MainActor (WidgetEntry) -> AnyView?
    /// The intent of the configuration; nil for one without.
    package var settings: Settings?

    /// The type of a configuration's intent.
    package struct Settings {
        /// The name of the type.
        package let name: String
        /// The same configuration with an intent; nil for one of another type.
        package let source: @MainActor (Any) -> WidgetEntrySource?

        /// The settings of a type, with the configuration that has them.
        init<Intent>(of type: Intent.Type, _ source: @escaping @MainActor (Intent) -> WidgetEntrySource) {
            name = "\(type)"
            self.source = { intent in (intent as? Intent).map { source($0) } }
        }
    }

    /// What a provider gave, on its way to the main thread, or why it gave nothing.
    package struct Received<Value>: @unchecked Sendable {
        // Unchecked: a provider gives a value away; WidgetKit, too, takes entries that are not Sendable.
        package let result: Result<Value, any Error>

        package init(_ value: Value) { result = .success(value) }

        package init(failure: any Error) { result = .failure(failure) }
    }

    package init(
        placeholder: @escaping @MainActor (TimelineProviderContext, @escaping @Sendable (Received<WidgetEntry>) -> Void) -> Void,
        snapshot: @escaping @MainActor (TimelineProviderContext, @escaping @Sendable (Received<WidgetEntry>) -> Void) -> Void,
        timeline: @escaping @MainActor (TimelineProviderContext, @escaping @Sendable (Received<WidgetTimeline>) -> Void) -> Void,
        view: @escaping @MainActor (WidgetEntry) -> AnyView?, settings: Settings? = nil
    ) {
        self.placeholder = placeholder
        self.snapshot = snapshot
        self.timeline = timeline
        self.view = view
        self.settings = settings
    }
}

extension _WidgetDeclaration {
    /// The declaration of a kind with what makes its content.
    init(_ kind: String, _ content: any WidgetContent) {
        self.init()
        (self.kind, self.content) = (kind, content)
    }
}
