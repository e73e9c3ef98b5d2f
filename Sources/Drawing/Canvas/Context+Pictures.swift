import CCairo

extension Context {
    /// Draws a picture over `rect`, stretched to it.
    ///
    /// - Parameters:
    ///   - outline: What of the picture is drawn, `rect` when nil. Its edge is smoother than a clip's.
    ///   - alpha: The opacity, 0…1.
    public func draw(
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

    /// Draws a bitmap over `rect`, stretched to it.
    ///
    /// The pixels are copied first: what is drawn often is better kept as a ``Surface``.
    ///
    /// - Throws: ``DrawingError`` when the bitmap has too many pixels.
    public func draw(
        _ picture: Bitmap,
        in rect: Rect,
        outline: Path? = nil,
        filter: Filter = .good,
        alpha: Double = 1,
        blend: BlendMode = .over
    ) throws(DrawingError) {
        draw(try Surface(picture), in: rect, outline: outline, filter: filter, alpha: alpha, blend: blend)
    }

    /// Paints through a picture: as much of `paint` as the picture, stretched over `rect`, has alpha.
    ///
    /// Its own colours do not count.
    public func mask(_ picture: Surface, in rect: Rect, with paint: Paint, filter: Filter = .good, blend: BlendMode = .over) {
        guard picture !== surface, let mask = Pattern(picture, in: rect, filter: filter), let source = Pattern(paint) else { return }
        saved {
            clip(.rect(rect))
            cairo_set_source(pointer, source.pointer)
            cairo_set_operator(pointer, blend.cairoOperator)
            cairo_mask(pointer, mask.pointer)
            reset()
        }
    }

    /// Paints through a picture with one colour.
    public func mask(_ picture: Surface, in rect: Rect, with color: Color, filter: Filter = .good, blend: BlendMode = .over) {
        mask(picture, in: rect, with: .color(color), filter: filter, blend: blend)
    }
}
