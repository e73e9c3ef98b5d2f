import CCairo

/// Draws on a surface.
///
/// Lengths are in the units of the current transform: pixels at first. Drawing cannot fail at the call; ``Surface/bitmap()`` reports what
/// went wrong, and ``check()`` does so at once.
public final class Context {
    /// The current target.
    public let surface: Surface

    let pointer: OpaquePointer
    /// The targets of the enclosing groups, the outermost (the surface) first.
    private(set) var openTargets: [OpaquePointer] = []

    /// Creates a context for a surface.
    public init(_ surface: Surface) throws(DrawingError) {
        guard let pointer = cairo_create(surface.pointer) else { throw .cairo("no context") }
        self.surface = surface
        self.pointer = pointer
        try check()
    }

    deinit {
        cairo_destroy(pointer)
    }

    /// Throws when something drawn so far has failed.
    public func check() throws(DrawingError) {
        try Status.check(cairo_status(pointer))
    }

    /// Runs `body`, then takes back what it changed of transform and clip.
    public func saved<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cairo_save(pointer)
        defer { cairo_restore(pointer) }
        return try body()
    }

    /// Moves the origin.
    public func translate(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        cairo_translate(pointer, x, y)
    }

    /// Scales what is drawn from now on; a factor of 0 is ignored, since nothing could be drawn after it.
    public func scale(x: Double, y: Double) {
        guard x != 0, y != 0, x.isFinite, y.isFinite else { return }
        cairo_scale(pointer, x, y)
    }

    /// Scales what is drawn from now on evenly.
    public func scale(_ factor: Double) {
        scale(x: factor, y: factor)
    }

    /// Turns what is drawn from now on about the origin, clockwise as seen.
    public func rotate(degrees: Double) {
        guard degrees.isFinite else { return }
        cairo_rotate(pointer, degrees * .pi / 180)
    }

    /// Keeps what is drawn from now on inside a path, within the clip there is.
    public func clip(_ path: Path, evenOdd: Bool = false) {
        add(path)
        setFillRule(evenOdd)
        cairo_clip(pointer)
    }

    /// Draws everything in `body` as one picture, then lays that over what is there.
    public func group<Result, Failure: Error>(
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

    /// Draws everything in `body` within an outline.
    ///
    /// On pixels what is drawn comes apart and is then cut out, which gives a smoother edge than a clip; a document has the clip itself.
    public func cutOut(_ outline: Path, _ body: () -> Void) {
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

    /// Puts the outline into the context; numbers that cannot be drawn are held to the largest that can.
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
