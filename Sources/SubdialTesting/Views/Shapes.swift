// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import JSON

/// A rectangle, in the colour of what stands around it where it has no fill.
public func Rectangle(fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Rectangle", .null, at: CodePlace(file, line)).with("fill", fill)
}

/// A rectangle with round corners; their radius is concentric with the widget's where nothing is said.
public func RoundedRectangle(
    radius: CornerRadius? = nil, fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("RoundedRectangle", .null, at: CodePlace(file, line)).with("radius", radius?.json).with("fill", fill)
}

/// A circle.
public func Circle(fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Circle", .null, at: CodePlace(file, line)).with("fill", fill)
}

/// A rectangle whose short sides are half circles.
public func Capsule(fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Capsule", .null, at: CodePlace(file, line)).with("fill", fill)
}

/// An outline in SVG's path syntax.
///
/// - Parameter viewBox: Left, top, width and height of the outline's own coordinates; 24 by 24 where nothing is said.
public func Path(
    _ outline: String, viewBox: [Double]? = nil, fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Path", .string(outline), at: CodePlace(file, line)).with("viewBox", viewBox?.templateValue).with("fill", fill)
}
