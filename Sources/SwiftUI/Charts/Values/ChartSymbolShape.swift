public import Foundation
import SubdialLayout

/// The shape of a point.
public protocol ChartSymbolShape: SubdialSwiftUI.Shape {
    /// The rectangle in which the shape looks as large as others, in the unit square of its frame.
    var perceptualUnitRect: CGRect { get }
}

extension Circle: ChartSymbolShape {
    public var perceptualUnitRect: CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }
}

/// A symbol of the library.
nonisolated public struct BasicChartSymbolShape: ChartSymbolShape {
    fileprivate enum Kind: String, Sendable { case circle, square, triangle, diamond, pentagon, plus, cross, asterisk }

    fileprivate let kind: Kind
    /// The width of the line along the edge; nil for a filled symbol.
    private(set) var lineWidth: Double?

    fileprivate init(_ kind: Kind) { self.kind = kind }

    public var perceptualUnitRect: CGRect {
        let side: CGFloat =
            switch kind {
            case .circle: 1
            case .square: 0.886
            case .triangle: 1.2
            case .diamond: 1.1
            case .pentagon: 1.05
            case .plus, .cross, .asterisk: 1.05
            }
        return CGRect(x: (1 - side) / 2, y: (1 - side) / 2, width: side, height: side)
    }

    /// The symbol as a line along its edge.
    public func strokeBorder(lineWidth: CGFloat = 1) -> BasicChartSymbolShape {
        var symbol = self
        symbol.lineWidth = lineWidth.isFinite && lineWidth > 0 ? Double(lineWidth) : 1
        return symbol
    }

    /// The name in trees.
    var name: String { kind.rawValue }

    public func path(in rect: CGRect) -> SubdialSwiftUI.Path {
        switch kind {
        case .circle: SubdialSwiftUI.Path(ellipseIn: rect)
        case .square: SubdialSwiftUI.Path(rect)
        case .triangle: polygon(3, in: rect)
        case .diamond: polygon(4, in: rect)
        case .pentagon: polygon(5, in: rect)
        case .plus: cross(arms: 4, from: 0, in: rect)
        case .cross: cross(arms: 4, from: .pi / 4, in: rect)
        case .asterisk: cross(arms: 6, from: .pi / 2, in: rect)
        }
    }

    private func point(_ angle: Double, in rect: CGRect, _ radius: Double = 0.5, center: CGPoint? = nil) -> CGPoint {
        let center = center ?? CGPoint(x: rect.midX, y: rect.midY)
        return CGPoint(x: center.x + rect.width * radius * sin(angle), y: center.y - rect.height * radius * cos(angle))
    }

    private func polygon(_ corners: Int, in rect: CGRect) -> SubdialSwiftUI.Path {
        var path = SubdialSwiftUI.Path()
        for index in 0..<corners {
            let corner = point(2 * .pi * Double(index) / Double(corners), in: rect)
            if index == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
        }
        path.closeSubpath()
        return path
    }

    /// Bars from the centre outwards, of a fifth of the size.
    private func cross(arms: Int, from start: Double, in rect: CGRect) -> SubdialSwiftUI.Path {
        var path = SubdialSwiftUI.Path()
        for index in 0..<arms {
            let angle = start + 2 * .pi * Double(index) / Double(arms)
            let end = point(angle, in: rect)
            let (left, right) = (point(angle - .pi / 2, in: rect, 0.1), point(angle + .pi / 2, in: rect, 0.1))
            path.move(to: left)
            path.addLine(to: point(angle - .pi / 2, in: rect, 0.1, center: end))
            path.addLine(to: point(angle + .pi / 2, in: rect, 0.1, center: end))
            path.addLine(to: right)
            path.closeSubpath()
        }
        return path
    }
}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
    public static var circle: BasicChartSymbolShape { BasicChartSymbolShape(.circle) }
    public static var square: BasicChartSymbolShape { BasicChartSymbolShape(.square) }
    public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape(.triangle) }
    public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape(.diamond) }
    public static var pentagon: BasicChartSymbolShape { BasicChartSymbolShape(.pentagon) }
    public static var plus: BasicChartSymbolShape { BasicChartSymbolShape(.plus) }
    public static var cross: BasicChartSymbolShape { BasicChartSymbolShape(.cross) }
    public static var asterisk: BasicChartSymbolShape { BasicChartSymbolShape(.asterisk) }
}

/// A symbol of any shape.
struct SymbolShape: Sendable {
    private let name: String
    private let lineWidth: Double?
    private let elements: @Sendable (Double) -> [PathElement]

    init<S: ChartSymbolShape>(_ shape: S) {
        let basic = shape as? BasicChartSymbolShape
        (name, lineWidth) = (basic?.name ?? String("\(S.self)".prefix { $0 != "<" }), basic?.lineWidth)
        elements = { size in
            let unit = shape.perceptualUnitRect
            let rect = CGRect(
                x: (unit.minX - 0.5) * size, y: (unit.minY - 0.5) * size, width: unit.width * size, height: unit.height * size)
            let line = basic?.lineWidth ?? 0
            return shape.path(in: rect.insetBy(dx: line / 2, dy: line / 2)).layoutElements
        }
    }

    /// The order of the symbols that `symbol(by:)` takes.
    static let palette: [SymbolShape] = [
        SymbolShape(.circle), SymbolShape(.square), SymbolShape(.triangle), SymbolShape(.diamond), SymbolShape(.pentagon),
        SymbolShape(.plus), SymbolShape(.cross), SymbolShape(.asterisk),
    ]

    /// The outline of an area in square points.
    func symbol(area: Double) -> SubdialLayout.ChartContent.Symbol {
        SubdialLayout.ChartContent.Symbol(name, elements(Self.diameter(area)), lineWidth: lineWidth)
    }

    /// The diameter of a circle of an area.
    static func diameter(_ area: Double) -> Double { 2 * (max(area.isFinite ? area : 0, 0) / .pi).squareRoot() }
}
