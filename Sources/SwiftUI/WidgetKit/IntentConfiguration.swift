public import SubdialIntents

/// What makes the entries of a widget with settings of the older kind.
public protocol IntentTimelineProvider {
    /// The type of the entries.
    associatedtype Entry: TimelineEntry
    /// The type of the settings.
    associatedtype Intent: INIntent
    typealias Context = TimelineProviderContext

    /// An entry without data, which is drawn redacted.
    func placeholder(in context: Self.Context) -> Self.Entry

    /// The entry of now; `context.isPreview` is true for the gallery.
    @preconcurrency
    func getSnapshot(for configuration: Self.Intent, in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)

    /// The entry of now and those of the future.
    @preconcurrency
    func getTimeline(
        for configuration: Self.Intent, in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)

    /// The settings that a watch offers: no effect in a picture.
    func recommendations() -> [IntentRecommendation<Self.Intent>]
}

extension IntentTimelineProvider {
    /// No effect in a picture.
    public func recommendations() -> [IntentRecommendation<Self.Intent>] { [] }
}

/// Settings that a watch offers: no effect in a picture.
public struct IntentRecommendation<Intent: INIntent> {
    public init(intent: Intent, description: LocalizedStringResource) {}

    @_disfavoredOverload
    public init<S: StringProtocol>(intent: Intent, description: S) {}
}

/// A widget with settings of the older kind, whose class is written by hand or made from an intent definition.
nonisolated public struct IntentConfiguration<Intent: INIntent, Content: View>: WidgetConfiguration {
    public typealias Body = Never

    private let kind: String
    private let source: WidgetEntrySource

    @MainActor @preconcurrency
    public init<Provider: IntentTimelineProvider>(
        kind: String, intent: Intent.Type, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
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
    /// - Parameter given: The settings; nil for a new intent.
    @MainActor
    init<Provider: IntentTimelineProvider, Content: View>(
        _ provider: Provider, _ given: Provider.Intent?, _ content: @escaping (Provider.Entry) -> Content
    ) {
        self.init(
            placeholder: { $1(.init(WidgetEntry(provider.placeholder(in: $0)))) },
            snapshot: { context, completion in
                let receiver = Receiver<Provider.Entry> { completion(.init(WidgetEntry($0))) }
                provider.getSnapshot(for: given ?? Provider.Intent(), in: context, completion: receiver.receive)
            },
            timeline: { context, completion in
                let receiver = Receiver<Timeline<Provider.Entry>> { completion(.init(WidgetTimeline($0))) }
                provider.getTimeline(for: given ?? Provider.Intent(), in: context, completion: receiver.receive)
            },
            view: { ($0.value as? Provider.Entry).map { AnyView(content($0)) } },
            settings: Settings(of: Provider.Intent.self) { WidgetEntrySource(provider, $0, content) })
    }
}
