import SubdialDrawing
import SubdialLayout

extension PlacedNodeDrawing {
    /// Draws a code at the centre of the frame, with the largest module size in whole device pixels that fits.
    ///
    /// In a tinted widget, the dark modules are holes in the light background.
    func draw(_ content: QRCodeContent, in frame: Rect) {
        guard !content.text.isEmpty, let code = QRCode(content.text, correction: content.correction) else { return }
        let count = Double(code.side + 2 * content.quietZone)
        let room = min(frame.width, frame.height)
        // Modules smaller than a pixel are not readable.
        let module = max(1, (room * scale / count + 1e-6).rounded(.down)) / scale
        guard module * count <= room + 1 / scale else { return drawBlankSquare(room, in: frame) }
        guard !isRedacted else { return drawBlankSquare(room, in: frame) }
        let side = module * Double(code.side)
        func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }
        let origin = Point(snapped(frame.center.x - side / 2), snapped(frame.center.y - side / 2))
        var modules = SubdialDrawing.Path()
        for row in 0..<code.side {
            for run in code.darkRuns(inRow: row) {
                modules.append(
                    .rect(
                        Rect(
                            x: origin.x + Double(run.lowerBound) * module, y: origin.y + Double(row) * module,
                            width: Double(run.count) * module, height: module)))
            }
        }
        let isTinted = colors.environment.mode == .accented
        // The space left over by whole modules widens the quiet zone.
        let square = Rect(
            x: snapped(frame.center.x - room / 2), y: snapped(frame.center.y - room / 2), width: snapped(room), height: snapped(room))
        var ground = SubdialDrawing.Path.rect(square)
        if isTinted { ground.append(modules) }
        context.fill(ground, with: colors.color(content.ground), evenOdd: true)
        if !isTinted { context.fill(modules, with: colors.color(content.color)) }
    }

    private func drawBlankSquare(_ side: Double, in frame: Rect) {
        let square = Rect(x: frame.center.x - side / 2, y: frame.center.y - side / 2, width: side, height: side)
        context.fill(.roundedRect(square, radius: min(6, side / 4)), with: colors.color(ColorName("fill")))
    }
}

extension QRCode {
    fileprivate init?(_ text: String, correction: QRCodeContent.Correction) {
        let level: QRCode.Correction =
            switch correction {
            case .low: .low
            case .medium: .medium
            case .quartile: .quartile
            case .high: .high
            }
        self.init(text, correction: level)
    }
}
