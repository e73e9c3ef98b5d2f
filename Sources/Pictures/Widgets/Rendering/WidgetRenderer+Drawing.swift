import FoundationEssentials
import Glibc
import SubdialDrawing
import SubdialLayout

extension WidgetRenderer {
    /// The minimum opacity of the black overlay under glass: Apple recommends 35 % over bright wallpapers.
    private static let leastShade = 0.35
    /// The maximum relative luminance of a wallpaper behind white letters, at which their contrast is 6.7:1.
    private static let brightestGround = 0.107
    /// The blur radius of glass, in points.
    private static let glassBlur = 18.0
    /// The opacity of the content on an Always-On display.
    private static let reducedStrength = 0.62

    /// Draws a laid out widget.
    ///
    /// The exact effects of glass and vibrancy are not published; over a backdrop, both are approximated.
    public func draw(_ widget: PreparedWidget) throws(WidgetError) -> Picture {
        let picture: Picture
        do throws(DrawingError) {
            picture = try self.picture(widget)
        } catch {
            throw .drawing(error)
        }
        // The symbol of a placeholder is first used here.
        if let error = widget.measurer.symbolError { throw error }
        return picture
    }

    /// Draws a widget on a new bitmap.
    func picture(_ widget: PreparedWidget) throws(DrawingError) -> Picture {
        let bitmap = try Bitmap(width: widget.target.width, height: widget.target.height) { context throws(DrawingError) in
            context.scale(widget.target)
            try drawContent(widget, in: context)
        }
        return try picture(widget, bitmap)
    }

    private func picture(_ widget: PreparedWidget, _ bitmap: Bitmap) throws(DrawingError) -> Picture {
        var bitmap = bitmap
        if widget.environment.mode == .vibrant { bitmap = bitmap.grey }
        if widget.environment.isNight { bitmap = bitmap.nightRed }
        if let ground = try ground(widget) { bitmap = try compose(bitmap, over: ground, widget) }
        return widget.picture(bitmap)
    }

