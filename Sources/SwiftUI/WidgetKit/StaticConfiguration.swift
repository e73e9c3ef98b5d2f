/// A widget without settings of the user's.
nonisolated public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    public typealias Body = Never

    private let kind: String
    private let source: WidgetEntrySource

    @MainActor @preconcurrency
    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {
        self.kind = kind
        source = WidgetEntrySource(provider) { AnyView(content($0)) }
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        _WidgetDeclaration(configuration.kind, configuration.source)
    }
}

extension WidgetEntrySource {
    /// The source of a provider, with the view of its entries.
    @MainActor
    init<Provider: TimelineProvider>(_ provider: Provider, view: @escaping (Provider.Entry) -> AnyView? = { _ in nil }) {
        self.init(
            placeholder: { $1(.init(WidgetEntry(provider.placeholder(in: $0)))) },
            snapshot: { provider.askForSnapshot(in: $0, $1) },
            timeline: { provider.askForTimeline(in: $0, $1) },
            view: { ($0.value as? Provider.Entry).flatMap(view) })
    }
}

extension TimelineProvider {
    /// Asks for the entry of now.
    fileprivate func askForSnapshot(
        in context: Context, _ completion: @escaping @Sendable (WidgetEntrySource.Received<WidgetEntry>) -> Void
    ) {
        getSnapshot(in: context, completion: Receiver { completion(.init(WidgetEntry($0))) }.receive)
    }

    /// Asks for the timeline.
    fileprivate func askForTimeline(
        in context: Context, _ completion: @escaping @Sendable (WidgetEntrySource.Received<WidgetTimeline>) -> Void
    ) {
        getTimeline(in: context, completion: Receiver { completion(.init(WidgetTimeline($0))) }.receive)
    }
}

/// What a provider calls with its values, on any thread.
final class Receiver<Value>: @unchecked Sendable {
    // Unchecked: the code only passes the value on.
    private let body: (Value) -> Void

    init(_ body: @escaping (Value) -> Void) { self.body = body }

    func receive(_ value: Value) { body(value) }
}
