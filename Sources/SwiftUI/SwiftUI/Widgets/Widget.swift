/// A widget of an extension.
@MainActor @preconcurrency
public protocol Widget {
    /// The type of the configuration.
    associatedtype Body: WidgetConfiguration

    /// The configuration: the kind, and what makes the content.
    @MainActor @preconcurrency var body: Self.Body { get }

    /// Creates the widget.
    @MainActor @preconcurrency init()

    /// What the configurations say; several for the widgets of a bundle.
    static func _declarations(of widget: Self) -> [_WidgetDeclaration]
}

extension Widget {
    public static func _declarations(of widget: Self) -> [_WidgetDeclaration] { [Body._declaration(of: widget.body)] }

    /// Runs the extension: it lists its widget, or draws it; see `WidgetProgram`.
    public static func main() { WidgetProgram.main(_declarations(of: Self())) }
}

/// Several widgets of an extension.
@MainActor @preconcurrency
public protocol WidgetBundle {
    /// The type of the widgets.
    associatedtype Body: Widget

    /// The widgets.
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Creates the bundle.
    @MainActor @preconcurrency init()
}

extension WidgetBundle {
    /// Runs the extension: it lists its widgets, or draws them; see `WidgetProgram`.
    public static func main() { WidgetProgram.main(_declarations) }

    /// What the configurations of all widgets say.
    package static var _declarations: [_WidgetDeclaration] { Body._declarations(of: Self().body) }
}

/// Builds the widgets of a bundle from the statements of a closure.
@resultBuilder @MainActor @preconcurrency
public struct WidgetBundleBuilder {
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content { content }

    public static func buildBlock() -> some Widget { _WidgetGroup([]) }

    public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> some Widget {
        var declarations: [_WidgetDeclaration] = []
        for widget in repeat each content { declarations += _WidgetGroup(of: widget).declarations }
        return _WidgetGroup(declarations)
    }

    public static func buildIf<Content: Widget>(_ content: Content?) -> some Widget {
        _WidgetGroup(content.map { _WidgetGroup(of: $0).declarations } ?? [])
    }

    public static func buildEither<Content: Widget>(first content: Content) -> _WidgetGroup { _WidgetGroup(of: content) }

    public static func buildEither<Content: Widget>(second content: Content) -> _WidgetGroup { _WidgetGroup(of: content) }

    public static func buildLimitedAvailability<Content: Widget>(_ content: Content) -> some Widget { _WidgetGroup(of: content) }
}

/// The widgets of a block.
public struct _WidgetGroup: Widget {
    fileprivate let declarations: [_WidgetDeclaration]

    /// Creates a group of no widgets.
    public init() { self.init([]) }

    fileprivate init(_ declarations: [_WidgetDeclaration]) { self.declarations = declarations }

    fileprivate init<Content: Widget>(of widget: Content) { declarations = Content._declarations(of: widget) }

    public var body: some WidgetConfiguration { EmptyWidgetConfiguration() }

    public static func _declarations(of widget: Self) -> [_WidgetDeclaration] { widget.declarations }
}
