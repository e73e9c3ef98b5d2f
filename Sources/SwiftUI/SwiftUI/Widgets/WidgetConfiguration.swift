/// What a widget's configuration says: its kind, its texts, its families, and what makes its content.
public struct _WidgetDeclaration {
    /// The string that identifies the widget.
    package var kind = ""
    /// The name in the gallery.
    package var displayName: Text?
    /// The description in the gallery.
    package var description: Text?
    /// The names of the supported families, in the order of the source; nil for all families of a home screen.
    package var families: [String]?
    /// True if the content reaches to the edges of the widget.
    package var disablesContentMargins = false
    /// False if the background is drawn where the system would remove it.
    package var isBackgroundRemovable = true
    /// What makes the content: a provider and a view, or the views of an activity; nil for a configuration without any.
    package var content: (any WidgetContent)?

    package init() {}
}

/// The part of a configuration that makes pictures; WidgetKit's configurations have one each.
package protocol WidgetContent {}

/// The kind of a widget and what makes its content.
@MainActor @preconcurrency
public protocol WidgetConfiguration {
    /// The type of the body; `Never` for the configurations of WidgetKit.
    associatedtype Body: WidgetConfiguration

    /// The configuration that this one consists of.
    @MainActor @preconcurrency var body: Self.Body { get }

    /// What the configuration says: that of its body unless it says it itself.
    static func _declaration(of configuration: Self) -> _WidgetDeclaration
}

extension WidgetConfiguration {
    public static func _declaration(of configuration: Self) -> _WidgetDeclaration { Body._declaration(of: configuration.body) }
}

extension Never: WidgetConfiguration {
    public static func _declaration(of configuration: Never) -> _WidgetDeclaration {}
}

extension WidgetConfiguration where Body == Never {
    /// No body: such a configuration says what it is itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A configuration of no widget.
nonisolated public struct EmptyWidgetConfiguration: WidgetConfiguration {
    public typealias Body = Never

    public init() {}

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration { _WidgetDeclaration() }
}

/// A configuration with a change: what all modifiers of configurations are.
nonisolated public struct _ModifiedWidgetConfiguration<Content: WidgetConfiguration>: WidgetConfiguration {
    public typealias Body = Never

    private let content: Content
    private let change: (inout _WidgetDeclaration) -> Void

    package init(_ content: Content, _ change: @escaping (inout _WidgetDeclaration) -> Void) {
        self.content = content
        self.change = change
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        var declaration = Content._declaration(of: configuration.content)
        configuration.change(&declaration)
        return declaration
    }
}

extension WidgetConfiguration {
    /// The configuration with a change of what it says.
    nonisolated package func declaring(_ change: @escaping (inout _WidgetDeclaration) -> Void) -> _ModifiedWidgetConfiguration<Self> {
        _ModifiedWidgetConfiguration(self, change)
    }

    nonisolated public func configurationDisplayName(_ displayName: Text) -> some WidgetConfiguration {
        declaring { $0.displayName = displayName }
    }

    nonisolated public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration {
        configurationDisplayName(Text(displayNameKey))
    }

    @_disfavoredOverload
    nonisolated public func configurationDisplayName(_ displayNameResource: LocalizedStringResource) -> some WidgetConfiguration {
        configurationDisplayName(Text(displayNameResource))
    }

    @_disfavoredOverload
    nonisolated public func configurationDisplayName<S: StringProtocol>(_ displayName: S) -> some WidgetConfiguration {
        configurationDisplayName(Text(displayName))
    }

    nonisolated public func description(_ description: Text) -> some WidgetConfiguration { declaring { $0.description = description } }

    nonisolated public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration {
        description(Text(descriptionKey))
    }

    @_disfavoredOverload
    nonisolated public func description(_ descriptionResource: LocalizedStringResource) -> some WidgetConfiguration {
        description(Text(descriptionResource))
    }

    @_disfavoredOverload
    nonisolated public func description<S: StringProtocol>(_ description: S) -> some WidgetConfiguration {
        self.description(Text(description))
    }

    nonisolated public func contentMarginsDisabled() -> some WidgetConfiguration { declaring { $0.disablesContentMargins = true } }

    nonisolated public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration {
        declaring { $0.isBackgroundRemovable = isRemovable }
    }

    /// No effect in a picture: there are no background sessions.
    nonisolated public func onBackgroundURLSessionEvents(
        matching matchingString: String, _ urlSessionEvent: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
    ) -> some WidgetConfiguration { self }

    /// No effect in a picture: there are no background sessions.
    nonisolated public func onBackgroundURLSessionEvents(
        matching: ((String) -> Bool)? = nil, _ urlSessionEvent: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
    ) -> some WidgetConfiguration { self }

    /// No effect in a picture: nobody is asked.
    nonisolated public func promptsForUserConfiguration() -> some WidgetConfiguration { self }
}

/// A task of the system's; none runs here.
public struct BackgroundTask<Request, Response>: Sendable {
    fileprivate init() {}
}

extension BackgroundTask where Request == String, Response == Void {
    public static var urlSession: BackgroundTask<String, Void> { BackgroundTask() }

    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> { BackgroundTask<Void, Void>() }
}

extension BackgroundTask where Request == Void, Response == Void {
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> { BackgroundTask() }
}

extension WidgetConfiguration {
    /// No effect in a picture: there are no background tasks.
    nonisolated public func backgroundTask<D: Sendable, R: Sendable>(
        _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
    ) -> some WidgetConfiguration { self }
}
