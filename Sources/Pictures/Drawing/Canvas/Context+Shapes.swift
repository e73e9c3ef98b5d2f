import SubdialCCairo

extension Context {
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

    func fill(_ path: Path, with pattern: Pattern, evenOdd: Bool, alpha: Double, blend: BlendMode) {
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
