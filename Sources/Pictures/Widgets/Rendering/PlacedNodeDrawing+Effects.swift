import SubdialBasics
import SubdialDrawing
import SubdialLayout

extension PlacedNodeDrawing {
    /// Draws the children of a node with a modifier applied.
    func apply(_ modifier: Modifier, to node: PlacedNode, in frame: Rect) {
        switch modifier {
        case .clip(let shape): drawClipped(node, to: path(shape, of: node, in: node.frame), in: frame)
        case .border(let shape, let color, let width):
            drawChildren(of: node)
            let inner = Rect(
                node.frame.minX + width / 2, node.frame.minY + width / 2, max(0, node.frame.size.width - width),
                max(0, node.frame.size.height - width))
            context.stroke(
                path(shape, of: node, in: inner), with: colors.color(color),
                style: SubdialDrawing.StrokeStyle(width: width))
        case .opacity(let opacity):
            guard opacity > 0 else { return }
            if opacity >= 1 { drawChildren(of: node) } else { context.group(alpha: opacity) { drawChildren(of: node) } }
        case .filter(.dimming(let brightness)):
            guard brightness < 1 else { return drawChildren(of: node) }
            context.group {
                drawChildren(of: node)
                context.fill(.rect(frame), with: Color.black.opacity(1 - brightness), blend: .atop)
            }
        case .filter(let filter): drawFiltered(node, by: filter)
        case .blendMode(let mode): drawBlended(node, mode)
        case .compositingGroup: context.group { drawChildren(of: node) }
        case .hidden: break
        case .mask: drawMasked(node)
        case .blur(let radius): drawBlurred(node, radius: radius)
        case .shadow(let color, let radius, let x, let y): drawShadow(of: node, colors.color(color), radius: radius, x: x, y: y)
        case .offset(let x, let y): transformed(node) { context.translate(x: x, y: y) }
        case .rotation(let degrees, let anchor):
            let center = frame.point(anchor)
            transformed(node) {
                context.translate(x: center.x, y: center.y)
                context.rotate(degrees: degrees)
                context.translate(x: -center.x, y: -center.y)
            }
        case .scale(let x, let y, let anchor):
            // Factors that are no numbers are ignored.
            guard !x.isFinite || !y.isFinite || context.canScale(x: x, y: y) else { return }
            let center = frame.point(anchor)
            transformed(node) {
                context.translate(x: center.x, y: center.y)
                context.scale(x: x, y: y)
                context.translate(x: -center.x, y: -center.y)
            }
        case .rotation3D(let rotation): drawProjected(node, rotation, in: frame)
        case .accented:
            var accented = self
            accented.colors.isAccented = true
            accented.drawChildren(of: node)
        case .colorScheme(let scheme):
            var other = self
            other.colors.environment.appearance = scheme == .dark ? .dark : .light
            other.colors.isOnOwnSurface = true
            other.drawChildren(of: node)
        case .privacySensitive:
            var hidden = self
            hidden.isRedacted = isRedacted || colors.environment.hidesPrivate
            hidden.drawChildren(of: node)
        case .redacted:
            var hidden = self
            hidden.isRedacted = true
            hidden.drawChildren(of: node)
        case .unredacted:
            var shown = self
            shown.isRedacted = false
            shown.drawChildren(of: node)
        default: drawChildren(of: node)
        }
    }

    private func transformed(_ node: PlacedNode, _ transform: () -> Void) {
        // The frames of the children are not where their ink is drawn.
        var all = self
        all.areas = nil
        context.saved {
            transform()
            all.drawChildren(of: node)
        }
    }

    /// Draws the first child, masked by the opacity of the second.
    private func drawMasked(_ node: PlacedNode) {
        guard let content = node.children.first else { return }
        context.group {
            draw(content)
            context.group(blend: .destinationIn) {
                for mask in node.children.dropFirst() { draw(mask) }
            }
        }
    }

    private func drawBlurred(_ node: PlacedNode, radius: Double) {
        guard radius > 0 else { return drawChildren(of: node) }
        do throws(DrawingError) {
            try context.filtered {
                drawing(in: $0).drawChildren(of: node)
            } _: {
                $0.blurredToEdges(radius: radius * scale)
            }
        } catch {
            // Without memory for another layer, a sharp image is better than none.
            drawChildren(of: node)
        }
    }

    private func drawShadow(of node: PlacedNode, _ color: Color, radius: Double, x: Double, y: Double) {
        if color.alpha > 0 {
            context.saved {
                context.translate(x: x, y: y)
                try? context.filtered {
                    drawing(in: $0).drawChildren(of: node)
                } _: { picture in
                    picture.filled(with: color).blurred(radius: radius * scale)
                }
            }
        }
        drawChildren(of: node)
    }

    /// The greatest side of a thumbnail, in points, and the radius of its corners.
    private static let thumbnail = (side: 48.0, radius: 4.0)
    /// The least radius of the corners of a larger cover, as a share of its side.
    private static let coverRadius = 0.05

