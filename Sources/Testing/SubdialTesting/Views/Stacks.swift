// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import SubdialDocuments

/// A stack of views from top to bottom.
public func VStack(
    alignment: HorizontalAlignment? = nil, spacing: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line,
    @ViewBuilder _ content: () -> [View]
) -> View {
    View("VStack", content(), at: CodePlace(file, line)).with("alignment", alignment).with("spacing", spacing)
}

/// A stack of views from the leading edge.
public func HStack(
    alignment: VerticalAlignment? = nil, spacing: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line,
    @ViewBuilder _ content: () -> [View]
) -> View {
    View("HStack", content(), at: CodePlace(file, line)).with("alignment", alignment).with("spacing", spacing)
}

/// A stack of views from back to front.
public func ZStack(
    alignment: Alignment? = nil, file: StaticString = #filePath, line: UInt = #line, @ViewBuilder _ content: () -> [View]
) -> View {
    View("ZStack", content(), at: CodePlace(file, line)).with("alignment", alignment)
}

/// Rows whose cells share columns; a child that is not a ``GridRow(alignment:file:line:_:)`` spans all columns.
public func Grid(
    alignment: Alignment? = nil, horizontalSpacing: (any TemplateNumber)? = nil, verticalSpacing: (any TemplateNumber)? = nil,
    file: StaticString = #filePath, line: UInt = #line, @ViewBuilder _ content: () -> [View]
) -> View {
    View("Grid", content(), at: CodePlace(file, line)).with("alignment", alignment).with("horizontalSpacing", horizontalSpacing)
        .with("verticalSpacing", verticalSpacing)
}

/// The cells of a row of a grid.
public func GridRow(
    alignment: VerticalAlignment? = nil, file: StaticString = #filePath, line: UInt = #line, @ViewBuilder _ content: () -> [View]
) -> View {
    View("GridRow", content(), at: CodePlace(file, line)).with("alignment", alignment)
}

/// The first of the views that fits the available space.
public func ViewThatFits(
    in axes: FittingAxes? = nil, file: StaticString = #filePath, line: UInt = #line, @ViewBuilder _ content: () -> [View]
) -> View {
    View("ViewThatFits", content(), at: CodePlace(file, line)).with("axes", axes)
}

/// Flexible space along the stack; the minimum length is in points.
public func Spacer(minLength: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Spacer", minLength.map { ["minLength": $0.templateValue] } ?? .null, at: CodePlace(file, line))
}

/// A line between views.
public func Divider(file: StaticString = #filePath, line: UInt = #line) -> View { View("Divider", .null, at: CodePlace(file, line)) }

/// The body of another template file: next to the test's template or kind, or `KIND/NAME` for another kind.
public func Part(_ name: String, file: StaticString = #filePath, line: UInt = #line) -> View {
    View("Part", .string(name), at: CodePlace(file, line))
}

/// A live activity in the Dynamic Island: the regions of the expanded island, and the views of the compact one.
public func DynamicIsland(
    spacing: (any TemplateNumber)? = nil, file: StaticString = #filePath, line: UInt = #line,
    @ViewBuilder leading: () -> [View] = { [] }, @ViewBuilder trailing: () -> [View] = { [] },
    @ViewBuilder center: () -> [View] = { [] }, @ViewBuilder bottom: () -> [View] = { [] },
    @ViewBuilder compactLeading: () -> [View] = { [] }, @ViewBuilder compactTrailing: () -> [View] = { [] },
    @ViewBuilder minimal: () -> [View] = { [] }
) -> View {
    let regions = [
        ("leading", leading()), ("trailing", trailing()), ("center", center()), ("bottom", bottom()),
        ("compactLeading", compactLeading()), ("compactTrailing", compactTrailing()), ("minimal", minimal()),
    ].filter { !$0.1.isEmpty }
    var island = View(
        "DynamicIsland", .object(regions.map { JSONMember($0.0, View.body($0.1)) }), at: CodePlace(file, line)
    ).with("spacing", spacing)
    for (name, views) in regions {
        island.places.merge(View.places(of: views, at: "DynamicIsland.\(name)")) { first, _ in first }
    }
    return island
}
