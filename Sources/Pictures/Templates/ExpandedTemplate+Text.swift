import SubdialBasics
import SubdialLayout

extension ExpandedTemplate {
    /// The expanded tree as YAML-like text: one node per line, with its modifiers after it and its children below it.
    ///
    /// The text is stable and can be compared with a golden file. What a line does not say of its node is below it, after `+`.
    public var text: String { text { _ in nil } }

    /// The expanded tree as ``text``, with descriptions of the pictures.
    ///
    /// - Parameter picture: Describes the picture of an image; nil for none.
    package func text(describing picture: (ImageContent) -> String?) -> String { lines(picture).map(\.text).joined(separator: "\n") + "\n" }

    /// The locations in the template of the nodes of ``text``, in the order of their lines.
    public var paths: [String] { lines { _ in nil }.map(\.path) }

    private func lines(_ picture: (ImageContent) -> String?) -> [TreeLine] {
        var lines: [TreeLine] = []
        if let background {
            if case .shape(.rectangle, let paint) = background.content, background.modifiers.isEmpty {
                lines.append(TreeLine("background: \(paint.text)", path: "background"))
            } else {
                lines.append(TreeLine("background:", path: "background"))
                background.write(into: &lines, depth: 1, picture)
            }
        }
        lines.append(TreeLine("body:", path: "body"))
        body.write(into: &lines, depth: 1, picture)
        if let label {
            lines.append(TreeLine("label:", path: "label"))
            label.write(into: &lines, depth: 1, picture)
        }
        return lines
    }
}

/// A line of a tree's text, with the line of its details.
private struct TreeLine {
    let text: String
    /// The location of the node in the template.
    let path: String

    init(_ text: String, path: String) { (self.text, self.path) = (text, path) }
}

