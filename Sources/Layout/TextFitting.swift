/// A text as it fits its place.
struct FittedText {
    /// What the text takes, with the room for its widest value.
    var size: Size
    var metrics: TextMetrics
    /// How far it was shrunk; 1 where it was not.
    var scale: Double
    var maximumLines: Int?
    /// Whether neither the text nor its widest value had to be cut.
    var isWhole: Bool

    /// What a measurer is asked of a text, each only once.
    struct Question: Hashable {
        /// Of the widest value rather than of the text.
        var isOfWidest: Bool
        var scale: Double
        var width: Double?
        var maximumLines: Int?
    }
}

extension LayoutBox {
    /// The most lines that any text is asked for.
    private static let mostLines = 1e6

    /// Fits `text` into `proposal`: as many lines as it may have and the height holds, then smaller, then cut.
    func fit(_ text: TextContent, _ proposal: ProposedSize) -> FittedText {
        let whole = fit(text, proposal, scale: 1)
        guard !whole.isWhole, text.minimumScaleFactor < 1 else { return whole }
        // Half points, so that the same text always comes out in the same size.
        let full = measurer.pointSize(of: text.font)
        guard full > 0, full < 1e6 else { return whole }
        let factor = max(0, text.minimumScaleFactor)
        var (least, most) = (
            max(1, Int(saturating: (full * 2 * factor - .noise).rounded(.up))), Int(saturating: (full * 2).rounded(.up)) - 1
        )
        guard least <= most else { return whole }
        func shrunk(to halfPoints: Int) -> FittedText { fit(text, proposal, scale: Double(halfPoints) / 2 / full) }
        var best = shrunk(to: least)
        // The largest that fits lies between one that does and the first that does not.
        while best.isWhole, least < most {
            let middle = (least + most + 1) / 2
            let candidate = shrunk(to: middle)
            if candidate.isWhole { (best, least) = (candidate, middle) } else { most = middle - 1 }
        }
        return best
    }

    private func fit(_ text: TextContent, _ proposal: ProposedSize, scale: Double) -> FittedText {
        let lines = maximumLines(text, proposal, scale: scale)
        let width = proposal.width.flatMap { $0.isFinite ? max(0, $0) : nil }
        let metrics = measure(text, .init(isOfWidest: false, scale: scale, width: width, maximumLines: lines))
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
        // A line stays even where there is no room for one.
        let lines = (height / (measurer.lineHeight(of: text.font) * scale) + 1e-6).rounded(.down)
        let room = lines.isNaN ? 1 : Int(saturating: lines.clamped(1, Self.mostLines))
        return min(limit ?? room, room)
    }

    /// Asks the measurer, and nothing that follows from what it said before.
    private func measure(_ text: TextContent, _ question: FittedText.Question) -> TextMetrics {
        if question.width != nil || question.maximumLines != nil {
            // A text that fits as it is comes out the same in any room.
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
