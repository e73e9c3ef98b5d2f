import Glibc
import SubdialBasics
import SubdialDrawing
import SubdialLayout
import SubdialTemplates

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
    /// The pictures that the template may show by their locations.
    let permission: PicturePermission
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
    /// True to draw the shapes of redacted nodes plainly too.
    var redactsShapes = false

    /// Draws the background of the widget, whose shapes show no data.
    func draw(ground: PlacedNode) {
        var drawing = self
        drawing.redactsShapes = false
        guard let crown = colors.palette.crown, colors.environment.mode == .fullColor, !colors.environment.isNight,
            case .shape(let shape) = ground.drawn, shape.shape == .rectangle, case .color(let name) = shape.paint,
            colors.color(name).hex == colors.palette.background.hex
        else { return drawing.draw(ground) }
        let frame = ground.frame
        context.fill(
            .rect(frame),
            with: .linear(
                LinearGradient(
                    stops: [.init(0, crown), .init(1, colors.palette.background)], from: Point(frame.x, frame.y),
                    to: Point(frame.x, frame.y + frame.height))))
    }

    func draw(_ node: PlacedNode) {
        if node.isLeaf {
            let ink = node.ink
            guard context.reaches(ink), areas?.contains(where: ink.meets) ?? true else { return }
        }
        let frame = node.frame
        switch node.drawn {
        case .nothing: drawChildren(of: node)
        case .text(let content, let scale, let lines, let metrics):
            if isRedacted {
                drawBars(content, metrics, in: node)
            } else {
                draw(content, scale: scale, maximumLines: lines, in: node)
            }
        case .image(let image):
            if isRedacted { drawBlank(image, in: frame) } else { draw(image, in: frame, direction: node.direction) }
        case .shape(let shape): draw(isRedacted && redactsShapes ? plain(shape) : shape, in: frame, direction: node.direction)
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

    private func draw(_ content: TextContent, scale: Double, maximumLines: Int?, in node: PlacedNode) {
        guard !content.text.isEmpty else { return }
        let frame = node.frame
        // One pixel wider than measured: a rounded frame must not wrap a line that fits.
        let layout = measurer.layout(content, scale: scale, fitting: frame.size.width + 1 / self.scale, maximumLines: maximumLines)
        let point = Point(frame.minX + layout.offset(of: content.alignment, in: frame), frame.minY)
        guard content.runs.isEmpty else { return draw(runsOf: content, layout, at: point, in: node) }
        if case .color(let name) = content.paint {
            layout.draw(in: context, at: point, with: colors.color(name))
        } else {
            layout.draw(in: context, at: point, with: paint(content.paint, in: frame))
        }
    }

    func draw(_ image: ImageContent, in frame: Rect, direction: LayoutDirection) {
        switch image.kind {
        case .symbol(let name):
            guard !name.isEmpty else { return }
            let symbol = measurer.symbol(name) ?? .neutral
            let moving = image.effect == nil || !colors.environment.isAnimated ? symbol : symbol.breathing(at: colors.environment.now)
            let weight = measurer.weight(of: image.font)
            let isMulticolor = image.symbolRenderingMode == .multicolor && colors.showsSymbolColors
            if case .color(let color)? = image.paints.first, image.paints.count == 1, image.variableValue == nil, !isMulticolor {
                moving.draw(in: context, frame: frame, weight: weight, color: colors.color(color))
            } else {
                let foreground = colors.color(of: image.paints.first ?? .color(.primary))
                moving.draw(
                    in: context, frame: frame, weight: weight, paints: image.paints.map { paint($0, in: frame) },
                    colors: { isMulticolor ? colors.color($0, beside: foreground).map { .color($0) } : nil }, value: image.variableValue)
            }
        case .picture(let picture): draw(picture, of: image, in: frame, direction: direction)
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
        let cover = owner.map { artwork.picture(permission.location($0.artwork), relativeTo: folder) } ?? cover
        if let cover, let picture = artwork.surface(cover, width: pixels(frame.width), height: pixels(frame.height)) {
            guard isTinted else { return context.draw(picture, in: frame, outline: outline, filter: .nearest) }
            guard let bitmap = try? picture.bitmap(), let mask = try? Surface(bitmap.luminanceMask) else { return }
            return context.saved {
                context.clip(outline ?? .rect(frame))
                context.mask(mask, in: frame, with: colors.groupColor(isAccented: rendering == .accentedDesaturated || colors.isAccented))
            }
        }
        drawPlaceholder(placeholder, of: owner, rendering, in: frame, outline: outline ?? .rect(frame))
    }

    /// Draws what stands in place of a cover: a gradient with the symbol, on a panel a white square with a frame.
    private func drawPlaceholder(
        _ name: String?, of owner: ImageContent.CoverOwner?, _ rendering: ImageContent.AccentedRendering?, in frame: Rect,
        outline: SubdialDrawing.Path
    ) {
        let side = min(frame.width, frame.height)
        var ink = Color.white.opacity(0.85)
        if colors.environment.isPanel {
            context.saved {
                context.clip(outline)
                context.fill(outline, with: Color.white)
                // The inner half of the line remains.
                context.stroke(outline, with: Color.black, style: SubdialDrawing.StrokeStyle(width: 2 * min(4, max(2, side * 0.03))))
            }
            ink = .black
        } else if colors.environment.mode == .accented {
            // There is no picture whose colours could stay.
            context.fill(
                outline, with: colors.groupColor(isAccented: rendering == .accentedDesaturated || colors.isAccented).opacity(0.3))
        } else {
            context.fill(outline, with: PlaceholderArt(seed: owner?.seed ?? seed).gradient(in: frame))
        }
        guard let name, let symbol = measurer.symbol(name) else { return }
        let height = side * 0.42
        let width = height * symbol.aspectRatio
        let place = Rect(x: frame.center.x - width / 2, y: frame.center.y - height / 2, width: width, height: height)
        symbol.draw(in: context, frame: place, weight: .regular, color: ink)
    }

    /// A length in device pixels, limited to twice that of the canvas, as a template may request a frame of any size.
    func pixels(_ length: Double) -> Int {
        let count = min(length, 2 * max(canvas.width, canvas.height)) * scale
        return count.isFinite ? Int(saturating: max(count.rounded(), 1)) : 1
    }

    /// The radius of a corner; a concentric one is that of the container minus the distance to its edge.
    func points(_ radius: CornerRadius, in frame: Rect) -> Double {
        switch radius {
        case .fixed(let points): return points
        case .concentric:
            let distance = [frame.minX, frame.minY, canvas.width - frame.maxX, canvas.height - frame.maxY].min() ?? 0
            return max(4, cornerRadius - max(0, distance))
        }
    }
}

extension PlacedNodeDrawing {
    /// Fills an outline with a material: the blurred background under the material's overlay colour.
    ///
    /// A vector document has only the overlay colour. In tinted, vibrant and night modes, the material is replaced by a faint fill, as the system
    /// adds glass or vibrancy.
    func fill(_ outline: SubdialDrawing.Path, with material: Material) {
        let environment = colors.environment
        guard environment.mode == .fullColor, !environment.isNight else {
            return context.fill(outline, with: colors.color(ColorName("fill")))
        }
        if !context.surface.isVector { context.behind(backdrop(), outline) { $0.blurredToEdges(radius: Material.blur * scale) } }
        context.fill(outline, with: material.veil(environment.appearance))
    }
}

/// The drawing of progress lines, rings and gauges.
extension PlacedNodeDrawing {
    private func draw(_ progress: ProgressContent, in frame: Rect, direction: LayoutDirection) {
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
        let style = SubdialDrawing.StrokeStyle(width: progress.lineWidth, cap: .round)
        func arc(_ share: Double) -> SubdialDrawing.Path {
            sweep >= 360 && share >= 1
                ? .circle(center: frame.center, radius: radius)
                : .arc(center: frame.center, radius: radius, from: start, to: start + sweep * share)
        }
        // In a closed ring, the gradient starts at the round cap, which would otherwise have the last colour.
        let cap = sweep >= 360 ? asin(min(1, progress.lineWidth / 2 / radius)) * 180 / .pi : 0
        let paint: SubdialDrawing.Paint =
            progress.gradient.isEmpty
            ? .color(colors.shapeColor(progress.color))
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
            ? colors.shapeColor(progress.color)
            : colors.stops(progress.gradient).color(at: share)
    }

    private func paint(along progress: ProgressContent, from start: Double, to end: Double) -> SubdialDrawing.Paint {
        guard !progress.gradient.isEmpty else { return .color(colors.shapeColor(progress.color)) }
        return .linear(
            LinearGradient(
                stops: colors.stops(progress.gradient),
                from: Point(start, 0), to: Point(end, 0)))
    }
}

extension PlacedNodeDrawing {
    /// Draws a code at the centre of the frame, with the largest module size in whole device pixels that fits.
    ///
    /// In a tinted widget, the dark modules are holes in the light background.
    private func draw(_ content: QRCodeContent, in frame: Rect) {
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

/// The drawing of redacted texts and pictures: the same layout, in plain shapes.
extension PlacedNodeDrawing {
    private var ground: Color { colors.color(ColorName("fill")) }

    /// The colours that suit the background of a widget in each appearance, as the bars' own does.
    private static let adaptive: Set = ["primary", "secondary", "tertiary", "quaternary"]

    /// The opacity of bars in a colour of the source; an estimate that no device has confirmed.
    private static let barOpacity = 0.25

    /// A shape in the placeholder's colour if its own shows data, such as a bar or a dot in white, in the accent or in a hue.
    private func plain(_ shape: ShapeContent) -> ShapeContent {
        guard case .color(let color) = shape.paint, Self.lively.contains(color.name) || color.name == colors.palette.accent.hex else {
            return shape
        }
        var plain = shape
        plain.paint = .color(ColorName("fill"))
        return plain
    }

    private static let lively = ColorNames.hues.union(["primary", "secondary", "accent", "white"])

    /// The colour of what stands for a text or a symbol: its own if the source names one, which is seen on the source's own background.
    private func ground(of paint: SubdialLayout.Paint?) -> Color {
        switch paint {
        case .color(let color)? where Self.adaptive.contains(color.name): ground
        case .picture?, nil: ground
        case let paint?: colors.color(of: paint).opacity(Self.barOpacity)
        }
    }

    /// Draws a rounded bar for each line, as high as its lowercase letters with ascenders.
    private func drawBars(_ content: TextContent, _ metrics: TextMetrics, in node: PlacedNode) {
        guard !content.text.isEmpty else { return }
        let frame = node.frame
        let lineHeight = frame.size.height / Double(max(1, metrics.lineCount, min(content.reservedLines, 1000)))
        let height = lineHeight * 0.62
        for line in 0..<metrics.lineCount {
            // The last of several lines is usually shorter.
            let isLast = line == metrics.lineCount - 1 && metrics.lineCount > 1
            let width = (isLast ? 0.6 : 1) * (metrics.lineCount > 1 ? frame.size.width : min(frame.size.width, metrics.size.width))
            let room = frame.size.width - width
            let x: Double =
                switch content.alignment {
                case .leading, .custom: 0
                case .center: room / 2
                case .trailing: room
                }
            let bar = Rect(
                x: frame.minX + x, y: frame.minY + lineHeight * Double(line) + (lineHeight - height) / 2, width: width, height: height)
            context.fill(.roundedRect(bar, radius: min(4, height / 2)), with: ground(of: content.paint))
        }
    }

    /// Draws a rounded shape of the size of the picture or the symbol.
    func drawBlank(_ image: ImageContent, in frame: Rect) {
        switch image.kind {
        case .symbol:
            context.fill(.roundedRect(frame, radius: min(4, min(frame.width, frame.height) / 4)), with: ground(of: image.paints.first))
        case .artwork: context.fill(.roundedRect(frame, radius: 6), with: ground)
        case .picture: context.fill(.roundedRect(frame, radius: min(6, min(frame.width, frame.height) / 4)), with: ground)
        }
    }
}
