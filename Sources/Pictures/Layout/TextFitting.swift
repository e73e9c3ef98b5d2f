import SubdialBasics

/// A text fitted into a proposal.
struct FittedText {
    /// The size of the text, including the space reserved for its widest value.
    var size: Size
    var metrics: TextMetrics
    /// The scale of the font; 1 if the text was not shrunk.
    var scale: Double
    var maximumLines: Int?
    /// True if neither the text nor its widest value is truncated.
    var isWhole: Bool

    /// The parameters of a text measurement; the key of the cache.
    struct Question: Hashable {
        /// True for the widest value; false for the text.
        var isOfWidest: Bool
        var scale: Double
        var width: Double?
        var maximumLines: Int?
    }
}

extension LayoutBox {
    /// The size that a text takes: at least the height of its reserved lines, and the whole width if it fills it.
    func takenSize(_ text: TextContent, _ fitted: FittedText, _ proposal: ProposedSize) -> Size {
        var size = fitted.size
        if text.reservedLines > 0 {
            size.height = max(size.height, text.lines(measurer, scale: fitted.scale).height(of: min(text.reservedLines, Self.mostReserved)))
        }
        if text.hasFontBox { size = Size(up(size.width), up(size.height)) }
        if text.fillsWidth, let width = proposal.width { size.width = max(size.width, width) }
        return size
    }

    /// The maximum number of reserved lines.
    private static let mostReserved = 1000

    /// A length rounded up to a device pixel.
    func up(_ length: Double) -> Double {
        length.isFinite ? ((length * surroundings.scale) - .pixelNoise).rounded(.up) / surroundings.scale : length
    }

    /// The maximum number of lines that is requested for any text.
    private static let mostLines = 1e6

    /// Fits `text` into `proposal`: first with as many lines as the limit and the height allow, then with a smaller font, then truncated.
    func fit(_ text: TextContent, _ proposal: ProposedSize) -> FittedText {
        guard text.minimumScaleFactor < 1 else { return fit(text, proposal, scale: 1) }
        // Sizes are multiples of half a point, so that the same text always gets the same size.
        let full = measurer.pointSize(of: text.font)
        guard full > 0, full < 1e6 else { return fit(text, proposal, scale: 1) }
        func shrunk(to halfPoints: Int) -> FittedText { fit(text, proposal, scale: Double(halfPoints) / 2 / full) }
        let factor = max(0, text.minimumScaleFactor)
        var (least, most) = (
            max(1, Int(saturating: (full * 2 * factor - .noise).rounded(.up))), Int(saturating: (full * 2).rounded(.up)) - 1
        )
        let isLimited = surroundings.greatestTextScale < 1
        if isLimited { most = max(least, min(most, Int(saturating: (full * 2 * surroundings.greatestTextScale + .noise).rounded(.down)))) }
        let whole = isLimited && least <= most ? shrunk(to: most) : fit(text, proposal, scale: 1)
        guard !whole.isWhole, least <= most else { return whole }
        var best = shrunk(to: least)
        // A binary search for the largest size that fits.
        while best.isWhole, least < most {
            let middle = (least + most + 1) / 2
            let candidate = shrunk(to: middle)
            if candidate.isWhole { (best, least) = (candidate, middle) } else { most = middle - 1 }
        }
        return best
    }

    private func fit(_ text: TextContent, _ proposal: ProposedSize, scale: Double) -> FittedText {
        var lines = maximumLines(text, proposal, scale: scale)
        let width = proposal.width.flatMap { $0.isFinite ? max(0, $0) : nil }
        var metrics = measure(text, .init(isOfWidest: false, scale: scale, width: width, maximumLines: lines))
        // Letters of another font can make lines higher, so that fewer have room.
        if let height = proposal.height, height.isFinite {
            while metrics.lineCount > 1, metrics.size.height > height + .noise {
                lines = metrics.lineCount - 1
                metrics = measure(text, .init(isOfWidest: false, scale: scale, width: width, maximumLines: lines))
            }
        }
        var result = FittedText(
            size: metrics.size, metrics: metrics, scale: scale, maximumLines: lines, isWhole: !metrics.isTruncated)
        if text.widest != nil {
            let room = measure(text, .init(isOfWidest: true, scale: scale, width: width, maximumLines: lines))
            result.size.width = max(result.size.width, room.size.width)
            result.size.height = max(result.size.height, room.size.height)
            result.isWhole = result.isWhole && !room.isTruncated
        }
        return result
    }

    private func maximumLines(_ text: TextContent, _ proposal: ProposedSize, scale: Double) -> Int? {
        let limit = text.lineLimit.map { max(1, $0) }
        guard let height = proposal.height, height.isFinite else { return limit }
        // At least one line remains, even if there is no space for it.
        let lines = text.lines(measurer, scale: scale).count(in: height)
        let room = lines.isNaN ? 1 : Int(saturating: lines.clamped(1, Self.mostLines))
        return min(limit ?? room, room)
    }

    /// Measures a text unless the result is cached or follows from a cached one.
    private func measure(_ text: TextContent, _ question: FittedText.Question) -> TextMetrics {
        if question.width != nil || question.maximumLines != nil {
            // A text that fits without limits has the same size in any larger area.
            let free = measure(text, .init(isOfWidest: question.isOfWidest, scale: question.scale))
            let (width, lines) = (question.width ?? .infinity, question.maximumLines ?? .max)
            if free.size.width <= width + .noise, free.lineCount <= lines { return free }
        }
        if let known = textMetrics[question] { return known }
        let metrics = measurer.measure(
            text, text: question.isOfWidest ? text.widest ?? "" : text.text, scale: question.scale, width: question.width,
            maximumLines: question.maximumLines)
        textMetrics[question] = metrics
        return metrics
    }
}

/// The heights of a text's lines, in points.
struct LineHeights {
    /// The height of a line.
    let line: Double
    /// The distance between two lines.
    let gap: Double

    func height(of count: Int) -> Double { Double(count) * line + Double(max(0, count - 1)) * gap }

    /// The number of lines in a height, as a whole number.
    func count(in height: Double) -> Double { ((height + gap) / (line + gap) + 1e-6).rounded(.down) }
}

extension TextContent {
    /// The fonts of all runs.
    private var fonts: [Font] { runs.isEmpty ? [font] : runs.map { $0.font ?? font } }

    /// The measures of the font with the highest lines; of several fonts, the greatest ascent and descent.
    package func highestMetrics(_ measurer: any TextMeasurer) -> FontMetrics {
        let all = fonts.map { measurer.metrics(of: $0) }
        var highest = all.max { $0.lineHeight < $1.lineHeight } ?? measurer.metrics(of: font)
        for metrics in all {
            (highest.ascent, highest.descent) = (max(highest.ascent, metrics.ascent), max(highest.descent, metrics.descent))
        }
        return highest
    }

    /// The heights of the lines at `scale` times the size of the fonts; the highest run decides.
    func lines(_ measurer: any TextMeasurer, scale: Double) -> LineHeights {
        guard hasFontBox else {
            return LineHeights(line: (fonts.map { measurer.lineHeight(of: $0) }.max() ?? 0) * scale, gap: lineSpacing)
        }
        let metrics = highestMetrics(measurer)
        return LineHeights(line: metrics.lineHeight * scale, gap: metrics.leading * scale + lineSpacing)
    }
}
