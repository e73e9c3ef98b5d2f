// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import SubdialDocuments

/// A text, with expressions between `{{` and `}}`.
///
/// - Parameters:
///   - widest: The widest text that will ever be shown; its width is reserved.
///   - alignment: The alignment of its lines.
public func Text(
    _ text: String, widest: String? = nil, alignment: HorizontalAlignment? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Text", .string(text), at: CodePlace(file, line)).with("widest", widest.map(JSONValue.string)).with("alignment", alignment)
}

/// A text after a symbol.
///
/// The parameters are those of a text; the default `spacing` is 4 points.
public func Label(
    _ text: String, systemImage: String, spacing: (any TemplateNumber)? = nil, widest: String? = nil,
    alignment: HorizontalAlignment? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Label", .string(text), at: CodePlace(file, line)).with("systemImage", .string(systemImage)).with("spacing", spacing)
        .with("widest", widest.map(JSONValue.string)).with("alignment", alignment)
}

/// A symbol by its name, or the cover for the name `artwork`.
///
/// - Parameters:
///   - placeholder: The symbol to show while there is no cover.
///   - owner: An expression for a track of the queue whose cover is shown, or for a picture field.
///   - renderingMode: The rendering in a tinted widget.
///   - symbolEffect: The animation of a symbol.
public func Image(
    _ name: String, placeholder: String? = nil, of owner: String? = nil, renderingMode: AccentedRenderingMode? = nil,
    symbolEffect: SymbolEffect? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Image", .string(name), at: CodePlace(file, line)).with("placeholder", placeholder.map(JSONValue.string))
        .with("of", owner.map(JSONValue.string)).with("renderingMode", renderingMode).with("symbolEffect", symbolEffect)
}

/// A running time between two dates, in the width of the longest time that it will show.
///
/// - Parameters:
///   - from: An expression for the date at which it starts.
///   - to: An expression for the date at which it ends.
///   - pausedAt: An expression for the date at which it is paused.
///   - countsDown: True for the remaining time.
///   - showsHours: False to show 90 minutes as `90:00`.
public func Timer(
    from: String, to: String? = nil, pausedAt: String? = nil, countsDown: Bool? = nil, showsHours: Bool? = nil,
    alignment: HorizontalAlignment? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    let content = templateObject([
        ("from", .string(from)), ("to", to.map(JSONValue.string)), ("pausedAt", pausedAt.map(JSONValue.string)),
        ("countsDown", countsDown.map(JSONValue.bool)), ("showsHours", showsHours.map(JSONValue.bool)),
    ])
    return View("Timer", content ?? .null, at: CodePlace(file, line)).with("alignment", alignment)
}

/// A text as a QR code, by default black on white.
///
/// - Parameters:
///   - quietZone: The width of the quiet zone in modules, 0 to 10.
///   - ground: The background colour.
public func QRCode(
    _ text: String, correction: QRCodeCorrection? = nil, quietZone: (any TemplateNumber)? = nil, ground: ShapeStyle? = nil,
    file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("QRCode", .string(text), at: CodePlace(file, line)).with("correction", correction).with("quietZone", quietZone)
        .with("ground", ground)
}
