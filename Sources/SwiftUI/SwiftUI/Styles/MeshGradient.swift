internal import Foundation
public import SubdialLayout

/// Colours at the points of a grid.
nonisolated public struct MeshGradient: FillingStyle {
    /// The points of a grid.
    public enum Locations: Equatable, Sendable {
        case points([SIMD2<Float>])
        case bezierPoints([BezierPoint])
    }

    /// The colours of a grid.
    public enum Colors: Equatable, Sendable {
        case colors([Color])
        case resolvedColors([Color.Resolved])
    }

    /// A point with the handles of the curves to its neighbours; only the point itself is drawn.
    public struct BezierPoint: Equatable, Sendable {
        public var position: SIMD2<Float>
        public var leadingControlPoint: SIMD2<Float>
        public var topControlPoint: SIMD2<Float>
        public var trailingControlPoint: SIMD2<Float>
        public var bottomControlPoint: SIMD2<Float>

        public init(
            position: SIMD2<Float>, leadingControlPoint: SIMD2<Float>, topControlPoint: SIMD2<Float>, trailingControlPoint: SIMD2<Float>,
            bottomControlPoint: SIMD2<Float>
        ) {
            self.position = position
            (self.leadingControlPoint, self.topControlPoint) = (leadingControlPoint, topControlPoint)
            (self.trailingControlPoint, self.bottomControlPoint) = (trailingControlPoint, bottomControlPoint)
        }
    }

    public var width: Int
    public var height: Int
    public var locations: Locations
    public var colors: Colors
    public var background: Color
    public var smoothsColors: Bool
    public var colorSpace: Gradient.ColorSpace
    private let place: SourcePlace

    public init(
        width: Int, height: Int, locations: Locations, colors: Colors, background: Color = .clear, smoothsColors: Bool = true,
        colorSpace: Gradient.ColorSpace = .device, file: StaticString = #fileID, line: UInt = #line
    ) {
        (self.width, self.height, self.locations, self.colors) = (width, height, locations, colors)
        (self.background, self.smoothsColors, self.colorSpace) = (background, smoothsColors, colorSpace)
        place = SourcePlace(file, line)
    }

    public init(
        width: Int, height: Int, points: [SIMD2<Float>], colors: [Color], background: Color = .clear, smoothsColors: Bool = true,
        colorSpace: Gradient.ColorSpace = .device, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            width: width, height: height, locations: .points(points), colors: .colors(colors), background: background,
            smoothsColors: smoothsColors, colorSpace: colorSpace, file: file, line: line)
    }

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        let points: [SIMD2<Float>] =
            switch style.locations {
            case .points(let points): points
            case .bezierPoints(let points): points.map(\.position)
            }
        let colors: [Color] =
            switch style.colors {
            case .colors(let colors): colors
            case .resolvedColors(let colors): colors.map { Color($0) }
            }
        let pass = EnvironmentReader.pass
        // The grid is too small to hold a colour at each of its points.
        guard style.width >= 2, style.height >= 2, points.count == colors.count,
            style.width.multipliedReportingOverflow(by: style.height) == (points.count, false)
        else {
            pass?.warn(
                "MeshGradient: \(style.width) × \(style.height) points, \(points.count) locations and \(colors.count) colours do not fit",
                at: style.place)
            return _ResolvedStyle(style.background.name(in: environment)).level(level)
        }
        if case .bezierPoints = style.locations {
            pass?.warn("MeshGradient: the curves between points are drawn as lines", at: style.place)
        }
        let paint = SubdialLayout.Paint.meshGradient(
            width: style.width, height: style.height, points: points.map { Point(Double($0.x), Double($0.y)) },
            colors: colors.map { $0.name(in: environment) })
        return _ResolvedStyle(paint).level(level)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let nodes = context.reading { rectangle(of: view, in: context) }
        guard view.background != .clear else { return nodes }
        let ground = Node(.shape(ShapeContent(.rectangle, .color(view.background.name(in: context.environment)))))
        return nodes.map { node in
            var node = node
            node.modifiers.append(.background(ground, alignment: .center))
            return node
        }
    }
}
