import SubdialBasics
import SubdialLayout

/// What the lines of texts and images in a tree do not say.
extension TextContent {
    /// The properties that differ from their defaults, and the runs.
    var details: [String] {
        [
            runs.isEmpty ? nil : "runs=[\(runs.map(\.described).joined(separator: ", "))]",
            reservedLines == 0 ? nil : "reservedLines=\(reservedLines)",
            lineSpacing == 0 ? nil : "lineSpacing=\(lineSpacing.exact)",
            fillsWidth ? "fillsWidth=true" : nil,
        ].compactMap { $0 }
    }
}

extension TextRun {
    /// The text or the image, with the attributes that differ from those of the whole text.
    fileprivate var described: String {
        var parts = [image.map { "image=[\($0.text)]" } ?? "text=\(text.quoted)"]
        if let font { parts.append("font=\(font.text)") }
        if let paint { parts.append("foreground=\(paint.text)") }
        if let underline { parts.append("underline=\(underline.text)") }
        if let strikethrough { parts.append("strikethrough=\(strikethrough.text)") }
        if kerning != 0 { parts.append("kerning=\(kerning.exact)") }
        if tracking != 0 { parts.append("tracking=\(tracking.exact)") }
        if baselineOffset != 0 { parts.append("baselineOffset=\(baselineOffset.exact)") }
        return parts.joined(separator: " ")
    }
}

extension TextRun.Line {
    fileprivate var text: String { pattern.rawValue + (color.map { "/\($0)" } ?? "") }
}

extension ImageContent {
    /// The properties that differ from their defaults, and those of a picture.
    var details: [String] {
        var details: [String] = []
        if paints.count > 1 { details.append("paints=[\(paints.map(\.text).joined(separator: ", "))]") }
        if let variableValue { details.append("variableValue=\(variableValue.exact)") }
        guard case .picture(let picture) = kind else { return details }
        details.append("digest=\(picture.source.digest)")
        if let dark = picture.dark { details.append("dark=\(dark.digest)") }
        if let resizing = picture.resizing {
            let caps = resizing.capInsets
            let edges = [caps.top, caps.leading, caps.bottom, caps.trailing]
            details.append(
                "resizable=\(resizing.mode.rawValue)" + (caps == Insets() ? "" : "[\(edges.map(\.exact).joined(separator: " "))]"))
        }
        if picture.isTemplate { details.append("template=true") }
        if picture.interpolation != .medium { details.append("interpolation=\(picture.interpolation.rawValue)") }
        return details
    }
}

extension CustomLayout.Place {
    /// The position, the anchor if it is not the top leading corner, and the proposal.
    var text: String {
        func length(_ value: Double?) -> String { value.map { $0.isFinite ? $0.short : "∞" } ?? "–" }
        return "\(position.text)" + (anchor == .zero ? "" : " anchor=\(anchor.text)")
            + " \(length(proposal.width))×\(length(proposal.height))"
    }
}
