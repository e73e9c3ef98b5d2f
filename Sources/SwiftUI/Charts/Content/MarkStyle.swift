import Foundation
import SubdialLayout

/// What modifiers set on marks.
struct MarkStyle {
    /// A category that decides a part of the look.
    struct Encoding: Hashable {
        var value: _PlottedValue
        var name: String
    }

    /// The place of a mark beside others in the same category.
    struct Position: Hashable {
        var value: _PlottedValue
        var axis: SubdialLayout.Axis?
        var span: MarkDimension
    }

    var foreground: AnyShapeStyle?
    var foregroundBy: Encoding?
    var symbol: SymbolShape?
    var symbolBy: Encoding?
    /// A view in place of a symbol.
    var symbolView: ((_ViewContext) -> Node)?
    /// The area of a symbol in square points.
    var symbolArea: Double?
    /// The number from which the area follows.
    var symbolSizeBy: _PlottedValue?
    var line: SubdialSwiftUI.StrokeStyle?
    var lineBy: Encoding?
    var interpolation: InterpolationMethod?
    var opacity = 1.0
    var cornerRadius: Double?
    var offset = Point.zero
    var position: Position?
    var annotations: [MarkAnnotation] = []
    var zIndex = 0.0
    /// True for a gradient over the whole plot.
    var alignsWithPlot = false
}

/// A view at a mark.
struct MarkAnnotation {
    var position: AnnotationPosition
    var alignment: SubdialSwiftUI.Alignment
    var spacing: Double?
    var overflow: AnnotationOverflowResolution
    var make: (AnnotationContext, _ViewContext) -> Node
}

/// A mark of a chart before the scales are known.
struct ChartMark {
    enum Kind { case bar, line, area, point, rule, rectangle, sector }

    var kind: Kind
    var x: PlottedExtent?
    var y: PlottedExtent?
    /// The value of a sector.
    var angle: PlottedExtent?
    var series: _PlottedValue?
    var width = MarkDimension.automatic
    var height = MarkDimension.automatic
    var stacking = MarkStackingMethod.unstacked
    var innerRadius = MarkDimension.automatic
    var outerRadius = MarkDimension.automatic
    var angularInset = 0.0
    /// Lengths in points from the edges of the plot, where no value is given.
    var xEdges: (Double?, Double?) = (nil, nil)
    var yEdges: (Double?, Double?) = (nil, nil)
    var style = MarkStyle()

    init(_ kind: Kind, x: PlottedExtent? = nil, y: PlottedExtent? = nil) { (self.kind, self.x, self.y) = (kind, x, y) }
}
