import Foundation
import SubdialLayout

/// The parts of a progress view.
public struct ProgressViewStyleConfiguration {
    public typealias Label = _ControlPart
    public typealias CurrentValueLabel = _ControlPart

    /// The fraction, 0 to 1; nil for work of an unknown length.
    public internal(set) var fractionCompleted: Double?
    public var label: ProgressViewStyleConfiguration.Label?
    public var currentValueLabel: ProgressViewStyleConfiguration.CurrentValueLabel?
    /// The increase of the fraction per second.
    var rate = 0.0

    init(fractionCompleted: Double?, label: Label?, currentValueLabel: CurrentValueLabel?) {
        (self.fractionCompleted, self.label, self.currentValueLabel) = (fractionCompleted, label, currentValueLabel)
    }
}

/// The look of progress views.
@MainActor @preconcurrency
public protocol ProgressViewStyle {
    associatedtype Body: View
    typealias Configuration = ProgressViewStyleConfiguration

    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

extension View {
    nonisolated public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        nonisolated(unsafe) let style = style
        return settingEnvironment { $0.addStyle(AnyControlStyle { style.makeBody(configuration: $0) }) }
    }
}

/// A bar, or a spinner without a fraction.
nonisolated public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
    public init() {}

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _ProgressBody(configuration: configuration, isLinear: configuration.fractionCompleted != nil)
    }
}

/// A bar.
nonisolated public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
    private var tint: Color?

    public init() {}

    public init(tint: Color) { self.tint = tint }

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _ProgressBody(configuration: configuration, isLinear: true, tint: tint)
    }
}

/// A ring, or a spinner without a fraction.
nonisolated public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
    private var tint: Color?

    public init() {}

    public init(tint: Color) { self.tint = tint }

    @MainActor @preconcurrency
    public func makeBody(configuration: Configuration) -> some View {
        _ProgressBody(configuration: configuration, isLinear: false, tint: tint)
    }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    nonisolated public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    nonisolated public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    nonisolated public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

/// Progress in a style of the platform.
nonisolated struct _ProgressBody: View {
    let configuration: ProgressViewStyleConfiguration
    let isLinear: Bool
    var tint: Color?

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let context = context.with { if let tint = view.tint { $0.tint = AnyShapeStyle(tint) } }
        let configuration = view.configuration
        let label = configuration.label.flatMap { context.part($0, "label") }
        guard let fraction = configuration.fractionCompleted else {
            let spinner =
                view.isLinear ? context.node(.progress(ProgressContent(0, tint: context.environment, isAccented: true))) : spinner(context)
            guard let label else { return [spinner] }
            return [context.node(.vstack(alignment: view.isLinear ? .leading : .center, spacing: nil, [spinner, label]))]
        }
        var line = ProgressContent(fraction, rate: configuration.rate, tint: context.environment, isAccented: true)
        guard view.isLinear else {
            line.style = .circular
            let inner = context.inGauge()
            let value = configuration.currentValueLabel.flatMap { inner.part($0, "value") }
            let ring = GaugeContent(
                ring: line, value: value, label: configuration.label.flatMap { inner.part($0, "label") },
                sizesTexts: context.environment.text.font == nil)
            return [context.node(.gauge(ring))]
        }
        let small = context.with {
            if $0.text.font == nil { $0.text.font = .caption }
            $0.setForeground([AnyShapeStyle(HierarchicalShapeStyle.secondary)])
        }
        let rows = [label, context.node(.progress(line)), configuration.currentValueLabel.flatMap { small.part($0, "value") }].compactMap {
            $0
        }
        return [rows.count > 1 ? context.node(.vstack(alignment: .leading, spacing: 4, rows)) : rows[0]]
    }

    /// The spokes of iOS's spinner, at rest.
    private static func spinner(_ context: _ViewContext) -> Node {
        let size = context.environment.controlSize == .large || context.environment.controlSize == .extraLarge ? 37.0 : 20
        let count = 8
        let spokes = (0..<count).map { index in
            let opacity = 1 - 0.75 * Double((count - index) % count) / Double(count - 1)
            return Node(
                .shape(ShapeContent(.capsule(.circular), .color(ColorName("secondary", opacity: opacity)))),
                modifiers: [
                    .frame(width: size * 0.12, height: size * 0.3, alignment: .center),
                    .frame(width: size, height: size, alignment: SubdialLayout.Alignment(.center, .top)),
                    .rotation(Double(index) * 360 / Double(count)),
                ], path: context.element("spoke").node(.spacer(minLength: nil)).path)
        }
        return context.node(.zstack(alignment: .center, spokes))
    }
}
