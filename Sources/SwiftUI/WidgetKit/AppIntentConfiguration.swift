public import SubdialAppIntents

/// What makes the entries of a widget with settings.
public protocol AppIntentTimelineProvider {
    /// The type of the entries.
    associatedtype Entry: TimelineEntry
    /// The type of the settings.
    associatedtype Intent: WidgetConfigurationIntent
    typealias Context = TimelineProviderContext

    /// An entry without data, which is drawn redacted.
    func placeholder(in context: Self.Context) -> Self.Entry

    /// The entry of now; `context.isPreview` is true for the gallery.
    func snapshot(for configuration: Self.Intent, in context: Self.Context) async -> Self.Entry

    /// The entry of now and those of the future.
    func timeline(for configuration: Self.Intent, in context: Self.Context) async -> Timeline<Self.Entry>

    /// The settings that a watch offers: no effect in a picture.
    func recommendations() -> [AppIntentRecommendation<Self.Intent>]

    /// When the widget is relevant; no effect in a picture.
    func relevance() async -> WidgetRelevance<Self.Intent>
}

extension AppIntentTimelineProvider {
    /// No effect in a picture.
    public func recommendations() -> [AppIntentRecommendation<Self.Intent>] { [] }

    /// No effect in a picture.
    public func relevance() async -> WidgetRelevance<Self.Intent> { WidgetRelevance([]) }
}

/// Settings that a watch offers: no effect in a picture.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent>: Sendable {
    public init(intent: Intent, description: LocalizedStringResource) {}

    @_disfavoredOverload
    public init<S: StringProtocol>(intent: Intent, description: S) {}
}

/// A widget with settings of the user's.
///
/// A picture shows the settings that a test gives, or else their defaults: those of the parameters, of their queries and of their options.
nonisolated public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
    public typealias Body = Never

    private let kind: String
    private let source: WidgetEntrySource

    @MainActor @preconcurrency
    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {
        self.kind = kind
        source = WidgetEntrySource(provider, nil, content)
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        _WidgetDeclaration(configuration.kind, configuration.source)
    }
}

extension WidgetEntrySource {
    /// The closures of a provider with settings.
    ///
    /// - Parameter given: The settings; nil for the defaults.
    @MainActor
    init<Provider: AppIntentTimelineProvider, Content: View>(
        _ provider: Provider, _ given: Provider.Intent?, _ content: @escaping (Provider.Entry) -> Content
    ) {
        self.init(
            placeholder: { $1(.init(WidgetEntry(provider.placeholder(in: $0)))) },
            snapshot: { context, completion in
                nonisolated(unsafe) let snapshot = askingSnapshot(of: provider)
                Received.give(to: completion) { await snapshot(try await resolved(given), context) }
            },
            timeline: { context, completion in
                nonisolated(unsafe) let timeline = askingTimeline(of: provider)
                Received.give(to: completion) { await timeline(try await resolved(given), context) }
            },
            view: { ($0.value as? Provider.Entry).map { AnyView(content($0)) } },
            settings: Settings(of: Provider.Intent.self) { WidgetEntrySource(provider, $0, content) })
    }
}

// Closures of no actor: the provider's functions run where the task runs, and not on the main actor, which may wait for them.

private func askingSnapshot<Provider: AppIntentTimelineProvider>(
    of provider: Provider
) -> (Provider.Intent, TimelineProviderContext) async -> WidgetEntry {
    { WidgetEntry(await provider.snapshot(for: $0, in: $1)) }
}

private func askingTimeline<Provider: AppIntentTimelineProvider>(
    of provider: Provider
) -> (Provider.Intent, TimelineProviderContext) async -> WidgetTimeline {
    { WidgetTimeline(await provider.timeline(for: $0, in: $1)) }
}

/// An intent as settings, with the defaults of its queries.
///
/// - Throws: `MissingParameters` if one has no value.
func resolved<Intent: AppIntent>(_ given: Intent?) async throws -> Intent {
    let intent = given ?? Intent()
    let parameters = IntentParameters(of: intent)
    await parameters.resolve()
    let missing = parameters.missing
    guard missing.isEmpty else { throw MissingParameters(intent: "\(Intent.self)", names: missing) }
    return intent
}
