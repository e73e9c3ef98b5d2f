// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import JSON

/// A text, with expressions between `{{` and `}}`.
///
/// - Parameters:
///   - widest: The widest text that will ever stand here, whose room is kept free.
///   - alignment: How its lines stand to each other.
public func Text(
    _ text: String, widest: String? = nil, alignment: HorizontalAlignment? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Text", .string(text), at: CodePlace(file, line)).with("widest", widest.map(JSONValue.string)).with("alignment", alignment)
}

/// A text behind a symbol.
///
/// The parameters are those of a text; `spacing` is 4 points where nothing is said.
public func Label(
    _ text: String, systemImage: String, spacing: (any TemplateNumber)? = nil, widest: String? = nil,
    alignment: HorizontalAlignment? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Label", .string(text), at: CodePlace(file, line)).with("systemImage", .string(systemImage)).with("spacing", spacing)
        .with("widest", widest.map(JSONValue.string)).with("alignment", alignment)
}

/// A symbol by its name, or with `artwork` the cover.
///
/// - Parameters:
///   - placeholder: The symbol that stands in a cover's place while there is none.
///   - owner: An expression for a track of the queue whose cover is shown, or for a field that is a picture.
///   - renderingMode: What becomes of it in a tinted widget.
///   - symbolEffect: How a symbol moves in an animation.
public func Image(
    _ name: String, placeholder: String? = nil, of owner: String? = nil, renderingMode: AccentedRenderingMode? = nil,
    symbolEffect: SymbolEffect? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Image", .string(name), at: CodePlace(file, line)).with("placeholder", placeholder.map(JSONValue.string))
        .with("of", owner.map(JSONValue.string)).with("renderingMode", renderingMode).with("symbolEffect", symbolEffect)
}

/// A time that runs between two dates, in the room of the longest that it will show.
///
/// - Parameters:
///   - from: An expression for the date from which it runs.
///   - to: An expression for the date at which it ends.
///   - pausedAt: An expression for the date at which it stands still.
///   - countsDown: True for the time that is left.
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

/// A text as a QR code, black on white where nothing else is said.
///
/// - Parameters:
///   - quietZone: The clear modules around it, 0 to 10.
///   - ground: The colour behind the modules.
public func QRCode(
    _ text: String, correction: QRCodeCorrection? = nil, quietZone: (any TemplateNumber)? = nil, ground: ShapeStyle? = nil,
    file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("QRCode", .string(text), at: CodePlace(file, line)).with("correction", correction).with("quietZone", quietZone)
        .with("ground", ground)
}
