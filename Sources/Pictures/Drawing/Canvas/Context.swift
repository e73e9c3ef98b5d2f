import SubdialCCairo
import SubdialLayout

/// A drawing context of a surface.
///
/// Lengths are in the units of the current transform, initially pixels. Drawing methods do not throw; ``Surface/bitmap()`` reports errors later,
/// and ``check()`` reports them immediately.
package final class Context {
    /// The target surface.
    package let surface: Surface

    let pointer: OpaquePointer
    /// The targets of the enclosing groups, outermost (the surface) first.
    private(set) var openTargets: [OpaquePointer] = []

    /// Creates a context for a surface.
    package init(_ surface: Surface) throws(DrawingError) {
        guard let pointer = cairo_create(surface.pointer) else { throw .cairo("no context") }
        self.surface = surface
        self.pointer = pointer
        try check()
    }

    deinit {
        cairo_destroy(pointer)
    }

    /// Throws if any drawing operation so far has failed.
    package func check() throws(DrawingError) {
        try Status.check(cairo_status(pointer))
    }

    /// Runs `body` and restores the transform and the clip afterwards.
    package func saved<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cairo_save(pointer)
        defer { cairo_restore(pointer) }
        return try body()
    }

    /// Moves the origin.
    package func translate(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        cairo_translate(pointer, x, y)
    }

    /// True if something can be drawn after a scaling: its factors are neither so small nor so large that no coordinates are left.
    package func canScale(x: Double, y: Double) -> Bool {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        let factors = [matrix.xx * x, matrix.yx * x, matrix.xy * y, matrix.yy * y]
        let area = abs(factors[0] * factors[3] - factors[1] * factors[2])
        return factors.allSatisfy { abs($0) <= Self.maximumScale } && area >= 1 / (Self.maximumScale * Self.maximumScale)
    }

    /// False for an area that lies beyond the coordinates of Cairo's surfaces: it would be drawn at another place.
    ///
    /// An endless area is everywhere.
    package func reaches(_ area: Rect) -> Bool {
        guard area.size.width.isFinite, area.size.height.isFinite else { return true }
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        let corners = [(area.minX, area.minY), (area.maxX, area.minY), (area.minX, area.maxY), (area.maxX, area.maxY)]
        func meets(_ places: [Double]) -> Bool {
            places.contains { $0 < Self.farthestPlace } && places.contains { $0 > -Self.farthestPlace }
        }
        return meets(corners.map { matrix.xx * $0 + matrix.xy * $1 + matrix.x0 })
            && meets(corners.map { matrix.yx * $0 + matrix.yy * $1 + matrix.y0 })
    }

    /// A place within the coordinates of Cairo's surfaces, which end at 8,388,607.
    private static let farthestPlace = 4e6

    /// The largest number of pixels that a unit may have.
    private static let maximumScale = 1e6

    /// Scales the coordinates of later drawing; factors after which nothing could be drawn are ignored, see ``canScale(x:y:)``.
    package func scale(x: Double, y: Double) {
        guard canScale(x: x, y: y) else { return }
        cairo_scale(pointer, x, y)
    }

    /// Scales the coordinates of later drawing uniformly.
    package func scale(_ factor: Double) {
        scale(x: factor, y: factor)
    }

    /// Rotates the coordinates of later drawing clockwise around the origin.
    package func rotate(degrees: Double) {
        guard degrees.isFinite else { return }
        cairo_rotate(pointer, degrees * .pi / 180)
    }

    /// Limits later drawing to the inside of a path, within the current clip.
    package func clip(_ path: Path, evenOdd: Bool = false) {
        add(path)
        setFillRule(evenOdd)
        cairo_clip(pointer)
    }

    /// Draws `body` to a separate group, then composites it with the existing content.
    package func group<Result, Failure: Error>(
        alpha: Double = 1, blend: BlendMode = .over, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let target = cairo_get_group_target(pointer) { openTargets.append(target) }
        cairo_push_group(pointer)
        defer {
            cairo_pop_group_to_source(pointer)
            _ = openTargets.popLast()
            paint(alpha: alpha, blend: blend)
        }
        return try body()
    }

    /// Draws `body` inside an outline.
    ///
    /// On a bitmap, it is drawn to a group and then cut out, which gives a smoother edge than a clip. A vector document uses a clip.
    package func cutOut(_ outline: Path, _ body: () -> Void) {
        guard !surface.isVector else {
            return saved {
                clip(outline)
                body()
            }
        }
        group {
            body()
            fill(outline, with: Color.black, blend: .destinationIn)
        }
    }

    /// Adds a path to the context; coordinates are limited to the range that Cairo can draw.
    func add(_ path: Path) {
        cairo_new_path(pointer)
        for element in path.elements {
            switch element {
            case .move(let point): cairo_move_to(pointer, held(point.x), held(point.y))
            case .line(let point): cairo_line_to(pointer, held(point.x), held(point.y))
            case .curve(let a, let b, let point):
                cairo_curve_to(pointer, held(a.x), held(a.y), held(b.x), held(b.y), held(point.x), held(point.y))
            case .close: cairo_close_path(pointer)
            }
        }
    }

    func setFillRule(_ evenOdd: Bool) {
        cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    }

    /// Paints the current source over the whole clip.
    private func paint(alpha: Double, blend: BlendMode) {
        cairo_set_operator(pointer, blend.cairoOperator)
        cairo_paint_with_alpha(pointer, min(max(alpha, 0), 1))
        cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgb(pointer, 0, 0, 0)
    }

    private func held(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -1e6), 1e6)
    }
}

