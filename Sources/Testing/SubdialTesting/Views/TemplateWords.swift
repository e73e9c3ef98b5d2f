// Types of the layout and the templates that are values of the template language, under SwiftUI's names.

import SubdialDocuments
import SubdialLayout

/// The position of the ellipsis in a truncated text.
public typealias TruncationMode = TextContent.Truncation
/// The mode in which a view with an aspect ratio uses the available space.
public typealias ContentMode = Modifier.ContentMode
/// The shape of a progress view.
public typealias ProgressStyle = ProgressContent.Style
/// The rendering of a picture in a tinted widget.
public typealias AccentedRenderingMode = ImageContent.AccentedRendering
/// The animation of a symbol.
public typealias SymbolEffect = ImageContent.SymbolEffect
/// The interpolation between the points of a chart's line.
public typealias InterpolationMethod = ChartContent.Interpolation
/// The error correction level of a QR code.
public typealias QRCodeCorrection = QRCodeContent.Correction

/// The alignment of a view within a larger area, by SwiftUI's names.
public enum Alignment: String, Sendable, Hashable, CaseIterable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
    case centerFirstTextBaseline, centerLastTextBaseline, leadingFirstTextBaseline, leadingLastTextBaseline
    case trailingFirstTextBaseline, trailingLastTextBaseline
}

/// The shape to which a view is clipped.
public enum ClipShape: String, Sendable, Hashable, CaseIterable {
    case circle, capsule, rectangle
}

/// The visible axes of a chart.
public enum ChartAxes: String, Sendable, Hashable, CaseIterable {
    case none, x, y, both
}

/// The axes along which a view must fit.
public enum FittingAxes: String, Sendable, Hashable, CaseIterable {
    case horizontal, vertical, both
}

/// The radius of a corner: points, an expression, or the widget's own radius minus the margin.
public struct CornerRadius: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    let json: JSONValue

    /// The widget's own radius minus the margin.
    public static let concentric = CornerRadius("concentric")

    /// Makes a radius in points, or from an expression.
    public init(_ points: some TemplateNumber) { json = points.templateValue }
    /// Makes a radius in points.
    public init(integerLiteral points: Int) { self.init(points) }
    /// Makes a radius in points.
    public init(floatLiteral points: Double) { self.init(points) }
    /// Makes a radius from an expression.
    public init(stringLiteral expression: String) { self.init(expression) }
}

/// The distances of content from the edges.
public struct EdgeInsets: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    let json: JSONValue

    /// Makes the same distance from all edges, in points.
    public init(_ points: some TemplateNumber) { json = points.templateValue }
    /// Makes the same distance from all edges, in points.
    public init(integerLiteral points: Int) { self.init(points) }
    /// Makes the same distance from all edges, in points.
    public init(floatLiteral points: Double) { self.init(points) }

    /// Makes distances in points; omitted ones are 0.
    public init(
        top: (any TemplateNumber)? = nil, leading: (any TemplateNumber)? = nil, bottom: (any TemplateNumber)? = nil,
        trailing: (any TemplateNumber)? = nil, horizontal: (any TemplateNumber)? = nil, vertical: (any TemplateNumber)? = nil
    ) {
        json =
            templateObject([
                ("top", top?.templateValue), ("leading", leading?.templateValue), ("bottom", bottom?.templateValue),
                ("trailing", trailing?.templateValue), ("horizontal", horizontal?.templateValue), ("vertical", vertical?.templateValue),
            ]) ?? .integer(0)
    }
}
