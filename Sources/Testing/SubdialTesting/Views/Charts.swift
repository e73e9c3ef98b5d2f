// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import SubdialDocuments

/// Marks on two scales, drawn in order from back to front.
///
/// - Parameters:
///   - xMarks: The maximum number of labels of the horizontal axis.
///   - yDomain: The minimum and maximum of the vertical scale; a missing bound is a text that evaluates to nothing.
///   - yIncludesZero: False if the scale need not contain 0.
///   - yMarks: The desired number of labels of the vertical axis.
///   - yUnit: The unit after each label.
public func Chart(
    axes: ChartAxes? = nil, xMarks: Int? = nil, yDomain: [any TemplateNumber]? = nil, yIncludesZero: Bool? = nil, yMarks: Int? = nil,
    yUnit: String? = nil, file: StaticString = #filePath, line: UInt = #line, @ViewBuilder _ marks: () -> [View]
) -> View {
    let vertical = templateObject([
        ("domain", yDomain.map { .array($0.map(\.templateValue)) }), ("includesZero", yIncludesZero.map(JSONValue.bool)),
        ("marks", yMarks?.templateValue), ("unit", yUnit.map(JSONValue.string)),
    ])
    return View("Chart", marks(), at: CodePlace(file, line)).with("axes", axes)
        .with("xAxis", templateObject([("marks", xMarks?.templateValue)])).with("yAxis", vertical)
}

/// A bar from `yStart`, or from 0, to `y`.
///
/// - Parameters:
///   - x: A date, a number or a category, as a number or an expression; nil for the position after the previous mark.
///   - label: The mark's label on the horizontal axis.
///   - fill: The fill; nil for the inherited foreground style.
///   - width: The bar's share of the available width, 0 to 1.
public func BarMark(
    x: (any TemplateNumber)? = nil, y: any TemplateNumber, yStart: (any TemplateNumber)? = nil, label: String? = nil,
    fill: ShapeStyle? = nil, width: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("BarMark", x, y, yStart, label, fill, CodePlace(file, line)).with("width", width)
}

/// A line through the points; it is interrupted at missing values.
public func LineMark(
    x: (any TemplateNumber)? = nil, y: any TemplateNumber, label: String? = nil, lineWidth: (any TemplateNumber)? = nil,
    interpolation: InterpolationMethod? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("LineMark", x, y, nil, label, nil, CodePlace(file, line)).with("lineWidth", lineWidth).with("interpolation", interpolation)
}

/// The area between `yStart`, or 0, and `y`.
public func AreaMark(
    x: (any TemplateNumber)? = nil, y: any TemplateNumber, yStart: (any TemplateNumber)? = nil, label: String? = nil,
    fill: ShapeStyle? = nil, interpolation: InterpolationMethod? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("AreaMark", x, y, yStart, label, fill, CodePlace(file, line)).with("interpolation", interpolation)
}

/// A dot.
public func PointMark(
    x: (any TemplateNumber)? = nil, y: any TemplateNumber, label: String? = nil, fill: ShapeStyle? = nil,
    lineWidth: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("PointMark", x, y, nil, label, fill, CodePlace(file, line)).with("lineWidth", lineWidth)
}

/// A line across the whole plot, at `y`, or else at `x`.
public func RuleMark(
    x: (any TemplateNumber)? = nil, y: (any TemplateNumber)? = nil, label: String? = nil, lineWidth: (any TemplateNumber)? = nil,
    file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("RuleMark", x, y, nil, label, nil, CodePlace(file, line)).with("lineWidth", lineWidth)
}

/// A sector of a circle in the middle of the plot.
///
/// - Parameters:
///   - angle: The sector's share, relative to the sum of all angles.
///   - innerRadius: The inner radius as a share of the radius, 0 to 1.
///   - angularInset: The inset of its sides, in points.
public func SectorMark(
    angle: any TemplateNumber, fill: ShapeStyle? = nil, innerRadius: (any TemplateNumber)? = nil,
    angularInset: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("SectorMark", ["angle": text(angle)], at: CodePlace(file, line)).with("fill", fill).with("innerRadius", innerRadius)
        .with("angularInset", angularInset)
}

/// A sparkline with a dot at its last number.
public func Line(
    _ values: any TemplateNumbers, lineWidth: (any TemplateNumber)? = nil, interpolation: InterpolationMethod? = nil,
    file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Line", values.templateValue, at: CodePlace(file, line)).with("lineWidth", lineWidth).with("interpolation", interpolation)
}

private func mark(
    _ name: String, _ x: (any TemplateNumber)?, _ y: (any TemplateNumber)?, _ yStart: (any TemplateNumber)?, _ label: String?,
    _ fill: ShapeStyle?, _ place: CodePlace
) -> View {
    let content = templateObject([("x", x.map(text)), ("y", y.map(text)), ("yStart", yStart.map(text))])
    return View(name, content ?? .object([]), at: place).with("label", label.map(JSONValue.string)).with("fill", fill)
}

/// The values of marks are texts in a template, or numbers.
private func text(_ number: any TemplateNumber) -> JSONValue { number.templateValue }
