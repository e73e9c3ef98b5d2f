public import SubdialAppIntents

/// What the system shows of a control: a button or a toggle.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
    /// The type of the body; `Never` for the templates of WidgetKit.
    associatedtype Body: ControlWidgetTemplate

    /// The template that this one consists of.
    @ControlWidgetTemplateBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// What is shown: that of the body unless the template says it itself.
    static func _face(of template: Self) -> _ControlFace
}

extension ControlWidgetTemplate {
    public static func _face(of template: Self) -> _ControlFace { Body._face(of: template.body) }
}

extension Never: ControlWidgetTemplate {}

extension ControlWidgetTemplate where Body == Never {
    /// No body: such a template says what it shows itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// The parts of a control that the system shows.
public struct _ControlFace {
    /// The label: a title with a symbol.
    var label = AnyView(EmptyView())
    /// The words and the symbol of the state; nil for those of the label.
    var state: AnyView?
    /// The state of a toggle; nil for a button.
    var isOn: Bool?
    /// The colour of the symbol while the toggle is on; nil for that of the system.
    var tint: Color?
    var isDisabled = false
    var isPrivate = false
    var action: TapAction?

    /// A face without anything.
    init() {}
}

/// A control that performs an intent.
nonisolated public struct ControlWidgetButton<Label: View, ActionLabel: View, Action: AppIntent>: ControlWidgetTemplate {
    public typealias Body = Never

    private let label: Label
    private let actionLabel: ActionLabel?
    private let action: Action

    @MainActor @preconcurrency
    public init(action: Action, @ViewBuilder label: () -> Label, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel) {
        (self.action, self.label, self.actionLabel) = (action, label(), actionLabel(false))
    }

    @MainActor @preconcurrency
    public init(action: Action, @ViewBuilder label: () -> Label) where ActionLabel == ControlWidgetButtonDefaultActionLabel {
        (self.action, self.label, actionLabel) = (action, label(), nil)
    }

    @MainActor @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) where Label == Text {
        self.init(action: action, label: { Text(titleKey) }, actionLabel: actionLabel)
    }

    @_disfavoredOverload @MainActor @preconcurrency
    public init(
        _ titleResource: LocalizedStringResource, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) where Label == Text {
        self.init(action: action, label: { Text(titleResource) }, actionLabel: actionLabel)
    }

    @_disfavoredOverload @MainActor @preconcurrency
    public init<S: StringProtocol>(
        _ title: S, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) where Label == Text {
        self.init(action: action, label: { Text(title) }, actionLabel: actionLabel)
    }

    @MainActor public static func _face(of template: Self) -> _ControlFace {
        var face = _ControlFace()
        (face.label, face.state) = (AnyView(template.label), template.actionLabel.map { AnyView($0) })
        face.action = TapAction(performing: template.action)
        return face
    }
}

/// The words of a button without an own label of its action: none.
nonisolated public struct ControlWidgetButtonDefaultActionLabel: View {
    public var body: some View { EmptyView() }
}

/// A control that is on or off.
nonisolated public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action: SetValueIntent>: ControlWidgetTemplate
where Action.ValueType == Bool {
    public typealias Body = Never

    private let isOn: Bool
    private let label: Label
    private let valueLabel: ValueLabel
    private let action: Action

    @MainActor @preconcurrency
    public init(
        isOn: Bool, action: Action, @ViewBuilder label: () -> Label, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        var action = action
        // The system sets the new value before it performs the intent.
        action.value = !isOn
        (self.isOn, self.action, self.label, self.valueLabel) = (isOn, action, label(), valueLabel(isOn))
    }

    @MainActor @preconcurrency
    public init(
        isOn: Bool, action: Action, @ViewBuilder label: () -> Label
    ) where ValueLabel == ControlWidgetToggleDefaultLabel {
        self.init(isOn: isOn, action: action, label: label) { ControlWidgetToggleDefaultLabel(isOn: $0) }
    }

    @MainActor @preconcurrency
    public init(
        _ titleKey: LocalizedStringKey, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) where Label == Text {
        self.init(isOn: isOn, action: action, label: { Text(titleKey) }, valueLabel: valueLabel)
    }

    @_disfavoredOverload @MainActor @preconcurrency
    public init(
        _ titleResource: LocalizedStringResource, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) where Label == Text {
        self.init(isOn: isOn, action: action, label: { Text(titleResource) }, valueLabel: valueLabel)
    }

    @_disfavoredOverload @MainActor @preconcurrency
    public init<S: StringProtocol>(
        _ title: S, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) where Label == Text {
        self.init(isOn: isOn, action: action, label: { Text(title) }, valueLabel: valueLabel)
    }

    @MainActor public static func _face(of template: Self) -> _ControlFace {
        var face = _ControlFace()
        (face.label, face.state, face.isOn) = (AnyView(template.label), AnyView(template.valueLabel), template.isOn)
        face.action = TapAction(performing: template.action)
        return face
    }
}