    /// Redraws areas of a widget on the surface of a similar widget; the whole widget if `areas` is nil.
    func draw(_ widget: PreparedWidget, _ areas: [PixelArea]?, on surface: Surface) throws(DrawingError) {
        let context = try Context(surface)
        guard let areas else {
            context.clear()
            context.scale(widget.target)
            return try drawContent(widget, in: context)
        }
        guard !areas.isEmpty else { return }
        var clip = SubdialDrawing.Path()
        for area in areas {
            clip.add(rect: Rect(x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height)))
        }
        context.clip(clip)
        context.clear()
        context.scale(widget.target)
        try drawContent(widget, in: context, within: areas.map { $0.points(in: widget.target) })
    }

    /// Draws a laid out widget as a vector document.
    ///
    /// - Throws: `WidgetError.noOutlines` for a mode that changes pixels: vibrant, StandBy at night, over a backdrop.
    public func document(_ widget: PreparedWidget, _ format: VectorDocument.Format) throws(WidgetError) -> [UInt8] {
        let environment = widget.environment
        for (isLook, name) in [
            (environment.mode == .vibrant, "the vibrant look"), (environment.isNight, "StandBy at night"),
            (environment.backdrop != nil, "a backdrop"),
        ] where isLook { throw .noOutlines(format.rawValue, look: name) }
        do throws(DrawingError) {
            let date = environment.now.formatted(.iso8601)
            let document = try VectorDocument(
                format, width: widget.target.width, height: widget.target.height, scale: environment.scale, date: date)
            let context = try Context(document.surface)
            context.scale(widget.target)
            if widget.isGlass, let tint = environment.tint { context.fill(widget.outline, with: Self.glass(tint)) }
            try drawContent(widget, in: context)
            return try document.finish()
        } catch {
            throw .drawing(error)
        }
    }

    private func context(_ target: PixelSize) throws(DrawingError) -> (Surface, Context) {
        let surface = try Surface(width: target.width, height: target.height)
        let context = try Context(surface)
        context.scale(target)
        return (surface, context)
    }

    /// Draws the widget: its background if visible, and its content, within its corners.
    ///
    /// - Parameter areas: The visible areas, in points; nil for everything.
    private func drawContent(_ widget: PreparedWidget, in context: Context, within areas: [Rect]? = nil) throws(DrawingError) {
        let environment = widget.environment
        let whole = Rect(x: 0, y: 0, width: widget.place.canvas.width, height: widget.place.canvas.height)
        var drawing = PlacedNodeDrawing(
            context: context, measurer: widget.measurer, artwork: artwork, cover: widget.cover, seed: widget.entry.cover?.seed ?? "",
            folder: widget.folder, canvas: widget.place.canvas, cornerRadius: widget.place.cornerRadius, scale: widget.target.scale,
            colors: ColorResolver(theme: widget.theme, palette: widget.palette, environment: environment),
            isRedacted: environment.redaction.contains(.placeholder))
        drawing.areas = areas
        drawing.backdrop = { [self] in environment.backdrop == nil ? nil : try? backdrop(widget) }
        func drawAll() {
            if environment.drawsBackground, let background = widget.background {
                if environment.isLuminanceReduced { context.fill(.rect(whole), with: Color.black) } else { drawing.draw(background) }
            }
            func drawContent() {
                drawing.draw(widget.layout)
                if let label = widget.label { CornerLabelDrawing(drawing: drawing).draw(label) }
            }
            if environment.isLuminanceReduced {
                context.group(alpha: Self.reducedStrength) { drawContent() }
            } else {
                drawContent()
            }
        }
        if !widget.hasCorners || areas?.allSatisfy(widget.isClearOfCorners) == true {
            drawAll()
        } else if context.surface.isVector {
            context.cutOut(widget.outline, drawAll)
        } else {
            // The surface contains nothing else, so it needs no separate group.
            drawAll()
            try cornerMask(widget).cut(context)
        }
        try context.check()
    }

    /// The surface behind the widget: the wallpaper, and on it the glass of a tinted widget; nil for none.
    private func ground(_ widget: PreparedWidget) throws(DrawingError) -> Surface? {
        let environment = widget.environment
        guard environment.backdrop != nil || (widget.isGlass && environment.tint != nil) else { return nil }
        let (surface, context) = try context(widget.target)
        let whole = Rect(x: 0, y: 0, width: widget.place.canvas.width, height: widget.place.canvas.height)
        let behind = try backdrop(widget)
        context.draw(behind, in: whole, filter: .nearest)
        // A lock screen dims a wallpaper that is too bright for white letters.
        if environment.mode == .vibrant { context.fill(.rect(whole), with: Color.black.opacity(try Self.shade(over: behind.bitmap()))) }
        guard widget.isGlass else { return surface }
        let blurred = try Surface(try behind.bitmap().blurredToEdges(radius: Self.glassBlur * widget.target.scale))
        context.draw(blurred, in: whole, outline: widget.outline)
        if let tint = environment.tint {
            context.fill(widget.outline, with: Self.glass(tint).opacity(environment.backdrop == nil ? 1 : 0.78))
        } else {
            let shade = max(Self.leastShade, Self.shade(over: try blurred.bitmap()))
            context.fill(widget.outline, with: Color.black.opacity(shade))
        }
        return surface
    }

    /// The opacity of a black overlay on a picture that makes its brightest parts dark enough for white letters: 0 to 1.
    private static func shade(over picture: Bitmap) -> Double {
        let brightest = picture.brightest
        // Black dims the stored values; luminance is about their power of 2.2.
        return brightest > brightestGround ? 1 - pow(brightestGround / brightest, 1 / 2.2) : 0
    }

    /// The colour of glass on a tinted home screen.
    private static func glass(_ tint: Color) -> Color {
        var dark = OKLCH(tint)
        (dark.lightness, dark.chroma) = (0.3, min(dark.chroma, 0.12))
        return dark.color
    }

    /// The wallpaper in the pixels of the widget; transparent if there is none.
    private func backdrop(_ widget: PreparedWidget) throws(DrawingError) -> Surface {
        guard let backdrop = widget.environment.backdrop else {
            return try Surface(width: widget.target.width, height: widget.target.height)
        }
        return try Surface(
            backdrop.croppedToAspect(width: widget.target.width, height: widget.target.height)
                .resized(width: widget.target.width, height: widget.target.height))
    }

    private func compose(_ bitmap: Bitmap, over ground: Surface, _ widget: PreparedWidget) throws(DrawingError) -> Bitmap {
        let context = try Context(ground)
        let whole = Rect(x: 0, y: 0, width: Double(ground.width), height: Double(ground.height))
        let picture = try Surface(bitmap)
        if widget.environment.mode == .vibrant {
            // Bright parts lighten the wallpaper's own colours. A faint normal layer on top keeps them legible on bright wallpapers.
            context.draw(picture, in: whole, filter: .nearest, alpha: 0.75, blend: .plusLighter)
            context.draw(picture, in: whole, filter: .nearest, alpha: 0.35)
        } else {
            context.draw(picture, in: whole, filter: .nearest)
        }
        try context.check()
        return try ground.bitmap()
    }
}

extension Context {
    /// Sets the scale from points of the canvas to device pixels.
    fileprivate func scale(_ target: PixelSize) {
        scale(x: Double(target.width) / target.canvas.width, y: Double(target.height) / target.canvas.height)
    }
}

extension PreparedWidget {
    /// True if rounded corners are cut off.
    fileprivate var hasCorners: Bool { place.cornerRadius > 0 && !environment.isSquare }

    /// True for an area in which the outline has no corner.
    fileprivate func isClearOfCorners(_ area: Rect) -> Bool {
        let (radius, size) = (place.cornerRadius * SubdialDrawing.Path.continuousCornerReach, place.canvas)
        return area.minX >= radius && area.maxX <= size.width - radius || area.minY >= radius && area.maxY <= size.height - radius
    }

    /// True if the system draws glass behind the widget.
    fileprivate var isGlass: Bool { environment.mode == .accented && place.cornerRadius > 0 }

    /// The outline of the widget.
    var outline: SubdialDrawing.Path {
        let whole = Rect(x: 0, y: 0, width: place.canvas.width, height: place.canvas.height)
        return hasCorners ? .roundedRect(whole, radius: place.cornerRadius) : .rect(whole)
    }
}
