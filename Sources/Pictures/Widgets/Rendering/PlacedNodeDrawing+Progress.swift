import Glibc
import SubdialDrawing
import SubdialLayout

/// The drawing of progress lines, rings and gauges.
extension PlacedNodeDrawing {
    func draw(_ progress: ProgressContent, in frame: Rect, direction: LayoutDirection) {
        switch progress.style {
        case .linear: drawLine(progress, in: frame, direction)
        case .circular: drawRing(progress, from: -90, sweep: 360, in: frame)
        case .gauge: drawRing(progress, from: 135, sweep: 270, in: frame)
        }
    }

    private func drawLine(_ progress: ProgressContent, in frame: Rect, _ direction: LayoutDirection) {
        // A redacted line shows no progress either.
        let fraction = isRedacted ? 0 : progress.fraction
        let isMirrored = direction == .rightToLeft
        let paint = paint(
            along: progress, from: isMirrored ? frame.x + frame.width : frame.x, to: isMirrored ? frame.x : frame.x + frame.width)
        guard progress.marker == .fill || isRedacted else {
            let radius = frame.height / 2
            let room = max(0, frame.width - frame.height)
            let along = radius + (fraction * room * scale).rounded() / scale
            let center = Point(isMirrored ? frame.x + frame.width - along : frame.x + along, frame.y + radius)
            return drawDot(
                at: center, radius: radius, color: color(of: progress, at: fraction)
            ) { context.fill(.capsule(frame), with: paint) }
        }
        context.fill(.capsule(frame), with: colors.color(progress.track))
        guard fraction > 0 else { return }
        // Whole device pixels, so that the line changes only at the times that `nextChange` states; never narrower than a dot.
        let width = max(frame.height, (fraction * frame.width * scale).rounded(.down) / scale)
        let x = isMirrored ? frame.x + frame.width - width : frame.x
        context.fill(.capsule(Rect(x: x, y: frame.y, width: width, height: frame.height)), with: paint)
    }

    private func drawRing(_ progress: ProgressContent, from start: Double, sweep: Double, in frame: Rect) {
        let fraction = isRedacted ? 0 : progress.fraction
        let radius = (min(frame.width, frame.height) - progress.lineWidth) / 2
        guard radius > 0 else { return }
        let style = StrokeStyle(width: progress.lineWidth, cap: .round)
        func arc(_ share: Double) -> SubdialDrawing.Path {
            sweep >= 360 && share >= 1
                ? .circle(center: frame.center, radius: radius)
                : .arc(center: frame.center, radius: radius, from: start, to: start + sweep * share)
        }
        // In a closed ring, the gradient starts at the round cap, which would otherwise have the last colour.
        let cap = sweep >= 360 ? asin(min(1, progress.lineWidth / 2 / radius)) * 180 / .pi : 0
        let paint: SubdialDrawing.Paint =
            progress.gradient.isEmpty
            ? .color(colors.color(progress.color))
            : .angular(
                AngularGradient(
                    stops: colors.stops(progress.gradient), center: frame.center, radius: radius + progress.lineWidth,
                    start: start - cap, end: start + sweep - cap))
        func stroke(_ share: Double) { context.stroke(arc(share), with: paint, style: style) }
        guard progress.marker == .fill || isRedacted else {
            let angle = (start + sweep * fraction) * .pi / 180
            let center = Point(frame.center.x + radius * cos(angle), frame.center.y + radius * sin(angle))
            return drawDot(
                at: center, radius: progress.lineWidth / 2, color: color(of: progress, at: fraction)
            ) { stroke(1) }
        }
        context.stroke(arc(1), with: colors.color(progress.track), style: style)
        if fraction > 0 { stroke(fraction) }
    }

    /// Draws a dot on a line, with a rim cut out of the line.
    private func drawDot(at center: Point, radius: Double, color: Color, _ line: () -> Void) {
        context.group {
            line()
            context.fill(.circle(center: center, radius: radius * 1.7), with: .white, blend: .destinationOut)
            context.fill(.circle(center: center, radius: radius), with: color)
        }
    }

    /// The colour of a line at a fraction of its length.
    private func color(of progress: ProgressContent, at share: Double) -> Color {
        progress.gradient.isEmpty
            ? colors.color(progress.color)
            : colors.stops(progress.gradient).color(at: share)
    }

    private func paint(along progress: ProgressContent, from start: Double, to end: Double) -> SubdialDrawing.Paint {
        guard !progress.gradient.isEmpty else { return .color(colors.color(progress.color)) }
        return .linear(
            LinearGradient(
                stops: colors.stops(progress.gradient),
                from: Point(start, 0), to: Point(end, 0)))
    }
}
