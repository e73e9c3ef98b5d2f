// The words of the template language that are types of the layout and the templates, under SwiftUI's names.

import JSON
import Layout

/// Where the ellipsis of a text stands.
public typealias TruncationMode = TextContent.Truncation
/// How a view with an aspect ratio takes its room.
public typealias ContentMode = Modifier.ContentMode
/// The form of a progress line.
public typealias ProgressStyle = ProgressContent.Style
/// The rendering of a picture in a tinted widget.
public typealias AccentedRenderingMode = ImageContent.AccentedRendering
/// How a symbol moves.
public typealias SymbolEffect = ImageContent.SymbolEffect
/// How a line of a chart goes from point to point.
public typealias InterpolationMethod = ChartContent.Interpolation
/// How much of a QR code may be damaged.
public typealias QRCodeCorrection = QRCodeContent.Correction

/// Where a view stands in a larger place, by SwiftUI's names.
public enum Alignment: String, Sendable, Hashable, CaseIterable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
    case centerFirstTextBaseline, centerLastTextBaseline, leadingFirstTextBaseline, leadingLastTextBaseline
    case trailingFirstTextBaseline, trailingLastTextBaseline
}

/// The shape that a view is cut to.
public enum ClipShape: String, Sendable, Hashable, CaseIterable {
    case circle, capsule, rectangle
}

/// Which axes of a chart are drawn.
public enum ChartAxes: String, Sendable, Hashable, CaseIterable {
    case none, x, y, both
}

/// In which direction a view has to fit.
public enum FittingAxes: String, Sendable, Hashable, CaseIterable {
    case horizontal, vertical, both
}

/// The radius of a corner: points, an expression, or the widget's own corner less the margin.
public struct CornerRadius: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    let json: JSONValue

    /// The widget's own corner less the margin.
    public static let concentric = CornerRadius("concentric")

    /// Makes a radius in points, or of an expression.
    public init(_ points: some TemplateNumber) { json = points.templateValue }
    /// Makes a radius in points.
    public init(integerLiteral points: Int) { self.init(points) }
    /// Makes a radius in points.
    public init(floatLiteral points: Double) { self.init(points) }
    /// Makes a radius of an expression.
    public init(stringLiteral expression: String) { self.init(expression) }
}

/// The distances of content from edges.
public struct EdgeInsets: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    let json: JSONValue

    /// Makes the same distance from all edges, in points.
    public init(_ points: some TemplateNumber) { json = points.templateValue }
    /// Makes the same distance from all edges, in points.
    public init(integerLiteral points: Int) { self.init(points) }
    /// Makes the same distance from all edges, in points.
    public init(floatLiteral points: Double) { self.init(points) }

    /// Makes distances in points; what is left out is 0.
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
