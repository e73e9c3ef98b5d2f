public import SubdialLayout

/// An icon with a title.
nonisolated public struct Label<Title: View, Icon: View>: View {
    private let title: Title
    private let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { (self.title, self.icon) = (title(), icon()) }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        context.element("Label").styled(
            LabelStyleConfiguration(title: .init(view.title), icon: .init(view.icon)),
            default: AnyControlStyle { _LabelBody(configuration: $0, hasTitle: true, hasIcon: true) })
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, image name: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(titleKey) }, icon: { Image(name, file: file, line: line) })
    }

    public init(_ titleKey: LocalizedStringKey, systemImage name: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(titleKey) }, icon: { Image(systemName: name, file: file, line: line) })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image name: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(title) }, icon: { Image(name, file: file, line: line) })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(title) }, icon: { Image(systemName: name, file: file, line: line) })
    }

    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, image name: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(titleResource) }, icon: { Image(name, file: file, line: line) })
    }

    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, systemImage name: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(titleResource) }, icon: { Image(systemName: name, file: file, line: line) })
    }

    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, image resource: ImageResource, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(titleResource) }, icon: { Image(resource, file: file, line: line) })
    }

    public init(_ titleKey: LocalizedStringKey, image resource: ImageResource, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(titleKey) }, icon: { Image(resource, file: file, line: line) })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image resource: ImageResource, file: StaticString = #fileID, line: UInt = #line) {
        self.init(title: { Text(title) }, icon: { Image(resource, file: file, line: line) })
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    public init(_ configuration: LabelStyleConfiguration) { self.init(title: { configuration.title }, icon: { configuration.icon }) }
}

/// The parts of a label.
public struct LabelStyleConfiguration {
    public typealias Title = _ControlPart
    public typealias Icon = _ControlPart

    public let title: LabelStyleConfiguration.Title
    public let icon: LabelStyleConfiguration.Icon
}

/// The look of labels.
@MainActor @preconcurrency
public protocol LabelStyle {
    associatedtype Body: View
    typealias Configuration = LabelStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

extension View {
    nonisolated public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment { $0.addStyle(AnyControlStyle { style.makeBody(configuration: $0) }) }
    }
}

/// The icon before the title.
nonisolated public struct DefaultLabelStyle: LabelStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _LabelBody(configuration: configuration, hasTitle: true, hasIcon: true)
    }
}

/// The icon before the title.
nonisolated public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _LabelBody(configuration: configuration, hasTitle: true, hasIcon: true)
    }
}

/// The icon alone; the title is the name for screen readers.
nonisolated public struct IconOnlyLabelStyle: LabelStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _LabelBody(configuration: configuration, hasTitle: false, hasIcon: true)
    }
}

/// The title alone.
nonisolated public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _LabelBody(configuration: configuration, hasTitle: true, hasIcon: false)
    }
}

extension LabelStyle where Self == DefaultLabelStyle {
    nonisolated public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    nonisolated public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    nonisolated public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    nonisolated public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

/// A label in a style of the platform.
nonisolated struct _LabelBody: View {
    /// The distance between icon and title, in points; Apple publishes none.
    private static let spacing = 8.0

    let configuration: LabelStyleConfiguration
    let hasTitle: Bool
    let hasIcon: Bool

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        guard view.hasTitle else {
            var icon = context.row(of: view.configuration.icon)
            let words = context.nodes(of: view.configuration.title).words
            var accessibility = Accessibility()
            accessibility.label = words
            if !words.isEmpty { icon.modifiers.describe(accessibility) }
            return [icon]
        }
        let title = context.element("title").row(of: view.configuration.title)
        guard view.hasIcon else { return [title] }
        let icons = context.element("icon").nodes(of: view.configuration.icon)
        guard !icons.isEmpty else { return [title] }
        return [context.node(.hstack(alignment: .firstTextBaseline, spacing: spacing, icons + [title]))]
    }
}
