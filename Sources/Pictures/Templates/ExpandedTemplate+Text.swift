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
            if case .shape(let shape) = background.content, shape == ShapeContent(.rectangle, shape.paint), background.modifiers.isEmpty {
                lines.append(TreeLine("background: \(shape.paint.text)", path: "background"))
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
        let details = content.details(picture) + modifiers.flatMap(\.details)
        if !details.isEmpty { text += "\n\(indentation)  + \(details.joined(separator: " "))" }
        lines.append(TreeLine(text, path: path))
        for child in content.nodes { child.write(into: &lines, depth: depth + 1, picture) }
        if case .island(let island) = content {
            for (name, node) in [
                ("leading", island.leading), ("trailing", island.trailing), ("center", island.center), ("bottom", island.bottom),
            ] { node?.write(into: &lines, depth: depth + 1, as: name, picture) }
        }
        if case .chart(let chart) = content {
            for (name, node) in chart.namedNodes { node.write(into: &lines, depth: depth + 1, as: name, picture) }
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
            .grid(_, _, _, let nodes), .gridRow(_, let nodes), .custom(_, let nodes):
            nodes
        case .arranged(let arranged): arranged.children
        default: []
        }
    }

    fileprivate var text: String {
        switch self {
        case .text(let text): "Text \(text.text.quoted)\(text.arguments)"
        case .image(let image): image.text
        case .shape(let shape): "\(shape.shape.text) \(shape.stroke == nil ? "fill" : "stroke")=\(shape.paint.text)"
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
        case .geometry(let geometry): geometry.name.quotedIfNeeded
        case .custom(let layout, _): layout.name.quotedIfNeeded
        case .arranged(let arranged):
            arranged.name.quotedIfNeeded + (arranged.size.map { " size=\($0.width.short)×\($0.height.short)" } ?? "")
        }
    }
}

extension Content {
    /// What ``text`` does not say: the properties that differ from their defaults, as `name=value`.
    fileprivate func details(_ picture: (ImageContent) -> String?) -> [String] {
        switch self {
        case .text(let text): text.details
        case .image(let image): [picture(image)].compactMap { $0 } + image.details
        case .shape(let shape): shape.details
        case .arranged(let arranged):
            arranged.places.map { places in ["places=[\(places.map(\.text).joined(separator: ", "))]"] } ?? []
        case .progress(let progress): (progress.marker == .fill ? [] : ["marker=\(progress.marker.rawValue)"]) + progress.details
        case .gauge(let gauge): gauge.ring.details + (gauge.sizesTexts ? [] : ["sizesTexts=false"])
        case .chart(let chart): chart.details
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
        var parts = ["font=\(font.text)", paint.text]
        if let lineLimit { parts.append("lineLimit=\(lineLimit)") }
        if minimumScaleFactor < 1 { parts.append("minimumScaleFactor=\(minimumScaleFactor.short)") }
        if truncation != .tail { parts.append("truncation=\(truncation.rawValue)") }
        if alignment != .leading { parts.append("alignment=\(alignment.rawValue)") }
        if let widest { parts.append("widest=\(widest.quoted)") }
        return " " + parts.joined(separator: " ")
    }
}

extension Font {
    /// The style or size with its deviations, after slashes.
    var text: String {
        var text =
            switch base {
            case .style(let style): style.rawValue
            case .size(let size): size.short
            case .scaled(let size, let style): "\(size.short)~\(style.rawValue)"
            }
        if let family { text += "/\(family.quotedIfNeeded)" }
        if let weight { text += "/\(weight.rawValue)" }
        if design != .default { text += "/\(design.rawValue)" }
        if hasMonospacedDigits { text += "/monospacedDigit" }
        if isItalic { text += "/italic" }
        if hasSmallCaps { text += "/smallCaps" }
        if let width, width != .standard { text += "/\(width.rawValue)" }
        if leading != .standard { text += "/\(leading.rawValue)" }
        return text
    }
}

extension ImageContent {
    /// The line of an image.
    var text: String {
        let size = symbolSize.map { " symbolSize=\($0.short)" } ?? ""
        let rendering = accentedRendering.map { " renderingMode=\($0.rawValue)" } ?? ""
        let colors = symbolRenderingMode == .monochrome ? "" : " symbolRenderingMode=\(symbolRenderingMode.rawValue)"
        switch kind {
        case .symbol(let name):
            return "Image \(name.quotedIfNeeded) font=\(font.text) \(paints.first?.text ?? "primary")\(size)\(colors)\(rendering)"
                + (effect.map { " symbolEffect=\($0.rawValue)" } ?? "")
        case .artwork(let placeholder, let owner):
            let of = owner.map { " of=\(($0.artwork ?? $0.title).quoted)" } ?? ""
            return "Image artwork" + (placeholder.map { " placeholder=\($0.quotedIfNeeded)" } ?? "") + of + rendering
        case .picture(let picture):
            return
                "Image \(picture.name.isEmpty ? "picture" : picture.name.quotedIfNeeded) \(picture.size.width.short)×\(picture.size.height.short)"
                + (picture.isTemplate ? " \(paints.first?.text ?? "primary")" : "") + rendering
        }
    }
}

extension Double? {
    fileprivate var spacingText: String { map { " spacing=\($0.short)" } ?? "" }
}

extension Double {
    /// The number with at most two decimals.
    var short: String { ((self * 100).rounded() / 100).plain }

    /// The number with at most five decimals: for a fraction of a picture, less than a tenth of a pixel.
    var exact: String { ((self * 100_000).rounded() / 100_000).plain }
}