extension Context {
    /// Redraws the background of an outline inside it, with changed pixels.
    ///
    /// The background is `backdrop` and everything drawn so far, including open groups, each without its opacity and its blend mode. Nothing is
    /// drawn if there is not enough memory.
    ///
    /// - Parameters:
    ///   - backdrop: A picture of the size of the surface below everything drawn; nil for none.
    ///   - change: Changes the pixels of the whole surface.
    package func behind(_ backdrop: Surface?, _ outline: Path, _ change: (Bitmap) -> Bitmap) {
        guard let layer = try? Surface(width: surface.width, height: surface.height), let copy = cairo_create(layer.pointer) else { return }
        defer { cairo_destroy(copy) }
        for source in ([backdrop?.pointer] + openTargets + [cairo_get_group_target(pointer)]).compactMap({ $0 }) {
            cairo_set_source_surface(copy, source, 0, 0)
            cairo_paint(copy)
        }
        guard let bitmap = try? layer.bitmap(), let changed = try? Surface(change(bitmap)) else { return }
        saved {
            clip(outline)
            cairo_identity_matrix(pointer)
            draw(changed, in: Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height)), filter: .nearest)
        }
    }
}

extension Context {
    /// Draws `body` to a separate picture, applies `change` to its pixels, and draws the result over the surface.
    ///
    /// The picture has the pixels of the whole surface, independent of the transform.
    ///
    /// - Throws: ``DrawingError`` if there is not enough memory for the picture.
    package func filtered(_ body: (Context) -> Void, _ change: (Bitmap) -> Bitmap?) throws(DrawingError) {
        let layer = try Surface(width: surface.width, height: surface.height)
        let context = try Context(layer)
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        cairo_set_matrix(context.pointer, &matrix)
        body(context)
        guard let changed = change(try layer.bitmap()) else { return }
        let picture = try Surface(changed)
        saved {
            cairo_identity_matrix(pointer)
            draw(picture, in: Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height)), filter: .nearest)
        }
    }
}

extension Context {
    /// Draws a picture, stretched to `rect`.
    ///
    /// - Parameters:
    ///   - outline: The visible part of the picture; nil for `rect`. Its edge is smoother than that of a clip.
    ///   - alpha: The opacity, 0…1.
    package func draw(
        _ picture: Surface,
        in rect: Rect,
        outline: Path? = nil,
        filter: Filter = .good,
        alpha: Double = 1,
        blend: BlendMode = .over
    ) {
        guard picture !== surface, let pattern = Pattern(picture, in: rect, filter: filter) else { return }
        fill(outline ?? .rect(rect), with: pattern, evenOdd: false, alpha: alpha, blend: blend)
    }

