// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import SubdialDocuments

/// A fraction, 0 to 1, as a line or a ring; by default the played fraction of the track.
public func Progress(
    _ value: any TemplateNumber = "{{ progress }}", style: ProgressStyle? = nil, lineWidth: (any TemplateNumber)? = nil,
    track: ShapeStyle? = nil, tint: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Progress", value.templateValue, at: CodePlace(file, line)).with("style", style).line(lineWidth, track, tint)
}

/// The elapsed fraction of the time between two dates; the dates are expressions.
public func Progress(
    from: String, to: String, pausedAt: String? = nil, style: ProgressStyle? = nil, lineWidth: (any TemplateNumber)? = nil,
    track: ShapeStyle? = nil, tint: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Progress", interval(from, to, pausedAt), at: CodePlace(file, line)).with("style", style).line(lineWidth, track, tint)
}

/// A number between two bounds.
///
/// - Parameters:
///   - bounds: The minimum and maximum; by default 0 and 1.
///   - currentValue: The label of the current value.
///   - minimum: The label of the minimum.
///   - maximum: The label of the maximum.
///   - label: The label of the gauge.
public func Gauge(
    _ value: any TemplateNumber, in bounds: [any TemplateNumber]? = nil, style: GaugeStyle? = nil,
    lineWidth: (any TemplateNumber)? = nil, track: ShapeStyle? = nil, tint: ShapeStyle? = nil, file: StaticString = #filePath,
    line: UInt = #line, @ViewBuilder label: () -> [View] = { [] }, @ViewBuilder currentValue: () -> [View] = { [] },
    @ViewBuilder minimum: () -> [View] = { [] }, @ViewBuilder maximum: () -> [View] = { [] }
) -> View {
    View("Gauge", value.templateValue, at: CodePlace(file, line)).with("in", bounds.map { .array($0.map(\.templateValue)) })
        .with("style", style).line(lineWidth, track, tint)
        .texts(value: currentValue(), minimum: minimum(), maximum: maximum(), label: label())
}

/// A gauge of the time between two dates, which are expressions.
///
/// The other parameters are those of a gauge of a number.
public func Gauge(
    from: String, to: String, pausedAt: String? = nil, style: GaugeStyle? = nil, lineWidth: (any TemplateNumber)? = nil,
    track: ShapeStyle? = nil, tint: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line,
    @ViewBuilder label: () -> [View] = { [] }, @ViewBuilder currentValue: () -> [View] = { [] },
    @ViewBuilder minimum: () -> [View] = { [] }, @ViewBuilder maximum: () -> [View] = { [] }
) -> View {
    View("Gauge", interval(from, to, pausedAt), at: CodePlace(file, line)).with("style", style).line(lineWidth, track, tint)
        .texts(value: currentValue(), minimum: minimum(), maximum: maximum(), label: label())
}

/// A bar for each number of a list, 0 to 1 or in decibels.
///
/// - Parameters:
///   - isMeter: True for the coloured zones of a meter: green, yellow, orange, red.
///   - peaks: The peak values, each shown as a line; as many as levels.
public func Levels(
    _ levels: any TemplateNumbers, unit: LevelUnit? = nil, axis: Axis? = nil, spacing: (any TemplateNumber)? = nil,
    track: ShapeStyle? = nil, isMeter: Bool? = nil, peaks: (any TemplateNumbers)? = nil, file: StaticString = #filePath,
    line: UInt = #line
) -> View {
    View("Levels", levels.templateValue, at: CodePlace(file, line)).with("unit", unit).with("axis", axis).with("spacing", spacing)
        .with("track", track).with("isMeter", isMeter.map(JSONValue.bool)).with("peaks", peaks?.templateValue)
}

/// A fader with its cap at a position of 0 to 1.
public func Fader(
    _ position: any TemplateNumber, axis: Axis? = nil, track: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("Fader", position.templateValue, at: CodePlace(file, line)).with("axis", axis).with("track", track)
}

/// A piano roll of the notes of an expression: maps with `start`, `length`, `pitch` and optionally `color`.
///
/// - Parameters:
///   - from: The start time of the window.
///   - to: The end time of the window.
///   - pitches: The lowest and the highest MIDI note number.
///   - playhead: The time of the playhead.
///   - track: The fill of the lanes of black keys.
public func PianoRoll(
    _ notes: String, from: (any TemplateNumber)? = nil, to: (any TemplateNumber)? = nil, pitches: [Int]? = nil,
    playhead: (any TemplateNumber)? = nil, track: ShapeStyle? = nil, file: StaticString = #filePath, line: UInt = #line
) -> View {
    View("PianoRoll", .string(notes), at: CodePlace(file, line)).with("from", from).with("to", to)
        .with("pitches", pitches?.templateValue).with("playhead", playhead).with("track", track)
}

private func interval(_ from: String, _ to: String, _ pausedAt: String?) -> JSONValue {
    templateObject([("from", .string(from)), ("to", .string(to)), ("pausedAt", pausedAt.map(JSONValue.string))]) ?? .null
}

extension View {
    fileprivate func line(_ width: (any TemplateNumber)?, _ track: ShapeStyle?, _ tint: ShapeStyle?) -> View {
        with("lineWidth", width).with("track", track).with("tint", tint)
    }

    fileprivate func texts(value: [View], minimum: [View], maximum: [View], label: [View]) -> View {
        with("value", value).with("minimum", minimum).with("maximum", maximum).with("label", label)
    }
}
