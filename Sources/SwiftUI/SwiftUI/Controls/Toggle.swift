public import SubdialLayout

/// A control that is on or off: its state as it is given, and the region of the tap.
nonisolated public struct Toggle<Label: View>: View {
    private let label: Label
    private let isOn: Bool
    private let action: TapAction?

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { self.init(isOn: isOn.wrappedValue, action: nil, label: label) }

    /// Creates a toggle whose tap region has the name of an action; nil for that of the label.
    package init(isOn: Bool, action: TapAction?, @ViewBuilder label: () -> Label) {
        (self.isOn, self.action, self.label) = (isOn, action, label())
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.element("Toggle").styled(
            ToggleStyleConfiguration(label: .init(view.label), value: view.isOn, action: view.action),
            default: AnyControlStyle(SwitchToggleStyle().makeBody))
    }
}

extension Toggle where Label == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }

    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleResource) } }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == SubdialSwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>, file: StaticString = #fileID, line: UInt = #line)
    {
        self.init(isOn: isOn) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(isOn: isOn) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.isOn, action: configuration.action) { configuration.label }
    }
}

/// The parts of a toggle.
public struct ToggleStyleConfiguration {
    public typealias Label = _ControlPart

    public let label: ToggleStyleConfiguration.Label
    /// Setting it has no effect.
    @Binding public var isOn: Bool
    /// False: a toggle of a picture has one state.
    public let isMixed = false
    let action: TapAction?

    init(label: Label, value: Bool, action: TapAction?) {
        (self.label, self.action) = (label, action)
        _isOn = .constant(value)
    }
}

/// The look of toggles.
@MainActor @preconcurrency
public protocol ToggleStyle {
    associatedtype Body: View
    typealias Configuration = ToggleStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

extension View {
    nonisolated public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment {
            $0.addStyle(
                AnyControlStyle { (configuration: ToggleStyleConfiguration) in
                    _ToggleRegion(content: style.makeBody(configuration: configuration), configuration: configuration)
                })
        }
    }
}

/// The style of the platform: a switch.
nonisolated public struct DefaultToggleStyle: ToggleStyle, Sendable {
    private var tint: Color?

    public init() {}

    /// A switch of a colour; the style is deprecated in favour of `tint(_:)`.
    public init(tint: Color) { self.tint = tint }

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        if let tint {
            _SwitchBody(configuration: configuration).tint(tint)
        } else {
            _SwitchBody(configuration: configuration)
        }
    }
}

/// A label with a switch.
nonisolated public struct SwitchToggleStyle: ToggleStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _SwitchBody(configuration: configuration) }
}

/// A button that is prominent while it is on.
nonisolated public struct ButtonToggleStyle: ToggleStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _ButtonBody(
            PrimitiveButtonStyleConfiguration(label: configuration.label, role: nil, action: configuration.action, isStyled: false),
            configuration.isOn ? .prominent : .borderless)
    }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    nonisolated public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    nonisolated public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    nonisolated public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

/// The tap region of a toggle.
nonisolated private struct _ToggleRegion<Content: View>: View {
    let content: Content
    let configuration: ToggleStyleConfiguration

    init(content: Content, configuration: ToggleStyleConfiguration) { (self.content, self.configuration) = (content, configuration) }

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        var node = context.row(of: view.content)
        if !node.modifiers.contains(where: { if case .intent = $0 { true } else { false } }) {
            let words = context.nodes(of: view.configuration.label).words
            let name = words.isEmpty ? node.path : words
            node.modifiers.append(
                context.environment.isEnabled
                    ? .intent(context.intent(of: view.configuration.action, or: name)) : .opacity(DisabledControl.opacity))
        }
        node.modifiers.describe(.control("isToggle", value: view.configuration.isOn ? "1" : "0"))
        return [node]
    }
}

/// A label and a switch at the other end.
nonisolated struct _SwitchBody: View {
    /// The size of iOS's switch, in points: that of UIKit's `UISwitch`.
    private static let size = Size(51, 31)
    /// The rim around the knob.
    private static let rim = 2.0

    let configuration: ToggleStyleConfiguration

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.nodes(of: _ToggleRegion(content: Row(configuration: view.configuration), configuration: view.configuration))
    }

    /// The label, and the switch in the tint, which is green by default.
    nonisolated private struct Row: View {
        let configuration: ToggleStyleConfiguration

        static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
            let isOn = view.configuration.isOn
            let on = context.environment.tint == nil ? SubdialLayout.Paint.color(ColorName("green")) : context.environment.tintPaint
            let track = isOn ? on : .color(LabelColors.fill(1))
            // The shape of a node takes all that it is offered, unlike the view `Circle`.
            let diameter = size.height - 2 * rim
            let knob = Node(
                .shape(ShapeContent(.circle, .color(ColorName("#FFFFFF")))),
                modifiers: [
                    .frame(width: diameter, height: diameter, alignment: .center),
                    .shadow(ColorName("#000000", opacity: 0.15), radius: 3, x: 0, y: 1), .padding(Insets(all: rim)),
                ])
            let control = context.element("switch").node(
                .shape(ShapeContent(.capsule(), track)),
                [
                    .overlay(knob, alignment: SubdialLayout.Alignment(isOn ? .trailing : .leading, .center)),
                    .frame(width: size.width, height: size.height, alignment: .center),
                ])
            if context.environment.labelsAreHidden { return [control] }
            let label = context.row(of: view.configuration.label)
            return [
                context.node(.hstack(alignment: .center, spacing: nil, [label, Node(.spacer(minLength: nil), path: label.path), control]))
            ]
        }
    }
}
