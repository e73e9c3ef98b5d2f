package import SubdialLayout

/// A colour or pattern that fills shapes, texts and symbols.
nonisolated public protocol ShapeStyle: Sendable {
    /// The type of the style that this one is in an environment; `Never` for the styles of this module.
    associatedtype Resolved: ShapeStyle = Never

    /// The style that this one is in an environment.
    func resolve(in environment: EnvironmentValues) -> Resolved

    /// The fill at a hierarchical level: 0 is primary, 1 secondary.
    static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle
}

extension ShapeStyle {
    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        // What code reads of its environment is not known.
        EnvironmentReader.pass?.recordRead("\\EnvironmentValues.colorScheme")
        return Resolved._resolve(style.resolve(in: environment), level: level, in: environment)
    }
}

extension ShapeStyle where Resolved == Never {
    /// No other style: such a style makes its fill itself, and nobody asks.
    public func resolve(in environment: EnvironmentValues) -> Never { preconditionFailure("\(Self.self) is no other style") }
}

extension Never: ShapeStyle {
    public typealias Resolved = Never

    nonisolated public static func _resolve(_ style: Never, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {}
}

/// What a style draws in an environment.
public struct _ResolvedStyle: Sendable {
    /// A shadow inside of the edges of what is filled.
    package struct InnerShadow: Sendable {
        package var color: ColorName
        package var radius: Double
        package var x: Double
        package var y: Double
    }

    /// The fill.
    package var paint: SubdialLayout.Paint
    /// What the node of the filled shape gets, such as shadows and a blend mode.
    package var modifiers: [Modifier] = []
    /// The shadows inside of the shape.
    package var innerShadows: [InnerShadow] = []

    package init(_ paint: SubdialLayout.Paint) { self.paint = paint }

    package init(_ color: ColorName) { paint = .color(color) }

    /// The opacities of the levels of a style, as factors.
    private static let levels = [1, 0.5, 0.25, 0.18, 0.12]

    /// The style at a hierarchical level.
    package func level(_ level: Int) -> _ResolvedStyle { opacity(Self.levels[min(max(level, 0), Self.levels.count - 1)]) }

    /// The style with a factor on its opacity.
    package func opacity(_ factor: Double) -> _ResolvedStyle {
        guard factor != 1 else { return self }
        var result = self
        switch paint {
        case .picture: result.modifiers.append(.opacity(factor))
        default: result.paint = paint.mapColors { $0.opacity(factor) }
        }
        return result
    }
}

extension ColorName {
    /// The colour with a factor on its opacity.
    func opacity(_ factor: Double) -> ColorName {
        var result = self
        result.opacity *= factor.isFinite ? min(max(factor, 0), 1) : 1
        return result
    }
}

extension SubdialLayout.Paint {
    /// The fill with all colours changed.
    func mapColors(_ change: (ColorName) -> ColorName) -> SubdialLayout.Paint {
        func mapped(_ stops: [GradientStop]) -> [GradientStop] { stops.map { GradientStop(change($0.color), at: $0.location) } }
        switch self {
        case .color(let color): return .color(change(color))
        case .linearGradient(let from, let to, let stops): return .linearGradient(from: from, to: to, stops: mapped(stops))
        case .radialGradient(let center, let start, let end, let stops):
            return .radialGradient(center: center, startRadius: start, endRadius: end, stops: mapped(stops))
        case .angularGradient(let center, let start, let end, let stops):
            return .angularGradient(center: center, start: start, end: end, stops: mapped(stops))
        case .ellipticalGradient(let center, let start, let end, let stops):
            return .ellipticalGradient(center: center, startRadius: start, endRadius: end, stops: mapped(stops))
        case .meshGradient(let width, let height, let points, let colors):
            return .meshGradient(width: width, height: height, points: points, colors: colors.map(change))
        case .picture: return self
        }
    }
}

/// A style of any type.
public struct AnyShapeStyle: ShapeStyle {
    private let resolve: @Sendable (Int, EnvironmentValues) -> _ResolvedStyle

    public init<S: ShapeStyle>(_ style: S) {
        if let style = style as? AnyShapeStyle {
            self = style
        } else {
            resolve = { S._resolve(style, level: $0, in: $1) }
        }
    }

    private init(_ resolve: @escaping @Sendable (Int, EnvironmentValues) -> _ResolvedStyle) { self.resolve = resolve }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        style.resolve(level, environment)
    }

    /// The fill, and what comes with it, in an environment.
    package func resolved(in environment: EnvironmentValues) -> _ResolvedStyle { resolve(0, environment) }

    /// The fill that the style stands for in an environment.
    package func paint(in environment: EnvironmentValues) -> SubdialLayout.Paint { resolve(0, environment).paint }

    /// The style, which is resolved in an environment with the foreground, the tint or the background of another one.
    ///
    /// A style that is set as the foreground refers with `.secondary` to the foreground outside, and so on.
    func resolving(_ change: @escaping @Sendable (inout EnvironmentValues) -> Void) -> AnyShapeStyle {
        let resolve = resolve
        return AnyShapeStyle { level, environment in
            var environment = environment
            change(&environment)
            return resolve(level, environment)
        }
    }
}

extension ShapeStyle {
    /// The fill, and what comes with it, in an environment.
    package func resolved(in environment: EnvironmentValues) -> _ResolvedStyle { Self._resolve(self, level: 0, in: environment) }
}
