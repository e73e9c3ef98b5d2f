import Drawing
import Layout

/// Progress lines, rings, gauges and levels.
extension PlacedNodeDrawing {
    func draw(_ progress: ProgressContent, in frame: Drawing.Rect, direction: LayoutDirection) {
        let (color, track) = (colors.color(progress.color), colors.color(progress.track))
        // What is hidden tells no progress either.
        let fraction = isRedacted ? 0 : progress.fraction
        switch progress.style {
        case .linear:
            context.fill(.capsule(frame), with: track)
            guard fraction > 0 else { return }
            // Whole device pixels, so that it moves when `nextWake` says so and at no other time; never narrower than a dot.
            let width = max(frame.height, (fraction * frame.width * scale).rounded(.down) / scale)
            let x = direction == .rightToLeft ? frame.x + frame.width - width : frame.x
            context.fill(.capsule(Drawing.Rect(x: x, y: frame.y, width: width, height: frame.height)), with: color)
        case .circular:
            drawRing(from: -90, sweep: 360, fraction, progress.lineWidth, in: frame, color: color, track: track)
        case .gauge:
            drawRing(from: 135, sweep: 270, fraction, progress.lineWidth, in: frame, color: color, track: track)
        }
    }

    private func drawRing(
        from start: Double, sweep: Double, _ fraction: Double, _ lineWidth: Double, in frame: Drawing.Rect, color: Color, track: Color
    ) {
        let radius = (min(frame.width, frame.height) - lineWidth) / 2
        guard radius > 0 else { return }
        let style = StrokeStyle(width: lineWidth, cap: .round)
        let whole: Drawing.Path =
            sweep >= 360
            ? .circle(center: frame.center, radius: radius) : .arc(center: frame.center, radius: radius, from: start, to: start + sweep)
        context.stroke(whole, with: track, style: style)
        guard fraction > 0 else { return }
        let end = start + sweep * fraction
        context.stroke(.arc(center: frame.center, radius: radius, from: start, to: end), with: color, style: style)
    }

    /// A bar for each level, rounded at both ends, on its track.
    func draw(_ levels: LevelsContent, in frame: Drawing.Rect) {
        guard !levels.levels.isEmpty else { return }
        let count = Double(levels.levels.count)
        let isVertical = levels.axis == .vertical
        let across = isVertical ? frame.width : frame.height
        let along = isVertical ? frame.height : frame.width
        let thickness = (across - levels.spacing * (count - 1)) / count
        guard thickness > 0, along > 0 else { return }
        for (index, level) in levels.levels.enumerated() {
            let start = Double(index) * (thickness + levels.spacing)
            func bar(_ length: Double) -> Drawing.Rect {
                isVertical
                    ? Drawing.Rect(x: frame.x + start, y: frame.y + frame.height - length, width: thickness, height: length)
                    : Drawing.Rect(x: frame.x, y: frame.y + start, width: length, height: thickness)
            }
            context.fill(.capsule(bar(along)), with: colors.color(levels.track))
            guard level > 0, !isRedacted else { continue }
            // Never shorter than a dot.
            let filled = bar(max(min(thickness, along), (level * along * scale).rounded(.down) / scale))
            context.fill(.capsule(filled), with: levels.color.map(colors.color) ?? colors.color(Self.meterColor(level)))
        }
    }

    /// A meter's colour for a level of 0 to 1, which is -60 to 0 dB: red above -6, orange above -12, yellow above -18, green below.
    static func meterColor(_ level: Double) -> ColorName {
        let decibels: Double = (level - 1) * 60
        return switch decibels {
        case (-6.0)...: ColorName("red")
        case (-12.0)...: ColorName("orange")
        case (-18.0)...: ColorName("yellow")
        default: ColorName("green")
        }
    }
}
