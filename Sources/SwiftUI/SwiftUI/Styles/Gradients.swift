public import Foundation
public import SubdialLayout

/// A view that is a rectangle in the style that it is.
nonisolated package protocol FillingStyle: ShapeStyle, View {}

extension FillingStyle {
    /// The node of a rectangle in the style.
    nonisolated package static func rectangle(of view: Self, in context: _ViewContext) -> [Node] {
        let resolved = _resolve(view, level: 0, in: context.environment)
        let name = String(String(describing: Self.self).prefix { $0 != "<" })
        return [context.element(name).node(.shape(ShapeContent(.rectangle, resolved.paint)), resolved.modifiers)]
    }
}

/// A gradient between two points.
nonisolated public struct LinearGradient: FillingStyle {
    private let gradient: AnyGradient
    private let startPoint: UnitPoint
    private let endPoint: UnitPoint

    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        (self.gradient, self.startPoint, self.endPoint) = (AnyGradient(gradient), startPoint, endPoint)
    }

    init(_ gradient: AnyGradient, _ startPoint: UnitPoint, _ endPoint: UnitPoint) {
        (self.gradient, self.startPoint, self.endPoint) = (gradient, startPoint, endPoint)
    }

    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }

    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        let stops = style.gradient.gradient.stops(in: environment)
        return _ResolvedStyle(.linearGradient(from: style.startPoint.layout, to: style.endPoint.layout, stops: stops)).level(level)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { rectangle(of: view, in: context) }
}

/// A gradient from a point outwards.
nonisolated public struct RadialGradient: FillingStyle {
    private let gradient: AnyGradient
    private let center: UnitPoint
    private let startRadius: CGFloat
    private let endRadius: CGFloat

    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(AnyGradient(gradient), center, startRadius, endRadius)
    }

    init(_ gradient: AnyGradient, _ center: UnitPoint, _ startRadius: CGFloat, _ endRadius: CGFloat) {
        (self.gradient, self.center, self.startRadius, self.endRadius) = (gradient, center, startRadius, endRadius)
    }

    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(gradient: Gradient(stops: stops), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        let paint = SubdialLayout.Paint.radialGradient(
            center: style.center.layout, startRadius: style.startRadius, endRadius: style.endRadius,
            stops: style.gradient.gradient.stops(in: environment))
        return _ResolvedStyle(paint).level(level)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { rectangle(of: view, in: context) }
}

/// A gradient from a point outwards, in the proportions of the frame.
nonisolated public struct EllipticalGradient: FillingStyle {
    private let gradient: AnyGradient
    private let center: UnitPoint
    private let startRadiusFraction: CGFloat
    private let endRadiusFraction: CGFloat

    public init(gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5) {
        self.init(AnyGradient(gradient), center, startRadiusFraction, endRadiusFraction)
    }

    init(_ gradient: AnyGradient, _ center: UnitPoint, _ startRadiusFraction: CGFloat, _ endRadiusFraction: CGFloat) {
        (self.gradient, self.center) = (gradient, center)
        (self.startRadiusFraction, self.endRadiusFraction) = (startRadiusFraction, endRadiusFraction)
    }

    public init(colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5) {
        self.init(AnyGradient(Gradient(colors: colors)), center, startRadiusFraction, endRadiusFraction)
    }

    public init(stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5) {
        self.init(AnyGradient(Gradient(stops: stops)), center, startRadiusFraction, endRadiusFraction)
    }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        let paint = SubdialLayout.Paint.ellipticalGradient(
            center: style.center.layout, startRadius: style.startRadiusFraction, endRadius: style.endRadiusFraction,
            stops: style.gradient.gradient.stops(in: environment))
        return _ResolvedStyle(paint).level(level)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { rectangle(of: view, in: context) }
}

/// A gradient around a point.
nonisolated public struct AngularGradient: FillingStyle {
    private let gradient: AnyGradient
    private let center: UnitPoint
    private let startAngle: Angle
    private let endAngle: Angle

    public init(gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {
        self.init(AnyGradient(gradient), center, startAngle, endAngle)
    }

    init(_ gradient: AnyGradient, _ center: UnitPoint, _ startAngle: Angle, _ endAngle: Angle) {
        (self.gradient, self.center, self.startAngle, self.endAngle) = (gradient, center, startAngle, endAngle)
    }

    public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        self.init(AnyGradient(Gradient(colors: colors)), center, startAngle, endAngle)
    }

    public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        self.init(AnyGradient(Gradient(stops: stops)), center, startAngle, endAngle)
    }

    /// A whole turn from an angle.
    public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
        self.init(AnyGradient(gradient), center, angle, angle + .degrees(360))
    }

    public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
    }

    public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
    }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        let paint = SubdialLayout.Paint.angularGradient(
            center: style.center.layout, start: style.startAngle.degrees, end: style.endAngle.degrees,
            stops: style.gradient.gradient.stops(in: environment))
        return _ResolvedStyle(paint).level(level)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { rectangle(of: view, in: context) }
}
