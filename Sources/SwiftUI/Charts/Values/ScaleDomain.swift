public import Foundation

/// The values that a scale shows.
public protocol ScaleDomain {
    /// The domain for the scales.
    var _values: [_PlottedValue]? { get }
    var _includesZero: Bool? { get }
    var _isReversed: Bool { get }
}

extension ScaleDomain {
    public var _includesZero: Bool? { nil }
    public var _isReversed: Bool { false }

    var setting: ScaleDomainSetting {
        _values.map { .values($0) } ?? .automatic(includesZero: _includesZero, isReversed: _isReversed)
    }
}

extension ClosedRange: ScaleDomain where Bound: Plottable {
    public var _values: [_PlottedValue]? { [lowerBound.plotted, upperBound.plotted] }
}

extension Range: ScaleDomain where Bound: Plottable {
    public var _values: [_PlottedValue]? { [lowerBound.plotted, upperBound.plotted] }
}

extension Array: ScaleDomain where Element: Plottable {
    public var _values: [_PlottedValue]? { map(\.plotted) }
}

/// The domain that the values of the marks make.
public struct AutomaticScaleDomain: ScaleDomain {
    public var _values: [_PlottedValue]? { nil }
    public let _includesZero: Bool?
    public let _isReversed: Bool
}

extension ScaleDomain where Self == AutomaticScaleDomain {
    public static var automatic: AutomaticScaleDomain { AutomaticScaleDomain(_includesZero: nil, _isReversed: false) }

    public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
        AutomaticScaleDomain(_includesZero: includesZero, _isReversed: reversed ?? false)
    }
}

/// The part of the plot in which a scale lies.
public protocol PositionScaleRange {
    /// The distances from the two ends of the plot, in points.
    var _padding: (start: CGFloat, end: CGFloat) { get }
}

/// The plot, with a padding.
public struct PlotDimensionScaleRange: PositionScaleRange {
    public let _padding: (start: CGFloat, end: CGFloat)
}

extension PositionScaleRange where Self == PlotDimensionScaleRange {
    public static var plotDimension: PlotDimensionScaleRange { PlotDimensionScaleRange(_padding: (0, 0)) }

    public static func plotDimension(padding: CGFloat) -> PlotDimensionScaleRange {
        PlotDimensionScaleRange(_padding: (padding, padding))
    }

    public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> PlotDimensionScaleRange {
        PlotDimensionScaleRange(_padding: (startPadding, endPadding))
    }
}
