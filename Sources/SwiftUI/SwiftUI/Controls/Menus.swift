public import SubdialLayout

/// A label that opens a menu; the menu is not drawn.
nonisolated public struct Menu<Label: View, Content: View>: View {
    private let label: Label

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { self.label = label() }

    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) { self.label = label() }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.element("Menu").with { $0.setForeground([AnyShapeStyle(TintShapeStyle())]) }
            .nodes(of: _TapRegion(content: view.label, action: nil, trait: "isButton"))
    }
}

extension Menu where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.init(content: content) { Text(titleKey) } }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { self.init(content: content) { Text(title) } }
}

extension Menu where Label == SubdialSwiftUI.Label<Text, Image> {
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(content: content) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(content: content) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }
}

/// Controls side by side.
nonisolated public struct ControlGroup<Content: View>: View {
    private let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("ControlGroup")
        return [inner.node(.hstack(alignment: .center, spacing: nil, inner.children(of: view.content)))]
    }
}

/// A label that opens further views: they are drawn if it is open.
nonisolated public struct DisclosureGroup<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content?

    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), nil)
    }

    public init(isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = isExpanded.wrappedValue ? content() : nil
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("DisclosureGroup")
        let arrow = Image(systemName: view.content == nil ? "chevron.right" : "chevron.down")
        let tinted = inner.with { $0.setForeground([AnyShapeStyle(TintShapeStyle())]) }
        let label = inner.element("label").row(of: view.label)
        let head = inner.node(
            .hstack(
                alignment: .center, spacing: nil,
                [label, Node(.spacer(minLength: nil), path: label.path)] + tinted.element("arrow").nodes(of: arrow)))
        guard let content = view.content else { return [head] }
        return [inner.node(.vstack(alignment: .leading, spacing: nil, [head] + inner.children(of: content)))]
    }
}

extension DisclosureGroup where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

/// A button that edits lists.
@available(*, unavailable, message: "EditButton edits lists, which a picture does not have")
nonisolated public struct EditButton: View {
    public init() {}

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { [] }
}
