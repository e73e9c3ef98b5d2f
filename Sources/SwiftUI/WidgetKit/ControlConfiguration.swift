import Foundation
public import SubdialAppIntents

/// What gives the value of a control.
public protocol ControlValueProvider {
    associatedtype Value

    /// The value in the gallery.
    var previewValue: Value { get }

    /// The value of now.
    func currentValue() async throws -> Value
}

/// What gives the value of a control with settings.
public protocol AppIntentControlValueProvider {
    associatedtype Value
    /// The type of the settings.
    associatedtype Configuration: ControlConfigurationIntent

    /// The value in the gallery.
    func previewValue(configuration: Configuration) -> Value

    /// The value of now.
    func currentValue(configuration: Configuration) async throws -> Value
}

/// A control without settings of the user's.
nonisolated public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
    public typealias Body = Never

    private let kind: String
    private let source: WidgetEntrySource

    @MainActor @preconcurrency
    public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) {
        self.kind = kind
        source = WidgetEntrySource(control: {}, preview: {}, content)
    }

    @MainActor @preconcurrency
    public init<Provider: ControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) {
        self.kind = kind
        nonisolated(unsafe) let current = value(of: provider)
        nonisolated(unsafe) let preview = { provider.previewValue }
        source = WidgetEntrySource(control: { try await current() }, preview: { preview() }, content)
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        _WidgetDeclaration(control: configuration.kind, configuration.source)
    }
}

/// A control with settings of the user's.
///
/// A picture shows the settings that a test gives, or else their defaults.
nonisolated public struct AppIntentControlConfiguration<
    Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration {
    public typealias Body = Never

    private let kind: String
    private let source: WidgetEntrySource

    @MainActor @preconcurrency
    public init(
        kind: String, intent: Configuration.Type = Configuration.self,
        @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
    ) {
        self.kind = kind
        source = WidgetEntrySource(configured: nil, { $0 }, { $0 }, content)
    }

    @MainActor @preconcurrency
    public init<Provider: AppIntentControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) where Provider.Configuration == Configuration {
        self.kind = kind
        nonisolated(unsafe) let (current, preview) = (value(of: provider), { provider.previewValue(configuration: $0) })
        source = WidgetEntrySource(configured: nil as Configuration?, { try await current($0) }, { preview($0) }, content)
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        _WidgetDeclaration(control: configuration.kind, configuration.source)
    }
}

// Closures of no actor, as those of widgets with settings.

private func value<Provider: ControlValueProvider>(of provider: Provider) -> () async throws -> Provider.Value {
    { try await provider.currentValue() }
}

private func value<Provider: AppIntentControlValueProvider>(
    of provider: Provider
) -> (Provider.Configuration) async throws -> Provider.Value {
    { try await provider.currentValue(configuration: $0) }
}

/// The value of a control, as the entry of a timeline with one entry.
package struct ControlEntry: TimelineEntry {
    package let date: Date
    package let value: Any

    package init(date: Date, value: Any) { (self.date, self.value) = (date, value) }
}

extension _WidgetDeclaration {
    /// The names of a control's sizes, in place of families.
    package static let controlSizes = ["controlSmall", "controlMedium", "controlLarge"]

    /// True for a control.
    package var isControl: Bool { families == Self.controlSizes }

    fileprivate init(control kind: String, _ source: WidgetEntrySource) {
        self.init(kind, source)
        (families, disablesContentMargins) = (Self.controlSizes, true)
    }
}

extension WidgetEntrySource {
    /// The closures of a control with settings.
    ///
    /// - Parameter given: The settings; nil for the defaults.
    @MainActor
    fileprivate init<Configuration: ControlConfigurationIntent, Value, Content: ControlWidgetTemplate>(
        configured given: Configuration?, _ current: @escaping @Sendable (Configuration) async throws -> Value,
        _ preview: @escaping @Sendable (Configuration) -> Value, _ content: @escaping (Value) -> Content
    ) {
        self.init(
            control: { try await current(try await resolved(given)) }, preview: { preview(try await resolved(given)) }, content)
        settings = Settings(of: Configuration.self) { WidgetEntrySource(configured: $0, current, preview, content) }
    }

    /// The closures of a control.
    @MainActor
    fileprivate init<Value, Content: ControlWidgetTemplate>(
        control current: @escaping @Sendable () async throws -> Value, preview: @escaping @Sendable () async throws -> Value,
        _ content: @escaping (Value) -> Content
    ) {
        self.init(
            placeholder: { _, completion in
                Received.give(to: completion) { WidgetEntry(ControlEntry(date: Date(), value: try await preview())) }
            },
            snapshot: { context, completion in
                let value = context.isPreview ? preview : current
                Received.give(to: completion) { WidgetEntry(ControlEntry(date: Date(), value: try await value())) }
            },
            timeline: { _, completion in
                Received.give(to: completion) {
                    WidgetTimeline([WidgetEntry(ControlEntry(date: Date(), value: try await current()))], policy: .never)
                }
            },
            view: { entry in
                guard let entry = entry.value as? ControlEntry, let value = entry.value as? Value else { return nil }
                let template = content(value)
                return AnyView(ControlView(Content._face(of: template)))
            })
    }
}
