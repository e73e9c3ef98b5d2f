import CCairo

/// Owns a Cairo pattern: the source of a drawing operation.
final class Pattern {
    let pointer: OpaquePointer

    /// Creates the pattern of a paint; `nil` when Cairo cannot.
    init?(_ paint: Paint) {
        let created: OpaquePointer?
        switch paint {
        case .color(let color):
            created = cairo_pattern_create_rgba(color.red, color.green, color.blue, color.alpha)
        case .linear(let gradient):
            created = cairo_pattern_create_linear(gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y)
            Self.add(gradient.stops, to: created)
        case .radial(let gradient):
            let (center, inner, outer) = (gradient.center, max(0, gradient.startRadius), max(0, gradient.endRadius))
            created = cairo_pattern_create_radial(center.x, center.y, inner, center.x, center.y, outer)
            Self.add(gradient.stops, to: created)
        }
        guard let created else { return nil }
        pointer = created
    }

    /// Creates a pattern that lays a surface over `rect`.
    ///
    /// Pixels beyond the edge repeat the last row, so that a scaled picture does not fade at its border.
    init?(_ surface: Surface, in rect: Rect, filter: Filter) {
        guard !rect.isEmpty, let created = cairo_pattern_create_for_surface(surface.pointer) else { return nil }
        pointer = created
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, Double(surface.width) / rect.width, Double(surface.height) / rect.height)
        cairo_matrix_translate(&matrix, -rect.x, -rect.y)
        cairo_pattern_set_matrix(created, &matrix)
        cairo_pattern_set_filter(created, filter == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(created, CAIRO_EXTEND_PAD)
    }

    deinit {
        cairo_pattern_destroy(pointer)
    }

    private static func add(_ stops: [GradientStop], to pattern: OpaquePointer?) {
        for stop in stops {
            let color = stop.color
            cairo_pattern_add_color_stop_rgba(pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
        }
    }
}