    /// Draws a bitmap, stretched to `rect`.
    ///
    /// The pixels are copied first; use a ``Surface`` for pictures that are drawn repeatedly.
    ///
    /// - Throws: ``DrawingError`` if the bitmap has too many pixels.
    package func draw(
        _ picture: Bitmap,
        in rect: Rect,
        outline: Path? = nil,
        filter: Filter = .good,
        alpha: Double = 1,
        blend: BlendMode = .over
    ) throws(DrawingError) {
        draw(try Surface(picture), in: rect, outline: outline, filter: filter, alpha: alpha, blend: blend)
    }

    /// Paints `paint` through the alpha channel of a picture, stretched to `rect`.
    ///
    /// The colours of the picture are ignored.
    package func mask(_ picture: Surface, in rect: Rect, with paint: Paint, filter: Filter = .good, blend: BlendMode = .over) {
        guard picture !== surface, let mask = Pattern(picture, in: rect, filter: filter), let source = Pattern(paint) else { return }
        saved {
            clip(.rect(rect))
            cairo_set_source(pointer, source.pointer)
            cairo_set_operator(pointer, blend.cairoOperator)
            cairo_mask(pointer, mask.pointer)
            reset()
        }
    }

    /// Paints a colour through the alpha channel of a picture.
    package func mask(_ picture: Surface, in rect: Rect, with color: Color, filter: Filter = .good, blend: BlendMode = .over) {
        mask(picture, in: rect, with: .color(color), filter: filter, blend: blend)
    }
}

extension Context {
    /// Draws `body` with edges of whole pixels.
    package func withoutSmoothing(_ body: () -> Void) {
        saved {
            cairo_set_antialias(pointer, CAIRO_ANTIALIAS_NONE)
            body()
        }
    }

    /// Fills a path.
    package func fill(_ path: Path, with paint: Paint, evenOdd: Bool = false, blend: BlendMode = .over) {
        guard let pattern = Pattern(paint) else { return }
        fill(path, with: pattern, evenOdd: evenOdd, alpha: 1, blend: blend)
    }

    /// Fills a path with a colour.
    package func fill(_ path: Path, with color: Color, evenOdd: Bool = false, blend: BlendMode = .over) {
        fill(path, with: .color(color), evenOdd: evenOdd, blend: blend)
    }

    /// Strokes a path with a line centred on it.
    package func stroke(_ path: Path, with paint: Paint, style: StrokeStyle, blend: BlendMode = .over) {
        guard let pattern = Pattern(paint) else { return }
        add(path)
        style.apply(to: pointer)
        cairo_set_source(pointer, pattern.pointer)
        cairo_set_operator(pointer, blend.cairoOperator)
        cairo_stroke(pointer)
        reset()
    }

    /// Strokes a path with a colour.
    package func stroke(_ path: Path, with color: Color, style: StrokeStyle, blend: BlendMode = .over) {
        stroke(path, with: .color(color), style: style, blend: blend)
    }

    /// Paints the whole area inside the clip.
    package func paint(_ paint: Paint, blend: BlendMode = .over) {
        guard let pattern = Pattern(paint) else { return }
        cairo_set_source(pointer, pattern.pointer)
        self.paint(alpha: 1, blend: blend)
    }

    /// Makes the whole area inside the clip transparent.
    ///
    /// Without a clip, Cairo then draws as on a new surface. It rounds some pixels differently unless it knows that all are transparent.
    package func clear() {
        cairo_set_operator(pointer, CAIRO_OPERATOR_CLEAR)
        cairo_paint(pointer)
        reset()
    }

    private func fill(_ path: Path, with pattern: Pattern, evenOdd: Bool, alpha: Double, blend: BlendMode) {
        guard alpha >= 1 else {
            return group(alpha: alpha, blend: blend) { fill(path, with: pattern, evenOdd: evenOdd, alpha: 1, blend: .over) }
        }
        add(path)
        setFillRule(evenOdd)
        cairo_set_source(pointer, pattern.pointer)
        cairo_set_operator(pointer, blend.cairoOperator)
        cairo_fill(pointer)
        reset()
    }

    /// Releases the source and resets the operator.
    func reset() {
        cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgb(pointer, 0, 0, 0)
    }
}