extension Node {
    fileprivate func write(into lines: inout [TreeLine], depth: Int, as name: String? = nil, _ picture: (ImageContent) -> String?) {
        let indentation = String(repeating: "  ", count: depth)
        let mark = id.map { " #\($0.quotedIfNeeded)" } ?? ""
        let done = modifiers.map(\.text).filter { !$0.isEmpty }
        let region = name.map { "\($0): " } ?? ""
        var text = "\(indentation)- \(region)\(content.text)\(mark)" + (done.isEmpty ? "" : " { \(done.joined(separator: ", ")) }")
        let details = content.details(picture) + modifiers.compactMap(\.detail)
        if !details.isEmpty { text += "\n\(indentation)  + \(details.joined(separator: " "))" }
        lines.append(TreeLine(text, path: path))
        for child in content.nodes { child.write(into: &lines, depth: depth + 1, picture) }
        if case .island(let island) = content {
            for (name, node) in [
                ("leading", island.leading), ("trailing", island.trailing), ("center", island.center), ("bottom", island.bottom),
            ] { node?.write(into: &lines, depth: depth + 1, as: name, picture) }
        }
        if case .gauge(let gauge) = content {
            for (name, node) in [
                ("value", gauge.value), ("minimum", gauge.minimum), ("maximum", gauge.maximum), ("label", gauge.label),
            ] { node?.write(into: &lines, depth: depth + 1, as: name, picture) }
        }
        for modifier in modifiers {
            switch modifier {
            case .background(let node, _): node.write(into: &lines, depth: depth + 1, as: "background", picture)
            case .overlay(let node, _): node.write(into: &lines, depth: depth + 1, as: "overlay", picture)
            case .mask(let node, _): node.write(into: &lines, depth: depth + 1, as: "mask", picture)
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

extension Content {
    /// What ``text`` does not say: the properties that differ from their defaults, as `name=value`.
    fileprivate func details(_ picture: (ImageContent) -> String?) -> [String] {
        switch self {
        case .image(let image): [picture(image)].compactMap { $0 }
        case .progress(let progress): (progress.marker == .fill ? [] : ["marker=\(progress.marker.rawValue)"]) + progress.details
        case .gauge(let gauge): gauge.ring.details + (gauge.sizesTexts ? [] : ["sizesTexts=false"])
        case .chart(let chart): chart.marks.flatMap(\.details)
        case .divider(let color): color == ColorName("fill") ? [] : ["color=\(color)"]
        case .levels(let levels): levels.details
        case .pianoRoll(let roll): roll.details
        default: []
        }
    }
}

extension ProgressContent {
    fileprivate var details: [String] {
        let usual = ProgressContent(fraction)
        return [
            rate == usual.rate ? nil : "rate=\(rate.exact)",
            track == usual.track ? nil : "track=\(track)",
            gradient.isEmpty ? nil : "gradient=[\(Paint.text(gradient))]",
        ].compactMap { $0 }
    }
}

extension ChartContent.Mark {
    fileprivate var details: [String] {
        let usual = ChartContent.Mark(kind, [])
        return [
            "points=[\(points.map(\.text).joined(separator: ", "))]",
            color == usual.color ? nil : "color=\(color)",
            fill.map { "fill=[\($0.text)]" },
            lineWidth.map { "lineWidth=\($0.exact)" },
            interpolation == usual.interpolation ? nil : "interpolation=\(interpolation.rawValue)",
            width == usual.width ? nil : "width=\(width.exact)",
            cornerRadius.map { "cornerRadius=\($0.exact)" },
            innerRadius == usual.innerRadius ? nil : "innerRadius=\(innerRadius.exact)",
            angularInset == usual.angularInset ? nil : "angularInset=\(angularInset.exact)",
        ].compactMap { $0 }
    }
}

extension ChartContent.MarkPoint {
    /// The position, the start of a bar if it is not 0, and the fill if it is not that of the mark.
    fileprivate var text: String {
        "\(x?.exact ?? "–") \(y?.exact ?? "–")" + (base == 0 ? "" : " from \(base.exact)") + (fill.map { " \($0.text)" } ?? "")
    }
}

extension LevelsContent {
    fileprivate var details: [String] {
        let usual = LevelsContent(levels)
        return [
            spacing == usual.spacing ? nil : "spacing=\(spacing.exact)",
            color.map { "color=\($0)" },
            track == usual.track ? nil : "track=\(track)",
        ].compactMap { $0 }
    }
}

extension PianoRollContent {
    fileprivate var details: [String] {
        let usual = PianoRollContent([], pitches: pitches)
        let notes = voices.map { voice in
            "notes=[\(voice.notes.map { "\($0.pitch) \($0.start.exact) \($0.length.exact)" }.joined(separator: ", "))]"
        }
        return notes
            + [lanes == usual.lanes ? nil : "lanes=\(lanes)", color == usual.color ? nil : "color=\(color)"].compactMap { $0 }
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
            return "Image \(name.quotedIfNeeded) font=\(font.text) \(color)\(size)\(rendering)"
                + (effect.map { " symbolEffect=\($0.rawValue)" } ?? "")
        case .artwork(let placeholder, let owner):
            let of = owner.map { " of=\(($0.artwork ?? $0.title).quoted)" } ?? ""
            return "Image artwork" + (placeholder.map { " placeholder=\($0.quotedIfNeeded)" } ?? "") + of + rendering
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

    fileprivate static func text(_ stops: [GradientStop]) -> String {
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
        case .intent(let intent): "intent: \(intent.name.quotedIfNeeded)" + (intent.slider?.text ?? "")
        case .privacySensitive: "privacySensitive"
        case .unredacted: "unredacted"
        case .accented: "accented"
        case .colorScheme(let scheme): "colorScheme: \(scheme.rawValue)"
        }
    }
}

extension Modifier {
    /// What ``text`` does not say; nil if that is all.
    fileprivate var detail: String? {
        guard case .border(let shape, _, _) = self, shape != .rectangle else { return nil }
        return "border=[\(shape.text)]"
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

    /// The number with at most five decimals: for a fraction of a picture, less than a tenth of a pixel.
    fileprivate var exact: String { ((self * 100_000).rounded() / 100_000).plain }
}