    /// The outline of a shape around a node: concentric corners of a cover suit its size.
    private func path(_ shape: Shape, of node: PlacedNode, in frame: Rect) -> SubdialDrawing.Path {
        guard case .roundedRectangle(.concentric, let style) = shape, node.showsCover(in: node.frame) else {
            return path(shape, in: frame, direction: node.direction)
        }
        let side = min(node.frame.size.width, node.frame.size.height)
        let radius = side <= Self.thumbnail.side ? Self.thumbnail.radius : max(points(.concentric, in: frame), side * Self.coverRadius)
        return path(.roundedRectangle(.fixed(radius), style), in: frame, direction: node.direction)
    }

    /// The same drawing on another surface.
    func drawing(in context: Context) -> PlacedNodeDrawing {
        var drawing = self
        drawing.context = context
        return drawing
    }

    /// Draws a single cover directly into the outline, which gives the smoothest edge; draws anything else to a group and then cuts it out.
    private func drawClipped(_ node: PlacedNode, to outline: SubdialDrawing.Path, in frame: Rect) {
        if let cover = node.onlyCover, cover.frame == node.frame, !isRedacted,
            case .artwork(let placeholder, let owner) = cover.image.kind
        {
            return draw(cover: placeholder, of: owner, cover.image.accentedRendering, in: cover.frame, outline: outline)
        }
        context.saved {
            context.clip(.rect(frame))
            context.cutOut(outline) { drawChildren(of: node) }
        }
    }
}

extension PlacedNode {
    /// True if a cover fills the frame.
    fileprivate func showsCover(in frame: Rect) -> Bool {
        if case .image(let image) = drawn, case .artwork = image.kind { return self.frame == frame }
        return self.frame.meets(frame) && children.contains { $0.showsCover(in: frame) }
    }

    /// The cover, if it is the only drawn content of the node.
    fileprivate var onlyCover: (image: ImageContent, frame: Rect)? {
        if case .image(let image) = drawn, case .artwork = image.kind { return (image, frame) }
        guard children.count == 1, drawn == .nothing || isClip else { return nil }
        return children[0].onlyCover
    }

    private var isClip: Bool {
        if case .effect(.clip) = drawn { true } else { false }
    }
}

extension Bitmap {
    /// A silhouette of the picture in one colour, with its opacity.
    fileprivate func filled(with color: Color) -> Bitmap {
        var pixels = self.pixels
        let (blue, green, red) = (Int(saturating: color.blue * 255), Int(saturating: color.green * 255), Int(saturating: color.red * 255))
        let strength = Int(saturating: color.alpha * 255)
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[index + 3]) * strength / 255
            pixels[index] = UInt8(blue * alpha / 255)
            pixels[index + 1] = UInt8(green * alpha / 255)
            pixels[index + 2] = UInt8(red * alpha / 255)
            pixels[index + 3] = UInt8(alpha)
        }
        return Bitmap(width: width, height: height, pixels: pixels) ?? self
    }
}

/// The drawing of mixing console elements: level meters, faders, piano rolls.
extension PlacedNodeDrawing {
    /// Draws a bar on its track for each level: rounded at both ends, or with the zones of a meter.
    func draw(_ levels: LevelsContent, in frame: Rect) {
        guard !levels.levels.isEmpty else { return }
        guard let bars = LevelBar.bars(of: levels, in: frame, scale: scale) else { return }
        for (bar, level) in zip(bars, levels.levels) {
            let level = isRedacted ? 0 : level
            if let color = levels.color {
                context.fill(.capsule(bar.part(0, 1)), with: colors.color(levels.track))
                // Never shorter than a dot.
                if level > 0 {
                    let length = max(min(bar.thickness / bar.along, 1), bar.whole(level))
                    context.fill(.capsule(bar.part(0, length)), with: colors.color(color))
                }
            } else {
                draw(meter: bar, level, track: levels.track)
            }
        }
        guard !isRedacted else { return }
        for (bar, peak) in zip(bars, levels.peaks) where peak > 0 {
            context.fill(.rect(bar.line(at: peak)), with: colors.color(levels.color ?? MeterZone.color(of: peak)))
        }
    }

    /// Draws the zones of a meter up to its level, with a gap of one pixel between them.
    private func draw(meter bar: LevelBar, _ level: Double, track: ColorName) {
        let level = bar.whole(level)
        for zone in MeterZone.all {
            let (start, end) = (bar.whole(zone.start) + (zone.start > 0 ? bar.pixel : 0), bar.whole(zone.end))
            let lit = min(max(start, level), end)
            if lit > start { context.fill(.rect(bar.part(start, lit)), with: colors.color(zone.color)) }
            if end > lit { context.fill(.rect(bar.part(lit, end)), with: colors.color(track)) }
        }
    }

