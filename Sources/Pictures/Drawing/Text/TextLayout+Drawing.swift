import SubdialCCairo
import SubdialCPango
import SubdialLayout

extension TextLayout {
    /// Draws the text with its top left corner at `point`.
    ///
    /// Unless the context is rotated, each baseline is moved to the nearest row of pixels, which keeps horizontal strokes sharp. Horizontal
    /// positions are not rounded.
    package func draw(in context: Context, at point: Point, with paint: Paint) {
        FontLock.lock()
        defer { FontLock.unlock() }
        guard let source = Pattern(paint) else { return }
        let target = context.pointer
        context.saved {
            cairo_new_path(target)
            for index in lines.indices {
                let origin = Self.snapped(origin(of: index) + point, in: target)
                for run in lines[index].runs where !run.isPainted {
                    cairo_move_to(target, origin.x + run.x, origin.y)
                    pango_cairo_glyph_string_path(target, run.font, run.glyphs)
                }
            }
            // As one outline: Cairo's own glyph drawing places every glyph on a whole pixel, and draws overlaps twice.
            context.setFillRule(false)
            cairo_set_source(target, source.pointer)
            cairo_fill(target)
            drawPaintedGlyphs(in: context, at: point, opacity: paint.opacity)
            context.reset()
        }
    }

    /// Draws the text in one colour with its top left corner at `point`.
    package func draw(in context: Context, at point: Point, with color: Color) {
        draw(in: context, at: point, with: .color(color))
    }

    /// Draws the glyphs with their own colours: emoji.
    private func drawPaintedGlyphs(in context: Context, at point: Point, opacity: Double) {
        guard lines.contains(where: { $0.runs.contains(where: \.isPainted) }) else { return }
        func show() {
            for index in lines.indices {
                let origin = Self.snapped(origin(of: index) + point, in: context.pointer)
                for run in lines[index].runs where run.isPainted {
                    cairo_move_to(context.pointer, origin.x + run.x, origin.y)
                    pango_cairo_show_glyph_string(context.pointer, run.font, run.glyphs)
                }
            }
            cairo_new_path(context.pointer)
        }
        cairo_set_source_rgb(context.pointer, 0, 0, 0)
        if opacity < 1 {
            context.group(alpha: opacity, show)
        } else {
            show()
        }
    }

    private static func snapped(_ point: Point, in context: OpaquePointer) -> Point {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(context, &matrix)
        guard matrix.xy == 0, matrix.yx == 0, matrix.yy != 0 else { return point }
        let row = (point.y * matrix.yy + matrix.y0).rounded()
        return Point(point.x, (row - matrix.y0) / matrix.yy)
    }
}

extension Paint {
    /// The opacity of emoji in text of this paint: the alpha of a colour, or the maximum alpha of a gradient.
    fileprivate var opacity: Double {
        switch self {
        case .color(let color): color.alpha
        case .linear(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        case .angular(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        case .radial(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        }
    }
}
