import SubdialBasics
import SubdialDrawing
import SubdialLayout

/// Draws a placed tree.
struct PlacedNodeDrawing {
    var context: Context
    let measurer: PangoMeasurer
    let artwork: ArtworkLoader
    /// The cover of the entry; nil for none.
    let cover: ArtworkLoader.Picture?
    /// The string from which the hues of the placeholder are derived.
    let seed: String
    /// The base folder of relative paths of other covers.
    let folder: String?
    /// The size of the canvas in points, and the radius of its corners, for concentric corners.
    let canvas: Size
    let cornerRadius: Double
    /// Device pixels per point.
    let scale: Double
    var colors: ColorResolver
    /// The backdrop at the widget's pixel size; nil for none.
    var backdrop: () -> Surface? = { nil }
    /// The visible areas in points; nil for everything.
    var areas: [Rect]?
    /// True to draw texts and pictures as bars and plain shapes.
    var isRedacted = false

    func draw(_ node: PlacedNode) {
        if let areas, node.isLeaf {
            let ink = node.ink
            guard areas.contains(where: ink.meets) else { return }
        }
        let frame = node.frame
        switch node.drawn {
        case .nothing: drawChildren(of: node)
        case .text(let content, let scale, let lines, let metrics):
            if isRedacted {
                drawBars(content, metrics, in: node)
            } else {
                draw(content, scale: scale, maximumLines: lines, in: node.frame)
            }
        case .image(let image): if isRedacted { drawBlank(image, in: frame) } else { draw(image, in: frame) }
        case .shape(let shape, .color(let color)):
            let outline = path(shape, in: node.frame)
            if let material = Material(rawValue: color.name) {
                fill(outline, with: material)
            } else {
                context.fill(outline, with: colors.color(color))
            }
        case .shape(let shape, let paint): context.fill(path(shape, in: node.frame), with: colors.paint(paint, in: frame))
        case .progress(let progress): draw(progress, in: frame, direction: node.direction)
        case .levels(let levels): draw(levels, in: frame)
        case .fader(let fader): draw(fader, in: frame)
        case .pianoRoll(let roll): draw(roll, in: frame)
        case .qrCode(let code): draw(code, in: frame)
        case .chart(let chart): draw(chart, in: frame, direction: node.direction)
        case .divider(let color):
            let pixel = max(1, (Divider.thickness * scale).rounded()) / scale
            let isHorizontal = frame.width > frame.height
            context.fill(
                .rect(
                    Rect(
                        x: frame.x, y: frame.y, width: isHorizontal ? frame.width : pixel, height: isHorizontal ? pixel : frame.height)),
                with: colors.color(color))
        case .effect(let modifier): apply(modifier, to: node, in: frame)
        }
    }

    func drawChildren(of node: PlacedNode) {
        for child in node.children { draw(child) }
    }

    private func draw(_ content: TextContent, scale: Double, maximumLines: Int?, in frame: Rect) {
        guard !content.text.isEmpty else { return }
        // One pixel wider than measured: a rounded frame must not wrap a line that fits.
        let layout = measurer.layout(content, scale: scale, fitting: frame.size.width + 1 / self.scale, maximumLines: maximumLines)
        let room = frame.size.width - layout.size.width
        let offset: Double =
            switch content.alignment {
            case .leading: 0
            case .center: room / 2
            case .trailing: room
            }
        layout.draw(in: context, at: Point(frame.minX + max(0, offset), frame.minY), with: colors.color(content.color))
    }

    private func draw(_ image: ImageContent, in frame: Rect) {
        switch image.kind {
        case .symbol(let name):
            guard let symbol = measurer.symbol(name) else { return }
            let moving = image.effect == nil || !colors.environment.isAnimated ? symbol : symbol.breathing(at: colors.environment.now)
            moving.draw(in: context, frame: frame, weight: measurer.weight(of: image.font), color: colors.color(image.color))
        case .artwork(let placeholder, let owner):
            draw(cover: placeholder, of: owner, image.accentedRendering, in: frame, outline: nil)
        }
    }

    /// Draws the cover, or the placeholder's background with its symbol; inside `outline` if that is set.
    func draw(
        cover placeholder: String?, of owner: ImageContent.CoverOwner?, _ rendering: ImageContent.AccentedRendering?,
        in frame: Rect, outline: SubdialDrawing.Path?
    ) {
        let isTinted = colors.environment.mode == .accented && rendering != .fullColor
        // By its opacity alone, a picture is a plain shape.
        if isTinted, rendering == nil || rendering == .accented {
            return context.fill(outline ?? .rect(frame), with: colors.groupColor(isAccented: rendering == .accented || colors.isAccented))
        }
        let cover = owner.map { artwork.picture($0.artwork, relativeTo: folder) } ?? cover
        if let cover, let picture = artwork.surface(cover, width: pixels(frame.width), height: pixels(frame.height)) {
            guard isTinted else { return context.draw(picture, in: frame, outline: outline, filter: .nearest) }
            guard let bitmap = try? picture.bitmap(), let mask = try? Surface(bitmap.luminanceMask) else { return }
            return context.saved {
                context.clip(outline ?? .rect(frame))
                context.mask(mask, in: frame, with: colors.groupColor(isAccented: rendering == .accentedDesaturated || colors.isAccented))
            }
        }
        if isTinted {
            context.fill(outline ?? .rect(frame), with: colors.groupColor(isAccented: rendering == .accentedDesaturated).opacity(0.3))
        } else {
            context.fill(outline ?? .rect(frame), with: PlaceholderArt(seed: owner?.seed ?? seed).gradient(in: frame))
        }
        guard let placeholder, let symbol = measurer.symbol(placeholder) else { return }
        let height = min(frame.width, frame.height) * 0.42
        let width = height * symbol.aspectRatio
        let place = Rect(x: frame.center.x - width / 2, y: frame.center.y - height / 2, width: width, height: height)
        symbol.draw(in: context, frame: place, weight: .regular, color: .white.opacity(0.85))
    }

    /// A length in device pixels, limited to twice that of the canvas, as a template may request a frame of any size.
    private func pixels(_ length: Double) -> Int {
        let count = min(length, 2 * max(canvas.width, canvas.height)) * scale
        return count.isFinite ? Int(saturating: max(count.rounded(), 1)) : 1
    }

    func path(_ shape: Shape, in frame: Rect) -> SubdialDrawing.Path {
        let rect = frame
        switch shape {
        case .rectangle: return .rect(rect)
        case .roundedRectangle(let radius): return .roundedRect(rect, radius: points(radius, in: frame))
        case .circle: return .circle(center: rect.center, radius: min(rect.width, rect.height) / 2)
        case .capsule: return .capsule(rect)
        case .path(let data, let box): return measurer.outlines.path(data)?.stretched(from: box, into: rect) ?? SubdialDrawing.Path()
        }
    }

    /// The radius of a corner; a concentric one is that of the container minus the distance to its edge.
    private func points(_ radius: CornerRadius, in frame: Rect) -> Double {
        switch radius {
        case .fixed(let points): return points
        case .concentric:
            let distance = [frame.minX, frame.minY, canvas.width - frame.maxX, canvas.height - frame.maxY].min() ?? 0
            return max(4, cornerRadius - max(0, distance))
        }
    }
}