/// The words of a toggle without labels of its own: On and Off.
nonisolated public struct ControlWidgetToggleDefaultLabel: View {
    let isOn: Bool

    public var body: some View { Text(verbatim: isOn ? "On" : "Off") }
}

/// A template with a change: what all modifiers of templates are.
nonisolated public struct _ModifiedControlTemplate<Content: ControlWidgetTemplate>: ControlWidgetTemplate {
    public typealias Body = Never

    private let content: Content
    private let change: (inout _ControlFace) -> Void

    fileprivate init(_ content: Content, _ change: @escaping (inout _ControlFace) -> Void) {
        (self.content, self.change) = (content, change)
    }

    @MainActor public static func _face(of template: Self) -> _ControlFace {
        var face = Content._face(of: template.content)
        template.change(&face)
        return face
    }
}

extension ControlWidgetTemplate {
    /// Sets the colour of the symbol while a toggle is on.
    nonisolated public func tint(_ tint: Color?) -> some ControlWidgetTemplate {
        _ModifiedControlTemplate(self) { $0.tint = $0.tint ?? tint }
    }

    nonisolated public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate {
        _ModifiedControlTemplate(self) { $0.isDisabled = $0.isDisabled || disabled }
    }

    /// Hides the state of the control while private data are hidden.
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate {
        _ModifiedControlTemplate(self) { $0.isPrivate = sensitive }
    }
}

/// A control of no template.
nonisolated public struct EmptyControlWidgetTemplate: ControlWidgetTemplate {
    public typealias Body = Never

    public init() {}

    @MainActor public static func _face(of template: Self) -> _ControlFace { _ControlFace() }
}

/// Builds the template of a control.
@resultBuilder
public struct ControlWidgetTemplateBuilder {
    public static func buildExpression<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }

    public static func buildLimitedAvailability<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }
}

extension View {
    /// No effect in a picture: the hint stands on the system's screen for the Action button.
    nonisolated public func controlWidgetActionHint(_ hint: Text) -> some View { self }

    /// No effect in a picture: the hint stands on the system's screen for the Action button.
    nonisolated public func controlWidgetActionHint(_ hintKey: LocalizedStringKey) -> some View { self }

    /// No effect in a picture: the hint stands on the system's screen for the Action button.
    @_disfavoredOverload
    nonisolated public func controlWidgetActionHint(_ hint: LocalizedStringResource) -> some View { self }

    /// No effect in a picture: the hint stands on the system's screen for the Action button.
    @_disfavoredOverload
    nonisolated public func controlWidgetActionHint<S: StringProtocol>(_ hint: S) -> some View { self }

    /// No effect in a picture: the status is shown for a moment after a tap.
    nonisolated public func controlWidgetStatus(_ status: Text) -> some View { self }

    /// No effect in a picture: the status is shown for a moment after a tap.
    nonisolated public func controlWidgetStatus(_ statusKey: LocalizedStringKey) -> some View { self }

    /// No effect in a picture: the status is shown for a moment after a tap.
    @_disfavoredOverload
    nonisolated public func controlWidgetStatus(_ status: LocalizedStringResource) -> some View { self }

    /// No effect in a picture: the status is shown for a moment after a tap.
    @_disfavoredOverload
    nonisolated public func controlWidgetStatus<S: StringProtocol>(_ status: S) -> some View { self }
}
