import Drawing
import Layout
import Playback

/// Draws a placed tree.
struct PlacedNodeDrawing {
    let context: Context
    let measurer: PangoMeasurer
    let artwork: ArtworkLoader
    /// The cover, where there is one.
    let cover: ArtworkLoader.Source?
    let track: Track?
    /// The whole, in points, and the radius of its corners, from which concentric ones follow.
    let canvas: Layout.Size
    let cornerRadius: Double
    /// Device pixels to a point.
    let scale: Double
    var colors: ColorResolver

    func draw(_ node: PlacedNode) {
        let frame = Drawing.Rect(node.frame)
        switch node.drawn {
        case .nothing: drawChildren(of: node)
        case .text(let content, let scale, let lines, _): draw(content, scale: scale, maximumLines: lines, in: node.frame)
        case .image(let image): draw(image, in: frame)
        case .shape(let shape, let paint): context.fill(path(shape, in: node.frame), with: colors.paint(paint, in: frame))
        case .progress(let progress): draw(progress, in: frame)
        case .levels: break
        case .divider(let color):
            let pixel = max(1, (Divider.thickness * scale).rounded()) / scale
            let isHorizontal = frame.width > frame.height
            context.fill(
                .rect(
                    Drawing.Rect(
                        x: frame.x, y: frame.y, width: isHorizontal ? frame.width : pixel, height: isHorizontal ? pixel : frame.height)),
                with: colors.color(color))
        case .effect(let modifier): apply(modifier, to: node, in: frame)
        }
    }

    private func drawChildren(of node: PlacedNode) {
        for child in node.children { draw(child) }
    }

    private func draw(_ content: TextContent, scale: Double, maximumLines: Int?, in frame: Layout.Rect) {
        guard !content.text.isEmpty else { return }
        // A pixel more than measured: the frame was rounded to device pixels, and must not break a line that fitted.
        let layout = measurer.layout(
            content, text: content.text, scale: scale, width: frame.size.width + 1 / self.scale, maximumLines: maximumLines)
        let room = frame.size.width - layout.size.width
        let offset: Double =
            switch content.alignment {
            case .leading: 0
            case .center: room / 2
            case .trailing: room
            }
        layout.draw(in: context, at: Drawing.Point(frame.minX + max(0, offset), frame.minY), with: colors.color(content.color))
    }

    private func draw(_ image: ImageContent, in frame: Drawing.Rect) {
        switch image.source {
        case .symbol(let name):
            guard let symbol = measurer.symbols[name] else { return }
            context.fill(symbol.path(in: frame), with: colors.color(image.color))
        case .artwork(let placeholder):
            draw(cover: placeholder, in: frame, outline: nil)
        }
    }

    /// The cover, or the placeholder's ground with its symbol; within `outline` where a clip asks for one.
    private func draw(cover placeholder: String?, in frame: Drawing.Rect, outline: Drawing.Path?) {
        if let cover, let picture = artwork.surface(cover, width: pixels(frame.width), height: pixels(frame.height)) {
            context.draw(picture, in: frame, outline: outline, filter: .nearest)
            return
        }
        context.fill(outline ?? .rect(frame), with: PlaceholderArt(track).gradient(in: frame))
        guard let placeholder, let symbol = measurer.symbols[placeholder] else { return }
        let height = min(frame.width, frame.height) * 0.42
        let width = height * symbol.aspectRatio
        let place = Drawing.Rect(x: frame.center.x - width / 2, y: frame.center.y - height / 2, width: width, height: height)
        context.fill(symbol.path(in: place), with: Color.white.opacity(0.85))
    }

    /// The device pixels of a length, up to twice the whole's: a template may ask for a frame as large as it likes.
    private func pixels(_ length: Double) -> Int {
        let count = min(length, 2 * max(canvas.width, canvas.height)) * scale
        return count.isFinite ? Int(max(count.rounded(), 1)) : 1
    }

    private func draw(_ progress: ProgressContent, in frame: Drawing.Rect) {
        let (color, track) = (colors.color(progress.color), colors.color(progress.track))
        switch progress.style {
        case .linear:
            context.fill(.capsule(frame), with: track)
            guard progress.fraction > 0 else { return }
            // Whole device pixels, so that it moves when `nextWake` says so and at no other time; never narrower than a dot.
            let width = max(frame.height, (progress.fraction * frame.width * scale).rounded(.down) / scale)
            context.fill(.capsule(Drawing.Rect(x: frame.x, y: frame.y, width: width, height: frame.height)), with: color)
        case .circular:
            drawRing(from: -90, sweep: 360, progress, in: frame, color: color, track: track)
        case .gauge:
            drawRing(from: 135, sweep: 270, progress, in: frame, color: color, track: track)
        }
    }

