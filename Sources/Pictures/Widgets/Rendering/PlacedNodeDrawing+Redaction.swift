import SubdialDrawing
import SubdialLayout

/// The drawing of redacted texts and pictures: the same layout, in plain shapes.
extension PlacedNodeDrawing {
    private var ground: Color { colors.color(ColorName("fill")) }

    /// Draws a rounded bar for each line, as high as its lowercase letters with ascenders.
    func drawBars(_ content: TextContent, _ metrics: TextMetrics, in node: PlacedNode) {
        guard !content.text.isEmpty else { return }
        let frame = node.frame
        let lineHeight = frame.size.height / Double(max(1, metrics.lineCount))
        let height = lineHeight * 0.62
        for line in 0..<metrics.lineCount {
            // The last of several lines is usually shorter.
            let isLast = line == metrics.lineCount - 1 && metrics.lineCount > 1
            let width = (isLast ? 0.6 : 1) * (metrics.lineCount > 1 ? frame.size.width : min(frame.size.width, metrics.size.width))
            let room = frame.size.width - width
            let x: Double =
                switch content.alignment {
                case .leading: 0
                case .center: room / 2
                case .trailing: room
                }
            let bar = Rect(
                x: frame.minX + x, y: frame.minY + lineHeight * Double(line) + (lineHeight - height) / 2, width: width, height: height)
            context.fill(.roundedRect(bar, radius: min(4, height / 2)), with: ground)
        }
    }

    /// Draws a rounded shape of the size of the picture or the symbol.
    func drawBlank(_ image: ImageContent, in frame: Rect) {
        let radius: Double =
            switch image.kind {
            case .symbol: min(4, min(frame.width, frame.height) / 4)
            case .artwork: 6
            }
        context.fill(.roundedRect(frame, radius: radius), with: ground)
    }
}
