public import Foundation
public import SubdialAppIntents

/// What a widget shows that a watch offers only when it is relevant.
public protocol RelevanceEntry: Sendable {}

/// What makes the entries of a widget that a watch offers when it is relevant.
public protocol RelevanceEntriesProvider {
    /// The type of the settings.
    associatedtype Configuration: WidgetConfigurationIntent
    /// The type of the entries.
    associatedtype Entry: RelevanceEntry
    typealias Context = RelevanceEntriesProviderContext

    /// The entry for some settings.
    func entry(configuration: Self.Configuration, context: Self.Context) async throws -> Self.Entry

    /// When the widget is relevant; no effect in a picture.
    func relevance() async -> WidgetRelevance<Self.Configuration>

    /// An entry without data, which is drawn redacted.
    func placeholder(context: Self.Context) -> Self.Entry
}

/// Where the widget is that a provider makes an entry for.
public struct RelevanceEntriesProviderContext: Sendable {
    public let displaySize: CGSize
    public let isPreview: Bool

    fileprivate init(_ context: TimelineProviderContext) { (displaySize, isPreview) = (context.displaySize, context.isPreview) }
}

/// A widget that a watch offers when it is relevant, in the family `accessoryRectangular`.
///
/// A picture shows the settings that a test gives, or else their defaults: no picture has a stack that chooses by relevance.
@MainActor @preconcurrency
public struct RelevanceConfiguration<Content: View>: WidgetConfiguration {
    public typealias Body = Never

    private let kind: String
    private let source: WidgetEntrySource

    @MainActor @preconcurrency
    public init<Provider: RelevanceEntriesProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content
    ) {
        self.kind = kind
        source = WidgetEntrySource(provider, nil, content)
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        var declaration = _WidgetDeclaration()
        (declaration.kind, declaration.families) = (configuration.kind, ["accessoryRectangular"])
        declaration.content = configuration.source
        return declaration
    }
}

/// The entry of a provider, as the only one of a timeline.
private struct DatedRelevanceEntry: TimelineEntry {
    let date: Date
    let entry: any RelevanceEntry

    static func dated(_ entry: any RelevanceEntry) -> WidgetEntry { WidgetEntry(DatedRelevanceEntry(date: Date(), entry: entry)) }
}

extension WidgetEntrySource {
    /// The closures of a provider of entries that are relevant.
    ///
    /// - Parameter given: The settings; nil for the defaults.
    @MainActor
    fileprivate init<Provider: RelevanceEntriesProvider, Content: View>(
        _ provider: Provider, _ given: Provider.Configuration?, _ content: @escaping @MainActor (Provider.Entry) -> Content
    ) {
        nonisolated(unsafe) let entry = asking(provider)
        self.init(
            placeholder: { $1(.init(DatedRelevanceEntry.dated(provider.placeholder(context: RelevanceEntriesProviderContext($0))))) },
            snapshot: { context, completion in
                Received.give(to: completion) {
                    DatedRelevanceEntry.dated(try await entry(try await resolved(given), RelevanceEntriesProviderContext(context)))
                }
            },
            timeline: { context, completion in
                Received.give(to: completion) {
                    let entry = try await entry(try await resolved(given), RelevanceEntriesProviderContext(context))
                    return WidgetTimeline([DatedRelevanceEntry.dated(entry)], policy: .never)
                }
            },
            view: { (($0.value as? DatedRelevanceEntry)?.entry as? Provider.Entry).map { AnyView(content($0)) } },
            settings: Settings(of: Provider.Configuration.self) { WidgetEntrySource(provider, $0, content) })
    }
}

// A closure of no actor, as those of widgets with settings.
private func asking<Provider: RelevanceEntriesProvider>(
    _ provider: Provider
) -> (Provider.Configuration, RelevanceEntriesProviderContext) async throws -> Provider.Entry {
    { try await provider.entry(configuration: $0, context: $1) }
}
