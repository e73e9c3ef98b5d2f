import SubdialDrawing
import SubdialLayout

/// Measures texts with the fonts used to draw them.
final class PangoMeasurer: TextMeasurer {
    let library: FontLibrary
    private let symbols: SymbolLibrary
    /// The first invalid symbol that was used; nil if all are valid.
    private(set) var symbolError: WidgetError?
    /// The cache of outlines in templates.
    let outlines: OutlineCache
    let platform: Device.Typography
    private let typeSize: TypeSize
    /// The theme's factor on all text sizes.
    private let fontScale: Double
    /// The reading direction, which also applies to texts without letters.
    private let direction: LayoutDirection
    /// The language of texts, which selects variants of glyphs; nil to decide by script.
    private let language: String?

    init(
        library: FontLibrary, symbols: SymbolLibrary, outlines: OutlineCache, platform: Device.Typography, typeSize: TypeSize,
        fontScale: Double = 1,
        direction: LayoutDirection = .leftToRight, language: String? = nil
    ) {
        self.library = library
        self.symbols = symbols
        self.outlines = outlines
        self.platform = platform
        self.typeSize = typeSize
        self.fontScale = fontScale
        self.direction = direction
        self.language = language
    }

    /// The size, leading and weight of the font at the type size.
    func specification(_ font: Font) -> TypeSpecification {
        var result: TypeSpecification
        switch font.base {
        case .style(let style): result = Typography.specification(style, on: platform, at: typeSize)
        case .size(let size): result = TypeSpecification(size: size, leading: Typography.leading(of: size, on: platform), weight: .regular)
        case .scaled(let base, let style):
            let size = base * Typography.growth(of: style, on: platform, at: typeSize)
            result = TypeSpecification(size: size, leading: Typography.leading(of: size, on: platform), weight: .regular)
        }
        if font.leading != .standard { result.leading += Typography.leading(font.leading, on: platform) }
        if let weight = font.weight { result.weight = weight }
        if fontScale != 1 {
            // Rounded to half points; the sizes of Dynamic Type are whole points.
            result.size = (result.size * fontScale * 2).rounded() / 2
            result.leading = (result.leading * fontScale * 2).rounded() / 2
        }
        return result
    }

    /// The font style for Pango, with lines of the platform's height or of the font's own.
    func style(_ font: Font, scale: Double, hasFontBox: Bool = false) -> FontStyle {
        if font.hasVariations { return variedStyle(font, scale: scale, hasFontBox: hasFontBox) }
        let specification = specification(font)
        return designedStyle(
            font, specification, lineHeight: (hasFontBox ? metrics(of: font).lineHeight : specification.leading) * scale, scale: scale)
    }

    /// The style of a font of the platform's design.
    func designedStyle(_ font: Font, _ specification: TypeSpecification, lineHeight: Double, scale: Double) -> FontStyle {
        let size = specification.size * scale
        var style = FontStyle(
            families: font.design.families(at: size), size: size * font.design.opticalScale, weight: specification.weight.drawn,
            hasTabularDigits: font.hasMonospacedDigits, lineHeight: lineHeight)
        // The tracking curve applies only to Inter.
        if font.design == .default || font.design == .rounded { style.tracking = Typography.tracking(size) }
        if font.design == .rounded {
            if font.hasMonospacedDigits {
                // The digits of Inter Display have no common width, and those of Inter are wider than others.
                style.families = ["Inter"]
                style.tracking = size >= Typography.displaySize ? size * -0.058 : style.tracking - size * 0.032
            }
            style.round()
        }
        return style
    }

    /// The distance between two lines beside their height, in points.
    private func lineSpacing(_ content: TextContent, scale: Double) -> Double {
        content.lineSpacing + (content.hasFontBox ? content.highestMetrics(self).leading * scale : 0)
    }

