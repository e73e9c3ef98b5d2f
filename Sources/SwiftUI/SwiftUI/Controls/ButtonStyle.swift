public import Foundation
import SubdialLayout

/// The parts of a button, for styles of its look.
public struct ButtonStyleConfiguration {
    public typealias Label = _ControlPart

    public let role: ButtonRole?
    public let label: ButtonStyleConfiguration.Label
    /// False: nobody presses a button of a picture.
    public let isPressed = false
}

/// The parts of a button, for styles of its look and its action.
public struct PrimitiveButtonStyleConfiguration {
    public typealias Label = _ControlPart

    public let role: ButtonRole?
    public let label: PrimitiveButtonStyleConfiguration.Label
    /// What a tap does; nil for a region with the words of the label.
    let action: TapAction?
    /// False for the button that a style makes of its configuration.
    let isStyled: Bool

    init(label: Label, role: ButtonRole?, action: TapAction?, isStyled: Bool) {
        (self.label, self.role, self.action, self.isStyled) = (label, role, action, isStyled)
    }

    /// No effect in a picture.
    public func trigger() {}
}

/// The look of buttons.
@MainActor @preconcurrency
public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// The look and the action of buttons.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    typealias Configuration = PrimitiveButtonStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

extension View {
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment { $0.addStyle(AnyControlStyle { style.makeBody(configuration: $0) }) }
    }

    nonisolated public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment {
            $0.addStyle(
                AnyControlStyle { (configuration: PrimitiveButtonStyleConfiguration) in
                    _TapRegion(
                        content: style.makeBody(
                            configuration: ButtonStyleConfiguration(role: configuration.role, label: configuration.label)),
                        action: configuration.action, trait: "isButton")
                })
        }
    }

    nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
        settingEnvironment { $0.buttonBorderShape = shape }
    }

    /// No effect in a picture.
    nonisolated public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { self }
}

/// Whether a button acts again while it is held: no effect in a picture.
public struct ButtonRepeatBehavior: Hashable, Sendable {
    public static let automatic = ButtonRepeatBehavior()
    public static let enabled = ButtonRepeatBehavior()
    public static let disabled = ButtonRepeatBehavior()
}

/// The shape of a button's border.
public struct ButtonBorderShape: Equatable, Sendable {
    enum Kind: Equatable { case automatic, capsule, circle, roundedRectangle(Double?) }

    let kind: Kind

    public static let automatic = ButtonBorderShape(kind: .automatic)
    public static let capsule = ButtonBorderShape(kind: .capsule)
    public static let circle = ButtonBorderShape(kind: .circle)
    public static let roundedRectangle = ButtonBorderShape(kind: .roundedRectangle(nil))

    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape(kind: .roundedRectangle(radius)) }
}

private struct BorderShapeKey: EnvironmentKey { static let defaultValue = ButtonBorderShape.automatic }

extension EnvironmentValues {
    public var buttonBorderShape: ButtonBorderShape {
        get { self[BorderShapeKey.self] }
        set { self[BorderShapeKey.self] = newValue }
    }
}

// MARK: Styles of the platform

/// In widgets, the style with a border.
nonisolated public struct DefaultButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _ButtonBody(configuration, .bordered) }
}

/// The label alone.
nonisolated public struct PlainButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _ButtonBody(configuration, .plain) }
}

/// The label in the tint.
nonisolated public struct BorderlessButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _ButtonBody(configuration, .borderless) }
}

/// The label in the tint, on a shape in a light form of it.
nonisolated public struct BorderedButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _ButtonBody(configuration, .bordered) }
}

/// The label in white, on a shape in the tint.
nonisolated public struct BorderedProminentButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _ButtonBody(configuration, .prominent) }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    nonisolated public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    nonisolated public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    nonisolated public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    nonisolated public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    nonisolated public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

/// A button in a style of the platform.
nonisolated struct _ButtonBody: View {
    enum Look { case plain, borderless, bordered, prominent }

    private let configuration: PrimitiveButtonStyleConfiguration
    private let look: Look

    init(_ configuration: PrimitiveButtonStyleConfiguration, _ look: Look) { (self.configuration, self.look) = (configuration, look) }

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let isDestructive = view.configuration.role == .destructive
        let tint = isDestructive ? SubdialLayout.Paint.color(ColorName("red")) : context.environment.tintPaint
        var inner = context
        switch view.look {
        case .plain: break
        case .borderless, .bordered:
            inner = context.with { $0.setForeground([isDestructive ? AnyShapeStyle(Color.red) : AnyShapeStyle(TintShapeStyle())]) }
        case .prominent: inner = context.with { $0.setForeground([AnyShapeStyle(Color.white)]) }
        }
        let metrics = BorderMetrics(context.environment.controlSize)
        if view.look == .bordered || view.look == .prominent {
            inner = inner.with { if $0.text.font == nil { $0.text.font = metrics.font } }
        }
        let region = _TapRegion(
            content: _ButtonLabel(view: view, metrics: metrics, tint: tint), action: view.configuration.action, trait: "isButton")
        return inner.nodes(of: region)
    }

    /// The label with its border, as one node.
    nonisolated private struct _ButtonLabel: View {
        let view: _ButtonBody
        let metrics: BorderMetrics
        let tint: SubdialLayout.Paint

        static func _nodes(of label: Self, in context: _ViewContext) -> [Node] {
            var node = context.row(of: label.view.configuration.label)
            guard label.view.look == .bordered || label.view.look == .prominent else { return [node] }
            let shape = context.environment.buttonBorderShape
            let fill = label.view.look == .prominent ? label.tint : label.tint.mapColors { $0.opacity(BorderMetrics.opacity) }
            node.modifiers.append(.padding(label.metrics.insets(shape)))
            node.modifiers.append(
                .background(Node(.shape(ShapeContent(label.metrics.shape(shape), fill)), path: node.path), alignment: .center))
            return [node]
        }
    }
}

/// The measures of a button with a border, for the sizes of controls.
///
/// Apple publishes none: those of the regular size are the insets and the radius of UIKit's buttons with a border, 7 and 12 points, and 8.
struct BorderMetrics {
    /// The opacity of the tint behind the label.
    static let opacity = 0.15

    let horizontal: Double
    let vertical: Double
    let radius: Double?
    let font: Font

    init(_ size: ControlSize) {
        switch size {
        case .mini, .small: (horizontal, vertical, radius, font) = (10, 4, nil, .subheadline)
        case .regular: (horizontal, vertical, radius, font) = (12, 7, 8, .body)
        case .large, .extraLarge: (horizontal, vertical, radius, font) = (20, 15, 12, .body)
        }
    }

    func insets(_ shape: ButtonBorderShape) -> Insets {
        let horizontal = shape.kind == .circle ? vertical : horizontal
        return Insets(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
    }

    func shape(_ shape: ButtonBorderShape) -> SubdialLayout.Shape {
        switch shape.kind {
        case .automatic: radius.map { .roundedRectangle(.fixed($0)) } ?? .capsule()
        case .capsule: .capsule()
        case .circle: .circle
        case .roundedRectangle(let own): .roundedRectangle(.fixed(own ?? radius ?? 8))
        }
    }
}
