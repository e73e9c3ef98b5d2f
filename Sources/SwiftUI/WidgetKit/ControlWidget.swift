public import SubdialAppIntents

/// A control of an extension: a button or a toggle of the Control Center.
@MainActor @preconcurrency
public protocol ControlWidget {
    /// The type of the configuration.
    associatedtype Body: ControlWidgetConfiguration

    /// The configuration: the kind, and what makes the template.
    @MainActor @preconcurrency var body: Self.Body { get }

    /// Creates the control.
    @MainActor @preconcurrency init()
}

extension ControlWidget {
    /// What the configuration says.
    package static func _declaration(of control: Self) -> _WidgetDeclaration { Body._declaration(of: control.body) }
}

/// The kind of a control and what makes its template.
@MainActor @preconcurrency
public protocol ControlWidgetConfiguration {
    /// The type of the body; `Never` for the configurations of WidgetKit.
    associatedtype Body: ControlWidgetConfiguration

    /// The configuration that this one consists of.
    @MainActor @preconcurrency var body: Self.Body { get }

    /// What the configuration says: that of its body unless it says it itself.
    static func _declaration(of configuration: Self) -> _WidgetDeclaration
}

extension ControlWidgetConfiguration {
    public static func _declaration(of configuration: Self) -> _WidgetDeclaration { Body._declaration(of: configuration.body) }
}

extension Never: ControlWidgetConfiguration {}

extension ControlWidgetConfiguration where Body == Never {
    /// No body: such a configuration says what it is itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A control configuration with a change: what all modifiers of configurations are.
nonisolated public struct _ModifiedControlConfiguration<Content: ControlWidgetConfiguration>: ControlWidgetConfiguration {
    public typealias Body = Never

    private let content: Content
    private let change: (inout _WidgetDeclaration) -> Void

    fileprivate init(_ content: Content, _ change: @escaping (inout _WidgetDeclaration) -> Void) {
        self.content = content
        self.change = change
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        var declaration = Content._declaration(of: configuration.content)
        configuration.change(&declaration)
        return declaration
    }
}

extension ControlWidgetConfiguration {
    nonisolated public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration {
        _ModifiedControlConfiguration(self) { $0.displayName = Text(displayName) }
    }

    nonisolated public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration {
        _ModifiedControlConfiguration(self) { $0.description = Text(description) }
    }

    /// No effect in a picture: nobody is asked.
    nonisolated public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { self }

    /// No effect in a picture: there are no notifications.
    nonisolated public func pushHandler<Handler: ControlPushHandler>(_ type: Handler.Type) -> some ControlWidgetConfiguration { self }
}

/// What receives the token of a control's notifications: no effect in a picture, because nobody calls it.
public protocol ControlPushHandler {
    init()
    func pushTokensDidChange(controls: [ControlInfo])
}

/// A control in a bundle.
public struct _ControlGroup: Widget {
    fileprivate let declarations: [_WidgetDeclaration]

    /// Creates a group of no controls.
    public init() { declarations = [] }

    fileprivate init(_ declarations: [_WidgetDeclaration]) { self.declarations = declarations }

    public var body: some WidgetConfiguration { EmptyWidgetConfiguration() }

    public static func _declarations(of widget: Self) -> [_WidgetDeclaration] { widget.declarations }
}

extension WidgetBundleBuilder {
    public static func buildExpression<Content: ControlWidget>(_ content: Content) -> _ControlGroup {
        _ControlGroup([Content._declaration(of: content)])
    }
}

/// The controls that the user has placed: none, and nothing is reloaded.
public final class ControlCenter: Sendable {
    public static let shared = ControlCenter()

    private init() {}

    /// No effect in a picture.
    public func reloadControls(ofKind kind: String) {}

    /// No effect in a picture.
    public func reloadAllControls() {}

    /// An empty list.
    public func currentControls() async throws -> [ControlInfo] { [] }
}

/// A control that the user has placed.
public struct ControlInfo: Hashable, Identifiable, Sendable {
    /// The kind of the control.
    public let kind: String

    public var id: Self { self }

    /// Nil: nobody has placed a control here.
    public func configurationIntent<Intent: ControlConfigurationIntent>(of intentType: Intent.Type = Intent.self) -> Intent? { nil }
}
