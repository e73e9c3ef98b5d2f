import SubdialDrawing
import SubdialLayout

/// Measures texts with the fonts used to draw them.
final class PangoMeasurer: TextMeasurer {
    private let library: FontLibrary
    private let symbols: SymbolLibrary
    /// The first invalid symbol that was used; nil if all are valid.
    private(set) var symbolError: WidgetError?
    /// The cache of outlines in templates.
    let outlines: OutlineCache
    private let platform: Device.Typography
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
    private func specification(_ font: Font) -> TypeSpecification {
        var result: TypeSpecification
        switch font.base {
        case .style(let style): result = Typography.specification(style, on: platform, at: typeSize)
        case .size(let size): result = TypeSpecification(size: size, leading: Typography.leading(of: size, on: platform), weight: .regular)
        }
        if let weight = font.weight { result.weight = weight }
        if fontScale != 1 {
            // Rounded to half points; the sizes of Dynamic Type are whole points.
            result.size = (result.size * fontScale * 2).rounded() / 2
            result.leading = (result.leading * fontScale * 2).rounded() / 2
        }
        return result
    }

    /// The font style for Pango.
    private func style(_ font: Font, scale: Double) -> FontStyle {
        let specification = specification(font)
        let size = specification.size * scale
        // The tracking curve applies only to Inter.
        return FontStyle(
            families: font.design.families(at: size), size: size * font.design.opticalScale, weight: specification.weight.drawn,
            hasTabularDigits: font.hasMonospacedDigits, tracking: font.design == .default ? Typography.tracking(size) : 0,
            lineHeight: specification.leading * scale)
    }

    func layout(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextLayout {
        library.layout(
            text, style: style(content.font, scale: scale),
            options: TextOptions(
                width: width, maxLines: maximumLines, alignment: content.alignment.drawn, truncation: content.truncation.drawn,
                language: language))
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

    func lineHeight(of font: Font) -> Double { specification(font).leading }

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
        guard case .symbol(let name) = image.kind, let symbol = symbol(name) else { return Dimensions(.zero) }
        let metrics = library.metrics(style(image.font, scale: 1))
        let height = image.symbolSize ?? metrics.capHeight * 1.25
        let baseline = (height + metrics.capHeight) / 2
        return Dimensions(Size(height * symbol.aspectRatio, height), firstBaseline: baseline, lastBaseline: baseline)
    }
}

extension FontDesign {
    /// The font families of the design, in order of preference: free fonts similar to those of the platform.
    fileprivate func families(at size: Double) -> [String] {
        switch self {
        case .default: [size >= Typography.displaySize ? "Inter Display" : "Inter"]
        case .rounded: ["Quicksand", "Inter"]
        case .monospaced: ["JetBrains Mono", "Noto Sans Mono", "Inter"]
        case .serif: ["Noto Serif", "Inter"]
        }
    }

    /// The scale at which the lowercase letters of the design are as high as Inter's.
    fileprivate var opticalScale: Double {
        switch self {
        case .default: 1
        case .rounded: 1.06
        case .monospaced: 0.98
        case .serif: 1
        }
    }
}

extension SubdialLayout.FontWeight {
    fileprivate var drawn: SubdialDrawing.FontWeight {
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
        case .leading: .leading
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
