public import Foundation
public import SubdialAppIntents

/// What makes the entries of a widget.
public protocol TimelineProvider {
    /// The type of the entries.
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext

    /// An entry without data, which is drawn redacted.
    func placeholder(in context: Self.Context) -> Self.Entry

    /// The entry of now; `context.isPreview` is true for the gallery.
    @preconcurrency func getSnapshot(in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)

    /// The entry of now and those of the future.
    @preconcurrency func getTimeline(in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)

    /// When the widget is relevant; no effect in a picture.
    func relevance() async -> WidgetRelevance<Void>
}

extension TimelineProvider {
    /// No effect in a picture.
    public func relevance() async -> WidgetRelevance<Void> { WidgetRelevance([]) }
}

/// When a widget is relevant; no effect in a picture.
public struct WidgetRelevance<Configuration>: @unchecked Sendable {
    // Unchecked: immutable, and nothing reads it.
    private let attributes: [WidgetRelevanceAttribute<Configuration>]

    public init(_ attributes: [WidgetRelevanceAttribute<Configuration>]) { self.attributes = attributes }
}

/// A time or place at which a configuration is relevant; no effect in a picture.
public struct WidgetRelevanceAttribute<Configuration> {
    public init(configuration: Configuration, context: RelevantContext) {}

    public init(context: RelevantContext) where Configuration == Void {}
}

/// Where the widget is that a provider makes entries for.
public struct TimelineProviderContext: @unchecked Sendable {
    // Unchecked: immutable, and the environments have values only.

    /// The environments in which the entry may be shown.
    @dynamicMemberLookup
    public struct EnvironmentVariants {
        private let environments: [EnvironmentValues]

        package init(_ environments: [EnvironmentValues]) { self.environments = environments }

        /// The different values; nil for a value that is the same in all.
        public subscript<T>(dynamicMember keyPath: WritableKeyPath<EnvironmentValues, T>) -> [T]? {
            guard environments.count > 1 else { return nil }
            return environments.map { $0[keyPath: keyPath] }
        }
    }

    /// The environments in which the entry may be shown.
    public let environmentVariants: EnvironmentVariants
    /// The family of the widget.
    public let family: WidgetFamily
    /// True if the widget is shown in the gallery.
    public let isPreview: Bool
    /// The size of the widget in points.
    public let displaySize: CGSize

    /// Creates a context, for tests: WidgetKit's has no initializer.
    ///
    /// - Parameter environments: The environments in which the entry is shown.
    public init(
        family: WidgetFamily, isPreview: Bool = false, displaySize: CGSize, environments: [EnvironmentValues] = []
    ) {
        self.family = family
        self.isPreview = isPreview
        self.displaySize = displaySize
        environmentVariants = EnvironmentVariants(environments)
    }
}
