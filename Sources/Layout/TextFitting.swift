/// A text as it fits its place.
struct FittedText {
    /// What the text takes, with the room for its widest value.
    var size: Size
    var metrics: TextMetrics
    /// How far it was shrunk; 1 where it was not.
    var scale: Double
    var maximumLines: Int?
}

extension LayoutBox {
    /// Fits `text` into `proposal`: as many lines as it may have and the height holds, then smaller, then cut.
    func fit(_ text: TextContent, _ proposal: ProposedSize) -> FittedText {
        let lines = maximumLines(text, proposal)
        let width = proposal.width.flatMap { $0.isFinite ? max(0, $0) : nil }
        var fitted = measure(text, scale: 1, width: width, lines: lines)
        guard fitted.metrics.isTruncated, text.minimumScaleFactor < 1 else { return fitted }
        // Half points, so that the same text always comes out in the same size.
        let full = measurer.pointSize(of: text.font)
        var points = ((full * 2).rounded(.up) - 1) / 2
        while points >= full * text.minimumScaleFactor {
            fitted = measure(text, scale: points / full, width: width, lines: lines)
            if !fitted.metrics.isTruncated { return fitted }
            points -= 0.5
        }
        return measure(text, scale: text.minimumScaleFactor, width: width, lines: lines)
    }

    private func maximumLines(_ text: TextContent, _ proposal: ProposedSize) -> Int? {
        let limit = text.lineLimit.map { max(1, $0) }
        guard let height = proposal.height, height.isFinite else { return limit }
        // A line stays even where there is no room for one.
        let room = max(1, Int((height / measurer.lineHeight(of: text.font) + 1e-6).rounded(.down)))
        return min(limit ?? room, room)
    }

    private func measure(_ text: TextContent, scale: Double, width: Double?, lines: Int?) -> FittedText {
        let metrics = measurer.measure(text, text: text.text, scale: scale, width: width, maximumLines: lines)
        var size = metrics.size
        if let widest = text.widest {
            let room = measurer.measure(text, text: widest, scale: scale, width: width, maximumLines: lines)
            size.width = max(size.width, room.size.width)
            size.height = max(size.height, room.size.height)
        }
        return FittedText(size: size, metrics: metrics, scale: scale, maximumLines: lines)
    }
}