    func layout(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextLayout {
        library.layout(
            text, style: style(content.font, scale: scale, hasFontBox: content.hasFontBox),
            options: TextOptions(
                width: width, maxLines: maximumLines, alignment: content.alignment.drawn, truncation: content.truncation.drawn,
                language: language, lineSpacing: lineSpacing(content, scale: scale), reservedLines: content.reservedLines),
            spans: content.runs.isEmpty || text != content.text ? [] : spans(of: content, scale: scale))
    }

    /// Lays out a text in at most `width`.
    ///
    /// A text that fits on one line gets the layout of its measurement without limits, which is cached.
    func layout(_ content: TextContent, scale: Double, fitting width: Double, maximumLines: Int?) -> TextLayout {
        let free = layout(content, text: content.text, scale: scale, width: nil, maximumLines: nil)
        guard free.lineCount > 1 || free.size.width > width else { return free }
        return layout(content, text: content.text, scale: scale, width: width, maximumLines: maximumLines)
    }

    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics {
        let layout = layout(content, text: text, scale: scale, width: width, maximumLines: maximumLines)
        return TextMetrics(
            size: Size(layout.size.width, layout.size.height), firstBaseline: layout.firstBaseline,
            lastBaseline: layout.lastBaseline,
            lineCount: layout.lineCount, isTruncated: layout.isTruncated, missingGlyphs: layout.missingGlyphs)
    }

    func pointSize(of font: Font) -> Double { specification(font).size }

    func lineHeight(of font: Font) -> Double {
        font.family == nil ? specification(font).leading : library.metrics(style(font, scale: 1)).lineHeight
    }

    /// The measures of San Francisco, whose place the free fonts take; a font of the user's has its own.
    func metrics(of font: Font) -> SubdialLayout.FontMetrics {
        let specification = specification(font)
        guard font.family == nil else {
            let own = library.metrics(style(font, scale: 1))
            return SubdialLayout.FontMetrics(ascent: own.ascent, descent: own.descent, capHeight: own.capHeight, leading: 0)
        }
        let height = specification.size * (Typography.ascent + Typography.descent)
        var leading = 0.0
        if case .style = font.base { leading = max(0, specification.leading - height) }
        return SubdialLayout.FontMetrics(
            ascent: specification.size * Typography.ascent, descent: specification.size * Typography.descent,
            capHeight: specification.size * Typography.capHeight, leading: leading)
    }

    /// The weight of the font's glyphs.
    func weight(of font: Font) -> SubdialLayout.FontWeight { specification(font).weight }

    /// The symbol with that name; nil if there is none, or if it is invalid, which ``symbolError`` reports.
    func symbol(_ name: String) -> Symbol? {
        do {
            return try symbols.symbol(name)
        } catch {
            symbolError = symbolError ?? error
            return nil
        }
    }

    /// The size of a symbol, which is 1.25 times as high as the font's capitals and centred on them.
    func symbolSize(_ image: ImageContent) -> Dimensions {
        guard case .symbol(let name) = image.kind, !name.isEmpty else { return Dimensions(.zero) }
        let symbol = symbol(name) ?? .neutral
        let metrics = library.metrics(style(image.font, scale: 1))
        let height = image.symbolSize ?? metrics.capHeight * 1.25
        let baseline = (height + metrics.capHeight) / 2
        return Dimensions(Size(height * symbol.aspectRatio, height), firstBaseline: baseline, lastBaseline: baseline)
    }
}

extension FontDesign {
    /// The font families of the design, in order of preference: free fonts similar to those of the platform.
    func families(at size: Double) -> [String] {
        switch self {
        case .default, .rounded: [size >= Typography.displaySize ? "Inter Display" : "Inter"]
        case .monospaced: ["JetBrains Mono", "Noto Sans Mono", "Inter"]
        case .serif: ["Noto Serif", "Inter"]
        }
    }

    /// The scale at which the lowercase letters of the design are as high as Inter's.
    var opticalScale: Double {
        switch self {
        case .default, .rounded, .serif: 1
        case .monospaced: 0.98
        }
    }
}

extension SubdialLayout.FontWeight {
    var drawn: SubdialDrawing.FontWeight {
        switch self {
        case .ultraLight: .ultraLight
        case .thin: .thin
        case .light: .light
        case .regular: .regular
        case .medium: .medium
        case .semibold: .semibold
        case .bold: .bold
        case .heavy: .heavy
        case .black: .black
        }
    }
}

extension HorizontalAlignment {
    fileprivate var drawn: TextOptions.Alignment {
        switch self {
        // Lines have no guides.
        case .leading, .custom: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }
}

extension TextContent.Truncation {
    fileprivate var drawn: TextOptions.Truncation {
        switch self {
        case .head: .head
        case .middle: .middle
        case .tail: .tail
        }
    }
}
