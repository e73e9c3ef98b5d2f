import SubdialCCairo
import SubdialLayout

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
