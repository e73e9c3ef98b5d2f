import Drawing
import Layout

/// Measures texts with the fonts that they will be drawn in.
final class PangoMeasurer: TextMeasurer {
    let library: FontLibrary
    let symbols: SymbolLibrary
    let platform: Device.Typography
    let typeSize: TypeSize

    init(library: FontLibrary, symbols: SymbolLibrary, platform: Device.Typography, typeSize: TypeSize) {
        self.library = library
        self.symbols = symbols
        self.platform = platform
        self.typeSize = typeSize
    }

    /// The font's numbers at the type size.
    private func specification(_ font: Font) -> TypeSpecification {
        var result: TypeSpecification
        switch font.base {
        case .style(let style): result = Typography.specification(style, on: platform, at: typeSize)
        case .size(let size): result = TypeSpecification(size: size, leading: Typography.leading(of: size, on: platform), weight: .regular)
        }
        if let weight = font.weight { result.weight = weight }
        return result
    }

    /// What Pango is to set the font in.
    func style(_ font: Font, scale: Double) -> FontStyle {
        let specification = specification(font)
        let size = specification.size * scale
        return FontStyle(
            families: [size >= Typography.displaySize ? "Inter Display" : "Inter"], size: size, weight: specification.weight.drawn,
            hasTabularDigits: font.hasMonospacedDigits, tracking: Typography.tracking(size), lineHeight: specification.leading * scale)
    }

    func layout(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextLayout {
        library.layout(
            text, style: style(content.font, scale: scale),
            options: TextOptions(
                width: width, maxLines: maximumLines, alignment: content.alignment.drawn, truncation: content.truncation.drawn))
    }

    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics {
        let layout = layout(content, text: text, scale: scale, width: width, maximumLines: maximumLines)
        return TextMetrics(
            size: Layout.Size(layout.size.width, layout.size.height), firstBaseline: layout.firstBaseline,
            lastBaseline: layout.lastBaseline,
            lineCount: layout.lineCount, isTruncated: layout.isTruncated)
    }

    func pointSize(of font: Font) -> Double { specification(font).size }

    func lineHeight(of font: Font) -> Double { specification(font).leading }

    /// A symbol is as high as the font's capitals and a quarter more, and stands centred on them.
    func symbolSize(_ image: ImageContent) -> Dimensions {
        guard case .symbol(let name) = image.source, let symbol = symbols[name] else { return Dimensions(.zero) }
        let metrics = library.metrics(style(image.font, scale: 1))
        let height = image.symbolSize ?? metrics.capHeight * 1.25
        let baseline = (height + metrics.capHeight) / 2
        return Dimensions(Layout.Size(height * symbol.aspectRatio, height), firstBaseline: baseline, lastBaseline: baseline)
    }
}

extension Layout.FontWeight {
    var drawn: Drawing.FontWeight {
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
