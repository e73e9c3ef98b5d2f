// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import JSON

/// Marks on two scales, the first farthest back.
///
/// - Parameters:
///   - xMarks: How many names stand below at most.
///   - yDomain: The least and the greatest value of the vertical scale; a missing one is a text that evaluates to nothing.
///   - yIncludesZero: False where the scale need not contain 0.
///   - yMarks: How many names are wished for beside it.
///   - yUnit: What stands behind each.
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
///   - x: A date, a number or a category, as a number or an expression; nil to stand beside the mark before it.
///   - label: The mark's name below.
///   - fill: What it is filled with, in place of the colour of what stands around it.
///   - width: The bar's share of its place, 0 to 1.
public func BarMark(
    x: (any TemplateNumber)? = nil, y: any TemplateNumber, yStart: (any TemplateNumber)? = nil, label: String? = nil,
    fill: ShapeStyle? = nil, width: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("BarMark", x, y, yStart, label, fill, CodePlace(file, line)).with("width", width)
}

/// A line from point to point, which breaks where a value is missing.
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

/// A line through the whole plot, at `y`, or else at `x`.
public func RuleMark(
    x: (any TemplateNumber)? = nil, y: (any TemplateNumber)? = nil, label: String? = nil, lineWidth: (any TemplateNumber)? = nil,
    file: StaticString = #filePath, line: UInt = #line
) -> View {
    mark("RuleMark", x, y, nil, label, nil, CodePlace(file, line)).with("lineWidth", lineWidth)
}

/// A part of a circle in the middle of the plot.
///
/// - Parameters:
///   - angle: Its part of the sum of all angles.
///   - innerRadius: The share of the radius that stays empty, 0 to 1.
///   - angularInset: How far its sides stand back, in points.
public func SectorMark(
    angle: any TemplateNumber, fill: ShapeStyle? = nil, innerRadius: (any TemplateNumber)? = nil,
    angularInset: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("SectorMark", ["angle": text(angle)], at: CodePlace(file, line)).with("fill", fill).with("innerRadius", innerRadius)
        .with("angularInset", angularInset)
}

/// A sparkline with a dot at the last of its numbers.
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

/// The values of marks are texts of the template, which may be numbers.
private func text(_ number: any TemplateNumber) -> JSONValue { number.templateValue }
