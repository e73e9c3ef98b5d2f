import SubdialDrawing
import SubdialLayout

extension PangoMeasurer {
    /// The spans of a text with runs, at a scale of its size.
    func spans(of content: TextContent, scale: Double) -> [TextSpan] {
        content.runs.map { run in
            let font = run.font ?? content.font
            var span = TextSpan(
                run.text, style: style(font, scale: scale, hasFontBox: content.hasFontBox),
                object: run.image.map { object($0, font: font, scale: scale) })
            // Tracking separates ligatures, as any distance does here.
            span.spacing = (run.tracking != 0 ? run.tracking : run.kerning) * scale
            span.spacesEnd = run.tracking != 0
            span.rise = run.baselineOffset * scale
            span.underline = run.underline?.pattern.drawn
            span.strikethrough = run.strikethrough?.pattern.drawn
            return span
        }
    }

    /// The image of a run, in the font of the text around it.
    func image(of run: TextRun, in content: TextContent) -> ImageContent? {
        guard var image = run.image else { return nil }
        if image.symbolSize == nil { image.font = run.font ?? content.font }
        return image
    }

    private func object(_ image: ImageContent, font: Font, scale: Double) -> TextSpan.Object {
        switch image.kind {
        case .symbol:
            var image = image
            if image.symbolSize == nil { image.font = font }
            let dimensions = symbolSize(image)
            return .init(
                width: dimensions.size.width * scale, height: dimensions.size.height * scale,
                baseline: (dimensions.firstBaseline ?? dimensions.size.height) * scale)
        case .picture(let picture):
            return .init(width: picture.size.width * scale, height: picture.size.height * scale, baseline: picture.size.height * scale)
        case .artwork:
            let side = library.metrics(style(font, scale: scale)).capHeight
            return .init(width: side, height: side, baseline: side)
        }
    }

    /// True if there is no font of a name, so that the platform's is used.
    func isMissing(family name: String) -> Bool { library.font(named: name) == nil }

    /// The style of a font with a family, a slope, a width or small capitals.
    func variedStyle(_ font: Font, scale: Double, hasFontBox: Bool) -> FontStyle {
        let specification = specification(font)
        let size = specification.size * scale
        let named = font.family.flatMap(library.font(named:))
        var style: FontStyle
        if let named {
            // The font's own line height, as the platform's belong to its own font.
            style = FontStyle(
                families: [named.family, "Inter"], size: size, weight: font.weight?.drawn ?? named.weight ?? specification.weight.drawn,
                isItalic: named.isItalic, hasTabularDigits: font.hasMonospacedDigits)
            if font.leading != .standard {
                style.lineHeight = library.metrics(style).lineHeight + Typography.leading(font.leading, on: platform) * scale
            }
        } else {
            style = designedStyle(
                font, specification, lineHeight: (hasFontBox ? metrics(of: font).lineHeight : specification.leading) * scale, scale: scale)
        }
        style.isItalic = style.isItalic || font.isItalic
        style.hasSmallCaps = font.hasSmallCaps
        if let width = font.width { style.width *= width.factor }
        return style
    }
}

extension Font {
    /// True for what the platform's plain fonts do not have.
    var hasVariations: Bool { family != nil || isItalic || hasSmallCaps || width != nil }
}

extension FontWidth {
    /// The factor of the letters' widths: 1 plus the value of UIKit's `UIFont.Width` of the same name.
    fileprivate var factor: Double {
        switch self {
        case .compressed: 0.8
        case .condensed: 0.9
        case .standard: 1
        case .expanded: 1.2
        }
    }
}

extension TextRun.LinePattern {
    fileprivate var drawn: TextSpan.Line {
        switch self {
        case .solid: .solid
        case .dot: .dot
        case .dash: .dash
        case .dashDot: .dashDot
        case .dashDotDot: .dashDotDot
        }
    }
}
