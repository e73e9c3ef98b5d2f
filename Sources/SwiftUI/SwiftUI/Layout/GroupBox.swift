public import SubdialLayout

/// A box with a label and views.
nonisolated public struct GroupBox<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }

    public init(label: Label, @ViewBuilder content: () -> Content) {
        self.label = label
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.element("GroupBox").styled(
            GroupBoxStyleConfiguration(label: .init(view.label), content: .init(view.content)),
            default: AnyControlStyle(DefaultGroupBoxStyle().makeBody))
    }
}

extension GroupBox where Label == EmptyView {
    public init(@ViewBuilder content: () -> Content) { self.init(content: content, label: { EmptyView() }) }
}

extension GroupBox where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content, label: { Text(titleKey) })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content, label: { Text(title) })
    }
}

extension GroupBox where Label == GroupBoxStyleConfiguration.Label, Content == GroupBoxStyleConfiguration.Content {
    public init(_ configuration: GroupBoxStyleConfiguration) {
        self.init(content: { configuration.content }, label: { configuration.label })
    }
}

/// The parts of a box.
public struct GroupBoxStyleConfiguration {
    public typealias Label = _ControlPart
    public typealias Content = _ControlPart

    public let label: GroupBoxStyleConfiguration.Label
    public let content: GroupBoxStyleConfiguration.Content
}

/// The look of boxes.
@MainActor @preconcurrency
public protocol GroupBoxStyle {
    associatedtype Body: View
    typealias Configuration = GroupBoxStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// The look of iOS: the label in the headline's font above the views, on a rounded box.
nonisolated public struct DefaultGroupBoxStyle: GroupBoxStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading, spacing: 8) {
            configuration.label.font(.headline)
            configuration.content
        }
        .padding()
        .adding(.background(Node(.shape(Self.box)), alignment: .center))
    }

    /// The secondary background of iOS, with a radius of 8 points.
    nonisolated private static let box = ShapeContent(
        .roundedRectangle(.fixed(8)),
        .color(
            ColorName(
                ColorVariants(
                    light: .init(red: 242.0 / 255, green: 242.0 / 255, blue: 247.0 / 255),
                    dark: .init(red: 28.0 / 255, green: 28.0 / 255, blue: 30.0 / 255)))))
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
    nonisolated public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}

extension View {
    nonisolated public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment { $0.addStyle(AnyControlStyle { style.makeBody(configuration: $0) }) }
    }
}
