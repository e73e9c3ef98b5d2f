import SubdialCCairo

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

    /// Scales the coordinates of later drawing; a factor of 0 is ignored, as nothing could be drawn after it.
    package func scale(x: Double, y: Double) {
        guard x != 0, y != 0, x.isFinite, y.isFinite else { return }
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
    func paint(alpha: Double, blend: BlendMode) {
        cairo_set_operator(pointer, blend.cairoOperator)
        cairo_paint_with_alpha(pointer, min(max(alpha, 0), 1))
        cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgb(pointer, 0, 0, 0)
    }

    private func held(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -1e6), 1e6)
    }
}