    private func drawRing(
        from start: Double, sweep: Double, _ progress: ProgressContent, in frame: Drawing.Rect, color: Color, track: Color
    ) {
        let radius = (min(frame.width, frame.height) - progress.lineWidth) / 2
        guard radius > 0 else { return }
        let style = StrokeStyle(width: progress.lineWidth, cap: .round)
        let whole: Drawing.Path =
            sweep >= 360
            ? .circle(center: frame.center, radius: radius) : .arc(center: frame.center, radius: radius, from: start, to: start + sweep)
        context.stroke(whole, with: track, style: style)
        guard progress.fraction > 0 else { return }
        let end = start + sweep * progress.fraction
        context.stroke(.arc(center: frame.center, radius: radius, from: start, to: end), with: color, style: style)
    }

    private func apply(_ modifier: Modifier, to node: PlacedNode, in frame: Drawing.Rect) {
        switch modifier {
        case .clip(let shape): drawClipped(node, to: path(shape, in: node.frame), in: frame)
        case .border(let shape, let color, let width):
            drawChildren(of: node)
            let inner = Layout.Rect(
                node.frame.minX + width / 2, node.frame.minY + width / 2, max(0, node.frame.size.width - width),
                max(0, node.frame.size.height - width))
            context.stroke(path(shape, in: inner), with: colors.color(color), style: StrokeStyle(width: width))
        case .opacity(let opacity):
            guard opacity > 0 else { return }
            if opacity >= 1 { drawChildren(of: node) } else { context.group(alpha: opacity) { drawChildren(of: node) } }
        case .brightness(let brightness):
            guard brightness < 1 else { return drawChildren(of: node) }
            context.group {
                drawChildren(of: node)
                context.fill(.rect(frame), with: Color.black.opacity(1 - brightness), blend: .atop)
            }
        case .offset(let x, let y): transformed(node) { context.translate(x: x, y: y) }
        case .rotation(let degrees):
            transformed(node) {
                context.translate(x: frame.center.x, y: frame.center.y)
                context.rotate(degrees: degrees)
                context.translate(x: -frame.center.x, y: -frame.center.y)
            }
        case .scale(let factor):
            transformed(node) {
                context.translate(x: frame.center.x, y: frame.center.y)
                context.scale(factor)
                context.translate(x: -frame.center.x, y: -frame.center.y)
            }
        case .accented:
            var accented = self
            accented.colors.isAccented = true
            accented.drawChildren(of: node)
        default: drawChildren(of: node)
        }
    }

    private func transformed(_ node: PlacedNode, _ transform: () -> Void) {
        context.saved {
            transform()
            drawChildren(of: node)
        }
    }

    /// A cover alone is filled into the outline, which gives the smoothest edge; anything else is drawn apart and then cut out.
    private func drawClipped(_ node: PlacedNode, to outline: Drawing.Path, in frame: Drawing.Rect) {
        if let cover = node.onlyCover, cover.frame == node.frame {
            return draw(cover: cover.placeholder, in: Drawing.Rect(cover.frame), outline: outline)
        }
        context.saved {
            context.clip(.rect(frame))
            context.group {
                drawChildren(of: node)
                context.fill(outline, with: Color.black, blend: .destinationIn)
            }
        }
    }

    func path(_ shape: Shape, in frame: Layout.Rect) -> Drawing.Path {
        let rect = Drawing.Rect(frame)
        switch shape {
        case .rectangle: return .rect(rect)
        case .roundedRectangle(let radius): return .roundedRect(rect, radius: points(radius, in: frame))
        case .circle: return .circle(center: rect.center, radius: min(rect.width, rect.height) / 2)
        case .capsule: return .capsule(rect)
        case .path: return .rect(rect)
        }
    }

    /// A concentric corner is the container's, less the way to it.
    private func points(_ radius: CornerRadius, in frame: Layout.Rect) -> Double {
        switch radius {
        case .fixed(let points): return points
        case .concentric:
            let distance = [frame.minX, frame.minY, canvas.width - frame.maxX, canvas.height - frame.maxY].min() ?? 0
            return max(4, cornerRadius - max(0, distance))
        }
    }
}

extension PlacedNode {
    /// The cover that is all there is to draw in the node.
    fileprivate var onlyCover: (placeholder: String?, frame: Layout.Rect)? {
        if case .image(let image) = drawn, case .artwork(let placeholder) = image.source { return (placeholder, frame) }
        guard children.count == 1, drawn == .nothing || isClip else { return nil }
        return children[0].onlyCover
    }

    private var isClip: Bool {
        if case .effect(.clip) = drawn { true } else { false }
    }
}

extension Drawing.Rect {
    init(_ rect: Layout.Rect) {
        self.init(x: rect.minX, y: rect.minY, width: rect.size.width, height: rect.size.height)
    }
}
