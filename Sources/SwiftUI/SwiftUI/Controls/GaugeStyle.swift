import Foundation
import SubdialLayout

/// The parts of a gauge.
public struct GaugeStyleConfiguration {
    public typealias Label = _ControlPart
    public typealias CurrentValueLabel = _ControlPart
    public typealias MinimumValueLabel = _ControlPart
    public typealias MaximumValueLabel = _ControlPart
    public typealias MarkedValueLabel = _ControlPart

    /// The value, 0 to 1.
    public var value: Double
    public var label: GaugeStyleConfiguration.Label
    public var currentValueLabel: GaugeStyleConfiguration.CurrentValueLabel?
    public var minimumValueLabel: GaugeStyleConfiguration.MinimumValueLabel?
    public var maximumValueLabel: GaugeStyleConfiguration.MaximumValueLabel?
}

/// The look of gauges.
@MainActor @preconcurrency
public protocol GaugeStyle {
    associatedtype Body: View
    typealias Configuration = GaugeStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

extension View {
    nonisolated public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment { $0.addStyle(AnyControlStyle { style.makeBody(configuration: $0) }) }
    }
}

/// The style of the platform: a bar with a fill.
nonisolated public struct DefaultGaugeStyle: GaugeStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View {
        _GaugeBody(configuration, .linearCapacity, isAccented: true)
    }
}

/// A bar with a fill in the accent colour between its bounds, with the label above it and the value below it.
nonisolated public struct LinearCapacityGaugeStyle: GaugeStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View {
        _GaugeBody(configuration, .linearCapacity, isAccented: true)
    }
}

/// An open ring with a dot at the value; its size is fixed, but on a watch, where it fills its frame.
nonisolated public struct AccessoryCircularGaugeStyle: GaugeStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _GaugeBody(configuration, .circular) }
}

/// A closed ring with a fill; its size is fixed, but on a watch, where it fills its frame.
nonisolated public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View {
        _GaugeBody(configuration, .circularCapacity)
    }
}

/// A bar with a dot at the value, between its bounds or after the value; the label is not shown.
nonisolated public struct AccessoryLinearGaugeStyle: GaugeStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View { _GaugeBody(configuration, .linear) }
}

/// A bar with a fill.
nonisolated public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency public func makeBody(configuration: Configuration) -> some View {
        _GaugeBody(configuration, .linearCapacity)
    }
}

extension GaugeStyle where Self == DefaultGaugeStyle {
    nonisolated public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    nonisolated public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
    nonisolated public static var accessoryCircular: AccessoryCircularGaugeStyle { AccessoryCircularGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    nonisolated public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle { AccessoryCircularCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
    nonisolated public static var accessoryLinear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    nonisolated public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle { AccessoryLinearCapacityGaugeStyle() }
}

/// A gauge in a style of the platform, as templates make it.
nonisolated struct _GaugeBody: View {
    enum Look {
        case circular, circularCapacity, linear, linearCapacity

        var isLinear: Bool { self == .linear || self == .linearCapacity }

        /// True if a dot marks the value, without a fill.
        var hasDot: Bool { self == .circular || self == .linear }
    }

    /// The line width of bars, in points.
    private static let lineWidth = 6.0
    /// The diameter of rings, in points: that of the Lock Screen's in every family, whatever their frame.
    private static let diameter = 59.0

    private let configuration: GaugeStyleConfiguration
    private let look: Look
    private let isAccented: Bool

    init(_ configuration: GaugeStyleConfiguration, _ look: Look, isAccented: Bool = false) {
        (self.configuration, self.look, self.isAccented) = (configuration, look, isAccented)
    }

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let configuration = view.configuration
        var line = ProgressContent(configuration.value, tint: context.environment, isAccented: view.isAccented)
        line.marker = view.look.hasDot ? .dot : .fill
        line.style = view.look.isLinear ? .linear : view.look == .circular ? .gauge : .circular
        let context = context.inGauge()
        let value = configuration.currentValueLabel.flatMap { context.part($0, "value") }
        let label = context.part(configuration.label, "label")
        guard view.look.isLinear else {
            let gauge = GaugeContent(
                ring: line, value: value, minimum: configuration.minimumValueLabel.flatMap { context.part($0, "minimum") },
                maximum: configuration.maximumValueLabel.flatMap { context.part($0, "maximum") }, label: label,
                sizesTexts: context.environment.text.font == nil)
            var node = context.node(.gauge(gauge))
            if !context.environment.isWatch {
                node = node.adding([.frame(width: diameter, height: diameter, alignment: SubdialLayout.Alignment(.center, .center))])
            }
            return [node]
        }
        line.lineWidth = lineWidth
        let secondary = context.with { $0.setForeground([AnyShapeStyle(HierarchicalShapeStyle.secondary)]) }
        let minimum = configuration.minimumValueLabel.flatMap { secondary.part($0, "minimum") }
        let maximum = configuration.maximumValueLabel.flatMap { secondary.part($0, "maximum") }
        let bar = context.node(.progress(line))
        // A dot alone is hard to read: without bounds, the value precedes it.
        let leading = minimum ?? (view.look.hasDot && maximum == nil ? value : nil)
        let row = [leading, bar, maximum].compactMap { $0 }
        let middle = row.count > 1 ? context.node(.hstack(alignment: .center, spacing: 4, row)) : bar
        let rows = view.look.hasDot ? [middle] : [label, middle, value].compactMap { $0 }
        return [rows.count > 1 ? context.node(.vstack(alignment: .leading, spacing: 2, rows)) : middle]
    }
}

extension _ViewContext {
    /// The context of the texts of a gauge: one line each, which shrinks to fit.
    func inGauge() -> _ViewContext {
        with {
            $0.text.lineLimit = 1
            $0.text.minimumScaleFactor = min($0.text.minimumScaleFactor, 0.5)
            $0.text.alignment = .center
        }
    }

    /// One node for a part of a gauge or of progress, whose path has its name; nil if it has no content.
    func part(_ part: _ControlPart, _ name: String) -> Node? {
        let inner = element(name)
        let nodes = inner.nodes(of: part)
        return nodes.count < 2 ? nodes.first : inner.node(.hstack(alignment: .center, spacing: 2, nodes))
    }
}

extension ProgressContent {
    /// A line of a fraction, 0 to 1, in the tint that is set, or else in the foreground.
    init(_ fraction: Double, rate: Double = 0, tint environment: EnvironmentValues, isAccented: Bool = false) {
        self.init(fraction, rate: rate)
        switch environment.tint == nil && !isAccented ? environment.foregroundPaint() : environment.tintPaint {
        case .color(let color): self.color = color
        case .linearGradient(_, _, let stops), .radialGradient(_, _, _, let stops), .angularGradient(_, _, _, let stops),
            .ellipticalGradient(_, _, _, let stops):
            gradient = stops
        case .meshGradient, .picture: break
        }
    }
}