    /// Draws a track with a thumb, and a line across the centre of the thumb.
    func draw(_ fader: FaderContent, in frame: Rect) {
        let isVertical = fader.axis == .vertical
        let across = isVertical ? frame.width : frame.height
        let along = isVertical ? frame.height : frame.width
        guard across > 0, along > 0 else { return }
        // The thumb is longer across the track than along it, as on a console.
        let length = min(max(6, across * 0.6), along / 3)
        let width = min(3, across)
        let slot = LevelBar(frame: frame, isVertical: isVertical, start: (across - width) / 2, thickness: width, scale: scale)
        // A redacted fader is a track.
        guard !isRedacted else { return context.fill(.capsule(slot.part(0, 1)), with: colors.color(ColorName("fill"))) }
        let middle = (length / 2 + fader.value * (along - length)) / along
        let cap = LevelBar(frame: frame, isVertical: isVertical, start: 0, thickness: across, scale: scale)
        let (bottom, top) = (cap.whole(middle - length / 2 / along), cap.whole(middle + length / 2 / along))
        // The track ends at the thumb, which may be translucent.
        for (part, color) in [
            (cap.part(0, bottom), colors.color(fader.color).opacity(0.5)), (cap.part(top, 1), colors.color(fader.track)),
        ] {
            context.saved {
                context.clip(.rect(part))
                context.fill(.capsule(slot.part(0, 1)), with: color)
            }
        }
        // The line is a hole in the thumb.
        let line = cap.line(at: (bottom + top) / 2)
        let hole =
            isVertical
            ? Rect(x: line.x + across * 0.2, y: line.y, width: across * 0.6, height: line.height)
            : Rect(x: line.x, y: line.y + across * 0.2, width: line.width, height: across * 0.6)
        var outline = SubdialDrawing.Path.roundedRect(cap.part(bottom, top), radius: min(3, length / 3))
        outline.add(rect: hole)
        context.fill(outline, with: colors.color(fader.color), evenOdd: true)
    }

    /// Draws the lanes of the black keys, the notes, and the playhead; all notes of one colour are one path.
    func draw(_ roll: PianoRollContent, in frame: Rect) {
        let lane = frame.height / Double(roll.pitches.count)
        guard lane > 0, frame.width > 0 else { return }
        func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }
        func top(_ pitch: Int) -> Double { snapped(frame.y + frame.height - Double(pitch - roll.pitches.lowerBound + 1) * lane) }
        let pixel = 1 / scale
        var keys = SubdialDrawing.Path()
        for pitch in roll.pitches {
            let (upper, lower) = (top(pitch), top(pitch - 1))
            if PianoRollContent.isBlackKey(pitch) {
                keys.add(rect: Rect(x: frame.x, y: upper, width: frame.width, height: lower - upper))
            } else if pitch % 12 == 0, pitch > roll.pitches.lowerBound {
                keys.add(rect: Rect(x: frame.x, y: lower - pixel, width: frame.width, height: pixel))
            }
        }
        context.fill(keys, with: colors.color(roll.lanes))
        guard !isRedacted else { return }
        for voice in roll.voices {
            var path = SubdialDrawing.Path()
            for note in voice.notes {
                let left = min(snapped(frame.x + max(0, note.start) * frame.width), frame.maxX - pixel)
                let right = snapped(frame.x + min(1, note.start + note.length) * frame.width)
                let (upper, lower) = (min(top(note.pitch), frame.maxY - pixel), top(note.pitch - 1))
                // A gap of one pixel separates consecutive notes, and every note is at least one pixel wide.
                let (width, height) = (
                    max(pixel, right - left - pixel), max(pixel, lower - upper - (lower - upper > 3 * pixel ? pixel : 0))
                )
                path.add(rect: Rect(x: left, y: upper, width: width, height: height))
            }
            context.fill(path, with: colors.color(voice.color))
        }
        guard let playhead = roll.playhead else { return }
        let x = min(snapped(frame.x + playhead * frame.width), frame.maxX - max(pixel, snapped(1)))
        context.fill(
            .rect(Rect(x: x, y: frame.y, width: max(pixel, snapped(1)), height: frame.height)), with: colors.color(roll.color))
    }
}

/// A zone of a meter from -60 to 0 dB, in fractions of its length.
private struct MeterZone {
    let start: Double
    let end: Double
    let color: ColorName

    /// Green up to -18 dB, yellow to -12, orange to -6, and red above.
    static let all = [
        MeterZone(start: 0, end: 0.7, color: ColorName("green")), MeterZone(start: 0.7, end: 0.8, color: ColorName("yellow")),
        MeterZone(start: 0.8, end: 0.9, color: ColorName("orange")), MeterZone(start: 0.9, end: 1, color: ColorName("red")),
    ]

    static func color(of level: Double) -> ColorName { all.last { $0.start <= level }?.color ?? ColorName("green") }
}
