public import SubdialLayout

/// The purpose of a button.
public struct ButtonRole: Equatable, Sendable {
    private let name: String

    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
    public static let confirm = ButtonRole(name: "confirm")
    public static let close = ButtonRole(name: "close")
}

/// A control that is tapped: its label in a style, and the region of the tap.
///
/// The region has the label's words as its name, or else the path of the button.
nonisolated public struct Button<Label: View>: View {
    private let role: ButtonRole?
    private let label: Label
    private let action: TapAction?

    @preconcurrency
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: nil, label: label)
    }

    @preconcurrency
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: role, action: nil, label: label)
    }

    /// Creates a button whose tap region has the name of an action; nil for that of the label.
    package init(role: ButtonRole?, action: TapAction?, @ViewBuilder label: () -> Label) {
        (self.role, self.action, self.label) = (role, action, label())
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Button")
        let configuration = PrimitiveButtonStyleConfiguration(
            label: .init(view.label), role: view.role, action: view.action,
            isStyled: Label.self != PrimitiveButtonStyleConfiguration.Label.self)
        return inner.styled(configuration, default: AnyControlStyle(DefaultButtonStyle().makeBody))
    }
}

extension Button where Label == Text {
    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: nil) { Text(titleKey) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: nil) { Text(title) }
    }

    @_disfavoredOverload @preconcurrency
    public init(_ titleResource: LocalizedStringResource, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(titleResource) }
    }

    @_disfavoredOverload @preconcurrency
    public init(_ titleResource: LocalizedStringResource, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleResource) }
    }

    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: nil) { Text(titleKey) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: nil) { Text(title) }
    }
}

extension Button where Label == SubdialSwiftUI.Label<Text, Image> {
    @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(role: nil, action: nil) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(role: nil, action: nil) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }

    @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(role: role, action: nil) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(role: role, action: nil) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: configuration.action) { configuration.label }
    }
}

/// A tap region around a view: the layout's intent, and the trait of a button or a link.
nonisolated struct _TapRegion<Content: View>: View {
    let content: Content
    let action: TapAction?
    let trait: String

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        var node = context.row(of: view.content)
        let words = node.words
        // A node without content has no region.
        if context.environment.isEnabled {
            node.modifiers.append(.intent(context.intent(of: view.action, or: words.isEmpty ? node.path : words)))
        } else {
            node.modifiers.append(.opacity(DisabledControl.opacity))
        }
        node.modifiers.describe(.control(view.trait))
        return [node]
    }
}

/// What a tap does.
package struct TapAction: Sendable {
    /// The name of the tap region.
    package let name: String
    /// What is performed; nil for a name alone.
    package let value: (any Sendable)?

    package init(name: String, value: (any Sendable)? = nil) { (self.name, self.value) = (name, value) }
}

extension _ViewContext {
    /// The layout's intent of an action, which is recorded; of another tap the name alone.
    func intent(of action: TapAction?, or name: String) -> Intent {
        if let action { pass.recordTap(action) }
        return Intent(action?.name ?? name)
    }
}

/// The look of a control that cannot be used.
enum DisabledControl {
    /// The opacity of all of it; Apple publishes no value.
    static let opacity = 0.5
}
