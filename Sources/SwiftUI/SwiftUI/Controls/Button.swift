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
    private let intent: String?

    @preconcurrency
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, intent: nil, label: label)
    }

    @preconcurrency
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: role, intent: nil, label: label)
    }

    /// Creates a button whose tap region has the name of an intent; nil for that of the label.
    package init(role: ButtonRole?, intent: String?, @ViewBuilder label: () -> Label) {
        (self.role, self.intent, self.label) = (role, intent, label())
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Button")
        let configuration = PrimitiveButtonStyleConfiguration(
            label: .init(view.label), role: view.role, intent: view.intent,
            isStyled: Label.self != PrimitiveButtonStyleConfiguration.Label.self)
        return inner.styled(configuration, default: AnyControlStyle(DefaultButtonStyle().makeBody))
    }
}

extension Button where Label == Text {
    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, intent: nil) { Text(titleKey) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, intent: nil) { Text(title) }
    }

    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, intent: nil) { Text(titleKey) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, intent: nil) { Text(title) }
    }
}

extension Button where Label == SubdialSwiftUI.Label<Text, Image> {
    @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(role: nil, intent: nil) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(role: nil, intent: nil) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }

    @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(role: role, intent: nil) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload @preconcurrency
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(role: role, intent: nil) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, intent: configuration.intent) { configuration.label }
    }
}

/// A tap region around a view: the layout's intent, and the trait of a button or a link.
nonisolated struct _TapRegion<Content: View>: View {
    let content: Content
    let intent: String?
    let trait: String

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        var node = context.row(of: view.content)
        let words = node.words
        // A node without content has no region.
        if context.environment.isEnabled {
            node.modifiers.append(.intent(Intent(view.intent ?? (words.isEmpty ? node.path : words))))
        } else {
            node.modifiers.append(.opacity(DisabledControl.opacity))
        }
        node.modifiers.describe(.control(view.trait))
        return [node]
    }
}

/// The look of a control that cannot be used.
enum DisabledControl {
    /// The opacity of all of it; Apple publishes no value.
    static let opacity = 0.5
}
