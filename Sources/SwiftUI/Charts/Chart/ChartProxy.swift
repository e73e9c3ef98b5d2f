public import Foundation
import SubdialLayout

/// The scales of a chart, once it has its place.
public struct ChartProxy: @unchecked Sendable {
    private let xScale: PlotScale
    private let yScale: PlotScale
    private let insets: Insets
    private let frame: PlacedFrame

    init(_ xScale: PlotScale, _ yScale: PlotScale, insets: Insets, frame: PlacedFrame) {
        (self.xScale, self.yScale, self.insets, self.frame) = (xScale, yScale, insets, frame)
    }

    private var size: Size { frame.rect?.size ?? .zero }

    /// The size of the plot.
    public var plotSize: CGSize { CGSize(width: size.width, height: size.height) }

    /// The size of the plot.
    public var plotAreaSize: CGSize { plotSize }

    /// The frame of the plot, for a `GeometryProxy`.
    public var plotFrame: Anchor<CGRect>? { Anchor(of: frame) }

    /// The frame of the plot, for a `GeometryProxy`.
    public var plotAreaFrame: Anchor<CGRect> { Anchor(of: frame) }

    /// The distance of a value from the leading edge of the plot; nil for a value that the scale does not have.
    public func position<P: Plottable>(forX value: P) -> CGFloat? {
        xScale.position(value.plotted).map { CGFloat(insets.leading + $0 * (size.width - insets.leading - insets.trailing)) }
    }

    /// The distance of a value from the top edge of the plot; nil for a value that the scale does not have.
    public func position<P: Plottable>(forY value: P) -> CGFloat? {
        yScale.position(value.plotted).map { CGFloat(insets.top + (1 - $0) * (size.height - insets.top - insets.bottom)) }
    }

    /// The place of two values in the plot.
    public func position<X: Plottable, Y: Plottable>(for position: (x: X, y: Y)) -> CGPoint? {
        guard let x = self.position(forX: position.x), let y = self.position(forY: position.y) else { return nil }
        return CGPoint(x: x, y: y)
    }

    /// The value at a distance from the leading edge of the plot.
    public func value<P: Plottable>(atX position: CGFloat, as type: P.Type = P.self) -> P? {
        let width = size.width - insets.leading - insets.trailing
        guard width > 0 else { return nil }
        return Self.value(xScale.value(at: (Double(position) - insets.leading) / width))
    }

    /// The value at a distance from the top edge of the plot.
    public func value<P: Plottable>(atY position: CGFloat, as type: P.Type = P.self) -> P? {
        let height = size.height - insets.top - insets.bottom
        guard height > 0 else { return nil }
        return Self.value(yScale.value(at: 1 - (Double(position) - insets.top) / height))
    }

    /// The values at a place in the plot.
    public func value<X: Plottable, Y: Plottable>(at position: CGPoint, as type: (X, Y).Type = (X, Y).self) -> (X, Y)? {
        guard let x: X = value(atX: position.x), let y: Y = value(atY: position.y) else { return nil }
        return (x, y)
    }

    /// The domain of the horizontal scale as values of a type.
    public func xDomain<P: Plottable>(dataType: P.Type) -> [P] { Self.domain(xScale) }

    /// The domain of the vertical scale as values of a type.
    public func yDomain<P: Plottable>(dataType: P.Type) -> [P] { Self.domain(yScale) }

    private static func domain<P: Plottable>(_ scale: PlotScale) -> [P] {
        let values: [_PlottedValue] =
            switch scale.kind {
            case .none: []
            case .categories: scale.categories.map { .category($0) }
            case .numbers: [.number(scale.low), .number(scale.high)]
            case .dates:
                [.date(Date(timeIntervalSinceReferenceDate: scale.low)), .date(Date(timeIntervalSinceReferenceDate: scale.high))]
            }
        return values.compactMap { value($0) }
    }

    /// A value of the scale as a type; between two integers it is the next one below.
    private static func value<P: Plottable>(_ plotted: _PlottedValue?) -> P? {
        guard let plotted else { return nil }
        if let own = P.PrimitivePlottable._value(of: plotted) { return P(primitivePlottable: own) }
        guard case .number(let number) = plotted else { return nil }
        return P.PrimitivePlottable._value(of: .number(number.rounded(.down))).flatMap { P(primitivePlottable: $0) }
    }
}
