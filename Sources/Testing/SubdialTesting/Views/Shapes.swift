// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import SubdialDocuments

/// A rectangle; without a fill it has the inherited foreground style.
public func Rectangle(fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Rectangle", .null, at: CodePlace(file, line)).with("fill", fill)
}

/// A rectangle with rounded corners; the default radius is concentric with the widget's corners.
public func RoundedRectangle(
    radius: CornerRadius? = nil, fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("RoundedRectangle", .null, at: CodePlace(file, line)).with("radius", radius?.json).with("fill", fill)
}

/// A circle.
public func Circle(fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Circle", .null, at: CodePlace(file, line)).with("fill", fill)
}

/// A rectangle whose short sides are semicircles.
public func Capsule(fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Capsule", .null, at: CodePlace(file, line)).with("fill", fill)
}

/// A path in SVG's path syntax.
///
/// - Parameter viewBox: The left, top, width and height of the path's coordinate system; by default 24 by 24.
public func Path(
    _ outline: String, viewBox: [Double]? = nil, fill: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Path", .string(outline), at: CodePlace(file, line)).with("viewBox", viewBox?.templateValue).with("fill", fill)
}
