import SubdialBasics
import SubdialLayout

extension ExpandedTemplate {
    /// The expanded tree as YAML-like text: one node per line, with its modifiers after it and its children below it.
    ///
    /// The text is stable and can be compared with a golden file.
    public var text: String {
        var lines: [String] = []
        if let background {
            if case .shape(.rectangle, let paint) = background.content, background.modifiers.isEmpty {
                lines.append("background: \(paint.text)")
            } else {
                lines.append("background:")
                background.write(into: &lines, depth: 1)
            }
        }
        lines.append("body:")
        body.write(into: &lines, depth: 1)
        if let label {
            lines.append("label:")
            label.write(into: &lines, depth: 1)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Node {
    fileprivate func write(into lines: inout [String], depth: Int, as name: String? = nil) {
        let indentation = String(repeating: "  ", count: depth)
        let mark = id.map { " #\($0)" } ?? ""
        let done = modifiers.map(\.text).filter { !$0.isEmpty }
        let region = name.map { "\($0): " } ?? ""
        lines.append("\(indentation)- \(region)\(content.text)\(mark)" + (done.isEmpty ? "" : " { \(done.joined(separator: ", ")) }"))
        for child in content.nodes { child.write(into: &lines, depth: depth + 1) }
        if case .island(let island) = content {
            for (name, node) in [
                ("leading", island.leading), ("trailing", island.trailing), ("center", island.center), ("bottom", island.bottom),
            ] { node?.write(into: &lines, depth: depth + 1, as: name) }
        }
        if case .gauge(let gauge) = content {
            for (name, node) in [
                ("value", gauge.value), ("minimum", gauge.minimum), ("maximum", gauge.maximum), ("label", gauge.label),
            ] { node?.write(into: &lines, depth: depth + 1, as: name) }
        }
        for modifier in modifiers {
            switch modifier {
            case .background(let node, _): node.write(into: &lines, depth: depth + 1, as: "background")
            case .overlay(let node, _): node.write(into: &lines, depth: depth + 1, as: "overlay")
            case .mask(let node, _): node.write(into: &lines, depth: depth + 1, as: "mask")
            default: break
            }
        }
    }
}

extension Content {
    fileprivate var nodes: [Node] {
        switch self {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .viewThatFits(_, let nodes),
            .grid(_, _, _, let nodes), .gridRow(_, let nodes):
            nodes
        default: []
        }
    }

    fileprivate var text: String {
        switch self {
        case .text(let text): "Text \(text.text.quoted)\(text.arguments)"
        case .image(let image): image.text
        case .shape(let shape, let paint): "\(shape.text) fill=\(paint.text)"
        case .progress(let progress):
            "Progress \(progress.fraction.short) \(progress.style.rawValue) lineWidth=\(progress.lineWidth.short) \(progress.color)"
        case .chart(let chart):
            "Chart " + chart.marks.map { "\($0.kind.rawValue) \($0.points.count)" }.joined(separator: ", ")
        case .qrCode(let code):
            "QRCode \(code.text.quoted) \(code.correction.rawValue) quietZone=\(code.quietZone) \(code.color) on \(code.ground)"
        case .gauge(let gauge):
            "Gauge \(gauge.ring.fraction.short) \(gauge.ring.style.rawValue) \(gauge.ring.marker.rawValue) \(gauge.ring.color)"
                + (gauge.lineWidth.map { " lineWidth=\($0.short)" } ?? "")
        case .spacer(let length): "Spacer" + (length.map { " minLength=\($0.short)" } ?? "")
        case .divider: "Divider"
        case .hstack(let alignment, let spacing, _): "HStack \(alignment.rawValue)\(spacing.spacingText)"
        case .vstack(let alignment, let spacing, _): "VStack \(alignment.rawValue)\(spacing.spacingText)"
        case .zstack(let alignment, _): "ZStack \(alignment.text)"
        case .viewThatFits(let axes, _): "ViewThatFits \(axes.map(\.rawValue).sorted().joined(separator: "+"))"
        case .grid(let alignment, let horizontal, let vertical, _):
            "Grid \(alignment.text)" + (horizontal.map { " horizontalSpacing=\($0.short)" } ?? "")
                + (vertical.map { " verticalSpacing=\($0.short)" } ?? "")
        case .gridRow(let alignment, _): "GridRow" + (alignment.map { " \($0.rawValue)" } ?? "")
        case .levels(let levels):
            "Levels [\(levels.levels.map(\.short).joined(separator: ", "))] \(levels.axis.rawValue)"
                + (levels.peaks.isEmpty ? "" : " peaks=[\(levels.peaks.map(\.short).joined(separator: ", "))]")
        case .fader(let fader): "Fader \(fader.value.short) \(fader.axis.rawValue) \(fader.color) track=\(fader.track)"
        case .pianoRoll(let roll):
            "PianoRoll \(roll.pitches.lowerBound)-\(roll.pitches.upperBound)"
                + (roll.playhead.map { " playhead=\($0.short)" } ?? "")
                + roll.voices.map { " \($0.color): \($0.notes.count)" }.joined()
        case .island(let island): "DynamicIsland spacing=\(island.spacing.short)"
        }
    }
}

extension TextContent {
    fileprivate var arguments: String {
        var parts = ["font=\(font.text)", "\(color)"]
        if let lineLimit { parts.append("lineLimit=\(lineLimit)") }
        if minimumScaleFactor < 1 { parts.append("minimumScaleFactor=\(minimumScaleFactor.short)") }
        if truncation != .tail { parts.append("truncation=\(truncation.rawValue)") }
        if alignment != .leading { parts.append("alignment=\(alignment.rawValue)") }
        if let widest { parts.append("widest=\(widest.quoted)") }
        return " " + parts.joined(separator: " ")
    }
}

extension Font {
    fileprivate var text: String {
        var text =
            switch base {
            case .style(let style): style.rawValue
            case .size(let size): size.short
            }
        if let weight { text += "/\(weight.rawValue)" }
        if design != .default { text += "/\(design.rawValue)" }
        if hasMonospacedDigits { text += "/monospacedDigit" }
        return text
    }
}

extension ImageContent {
    fileprivate var text: String {
        let size = symbolSize.map { " symbolSize=\($0.short)" } ?? ""
        let rendering = accentedRendering.map { " renderingMode=\($0.rawValue)" } ?? ""
        switch kind {
        case .symbol(let name):
            return "Image \(name) font=\(font.text) \(color)\(size)\(rendering)" + (effect.map { " symbolEffect=\($0.rawValue)" } ?? "")
        case .artwork(let placeholder, let owner):
            let of = owner.map { " of=\(($0.artwork ?? $0.title).quoted)" } ?? ""
            return "Image artwork" + (placeholder.map { " placeholder=\($0)" } ?? "") + of + rendering
        }
    }
}

extension Shape {
    fileprivate var text: String {
        switch self {
        case .rectangle: "Rectangle"
        case .roundedRectangle(.concentric): "RoundedRectangle concentric"
        case .roundedRectangle(.fixed(let radius)): "RoundedRectangle \(radius.short)"
        case .circle: "Circle"
        case .capsule: "Capsule"
        case .path(let data, _): "Path \(data.quoted)"
        }
    }
}

extension Paint {
    fileprivate var text: String {
        switch self {
        case .color(let name): "\(name)"
        case .linearGradient(let from, let to, let stops):
            "gradient(\(from.x.short),\(from.y.short) → \(to.x.short),\(to.y.short): \(Self.text(stops)))"
        case .radialGradient(let center, let start, let end, let stops):
            "radial(\(center.x.short),\(center.y.short) \(start.short) → \(end?.short ?? "–"): \(Self.text(stops)))"
        case .angularGradient(let center, let start, let end, let stops):
            "angular(\(center.x.short),\(center.y.short) \(start.short)° → \(end.short)°: \(Self.text(stops)))"
        }
    }

    private static func text(_ stops: [GradientStop]) -> String {
        stops.map { "\($0.color) \($0.location.short)" }.joined(separator: ", ")
    }
}

extension Modifier {
    /// The modifier in the notation of a template; empty for a layer, which is written below its node.
    fileprivate var text: String {
        switch self {
        case .padding(let insets):
            "padding: \(insets.top.short) \(insets.leading.short) \(insets.bottom.short) \(insets.trailing.short)"
        case .frame(let width, let height, let alignment):
            "frame: \(width?.short ?? "–")×\(height?.short ?? "–") \(alignment.text)"
        case .flexibleFrame(let frame): "frame: \(frame.horizontal.text)×\(frame.vertical.text) \(frame.alignment.text)"
        case .fixedSize(let horizontal, let vertical):
            "fixedSize: " + (horizontal && vertical ? "both" : horizontal ? "horizontal" : "vertical")
        case .aspectRatio(let ratio, let mode): "aspectRatio: \(ratio.short) \(mode.rawValue)"
        case .layoutPriority(let priority): "layoutPriority: \(priority.short)"
        case .verticalGuide(let guide, let offset): "alignmentGuide: \(guide.rawValue) \(offset.short)"
        case .horizontalGuide(let guide, let offset): "alignmentGuide: \(guide.rawValue) \(offset.short)"
        case .background, .overlay, .mask: ""
        case .gridCellColumns(let count): "gridCellColumns: \(count)"
        case .gridColumnAlignment(let alignment): "gridColumnAlignment: \(alignment.rawValue)"
        case .belowIfTooWide: "belowIfTooWide"
        case .layoutDirection(let direction): "layoutDirection: \(direction.rawValue)"
        case .clip(let shape): "clip: \(shape.text)"
        case .border(_, let color, let width): "border: \(color) \(width.short)"
        case .opacity(let value): "opacity: \(value.short)"
        case .brightness(let value): "brightness: \(value.short)"
        case .shadow(let color, let radius, let x, let y): "shadow: \(color) \(radius.short) \(x.short) \(y.short)"
        case .blur(let radius): "blur: \(radius.short)"
        case .offset(let x, let y): "offset: \(x.short) \(y.short)"
        case .rotation(let degrees): "rotation: \(degrees.short)"
        case .scale(let factor): "scale: \(factor.short)"
        case .intent(let intent): "intent: \(intent.name)" + (intent.slider?.text ?? "")
        case .privacySensitive: "privacySensitive"
        case .unredacted: "unredacted"
        case .accented: "accented"
        case .colorScheme(let scheme): "colorScheme: \(scheme.rawValue)"
        }
    }
}

extension FlexibleFrame.Limits {
    fileprivate var text: String {
        "\(minimum?.short ?? "–")…\(ideal.map { "\($0.short)…" } ?? "")\(maximum.map { $0.isFinite ? $0.short : "∞" } ?? "–")"
    }
}

extension Alignment {
    fileprivate var text: String { "\(horizontal.rawValue)/\(vertical.rawValue)" }
}

extension Intent.Slider {
    fileprivate var text: String { " \(value.short), \(from.short) to \(to.short)" }
}

extension Double? {
    fileprivate var spacingText: String { map { " spacing=\($0.short)" } ?? "" }
}

extension Double {
    /// The number with at most two decimals.
    fileprivate var short: String { ((self * 100).rounded() / 100).plain }
}

extension String {
    /// The string in quotes, with quotes, backslashes and control characters escaped.
    fileprivate var quoted: String {
        "\""
            + unicodeScalars.map { scalar in
                switch scalar {
                case "\"": "\\\""
                case "\\": "\\\\"
                case "\n": "\\n"
                case _ where scalar.value < 0x20: "\\u{\(String(scalar.value, radix: 16))}"
                default: String(scalar)
                }
            }.joined() + "\""
    }
}
