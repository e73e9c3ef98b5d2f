import Glibc
import SubdialCCairo
import SubdialLayout

/// Owns a Cairo pattern, the source of a drawing operation.
final class Pattern {
    let pointer: OpaquePointer

    /// Creates the pattern of a paint; `nil` if Cairo fails.
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
        case .angular(let gradient): created = Self.mesh(gradient)
        case .elliptical(let gradient): created = Self.ellipse(gradient)
        case .mesh(let gradient): created = Self.mesh(gradient)
        case .tiles(let tiles): created = Self.tiles(tiles)
        }
        guard let created else { return nil }
        pointer = created
    }

    /// Creates a pattern of a surface, stretched to `rect`.
    ///
    /// Pixels outside the picture repeat those at its edge, so that a scaled picture does not fade at its border.
    init?(_ surface: Surface, in rect: Rect, filter: Filter) {
        guard !rect.isEmpty, let created = cairo_pattern_create_for_surface(surface.pointer) else { return nil }
        pointer = created
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, Double(surface.width) / rect.width, Double(surface.height) / rect.height)
        cairo_matrix_translate(&matrix, -rect.x, -rect.y)
        cairo_pattern_set_matrix(created, &matrix)
        cairo_pattern_set_filter(created, filter.cairoFilter)
        cairo_pattern_set_extend(created, CAIRO_EXTEND_PAD)
    }

    deinit {
        cairo_pattern_destroy(pointer)
    }

    /// A wheel of narrow sectors, each with the colours of its two edges, as Cairo has no angular gradients.
    private static func mesh(_ gradient: AngularGradient) -> OpaquePointer? {
        guard let mesh = cairo_pattern_create_mesh() else { return nil }
        let sweep = min(max(gradient.end - gradient.start, 0), 360)
        // Outside the sweep, half of the circle has the first colour and half has the last colour.
        let rest = (360 - sweep) / 2
        let sectors = 120
        // The rim is a polygon inside the circle, so the radius is increased.
        let radius = max(0, gradient.radius) * 1.01
        func rim(_ degrees: Double) -> (x: Double, y: Double) {
            let angle = degrees * .pi / 180
            return (gradient.center.x + radius * cos(angle), gradient.center.y + radius * sin(angle))
        }
        for sector in 0..<sectors {
            let (from, to) = (360 * Double(sector) / Double(sectors) - rest, 360 * Double(sector + 1) / Double(sectors) - rest)
            func color(_ degrees: Double) -> Color { gradient.stops.color(at: sweep > 0 ? min(max(degrees / sweep, 0), 1) : 1) }
            let (first, second) = (rim(gradient.start + from), rim(gradient.start + to))
            cairo_mesh_pattern_begin_patch(mesh)
            cairo_mesh_pattern_move_to(mesh, gradient.center.x, gradient.center.y)
            cairo_mesh_pattern_line_to(mesh, first.x, first.y)
            cairo_mesh_pattern_line_to(mesh, second.x, second.y)
            cairo_mesh_pattern_line_to(mesh, gradient.center.x, gradient.center.y)
            for (corner, color) in [color(from), color(from), color(to), color(to)].enumerated() {
                cairo_mesh_pattern_set_corner_color_rgba(mesh, UInt32(corner), color.red, color.green, color.blue, color.alpha)
            }
            cairo_mesh_pattern_end_patch(mesh)
        }
        return mesh
    }

    /// A gradient of a circle in the unit square of the frame.
    private static func ellipse(_ gradient: EllipticalGradient) -> OpaquePointer? {
        let (frame, center) = (gradient.frame, gradient.center)
        guard !frame.isEmpty else { return cairo_pattern_create_rgba(0, 0, 0, 0) }
        let (inner, outer) = (max(0, gradient.startRadius), max(0, gradient.endRadius))
        let created = cairo_pattern_create_radial(center.x, center.y, inner, center.x, center.y, outer)
        add(gradient.stops, to: created)
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, 1 / frame.width, 1 / frame.height)
        cairo_matrix_translate(&matrix, -frame.x, -frame.y)
        cairo_pattern_set_matrix(created, &matrix)
        return created
    }

    private static func tiles(_ tiles: PictureTiles) -> OpaquePointer? {
        let frame = tiles.frame
        guard !frame.isEmpty, let surface = try? Surface(tiles.picture), let created = cairo_pattern_create_for_surface(surface.pointer)
        else { return cairo_pattern_create_rgba(0, 0, 0, 0) }
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, Double(surface.width) / frame.width, Double(surface.height) / frame.height)
        cairo_matrix_translate(&matrix, -frame.x, -frame.y)
        cairo_pattern_set_matrix(created, &matrix)
        cairo_pattern_set_extend(created, CAIRO_EXTEND_REPEAT)
        cairo_pattern_set_filter(created, CAIRO_FILTER_GOOD)
        return created
    }

    /// Small patches with straight sides, between which the colours run smoothly.
    private static func mesh(_ gradient: MeshGradient) -> OpaquePointer? {
        guard let mesh = cairo_pattern_create_mesh() else { return nil }
        for patch in gradient.patches {
            let corners = patch.corners
            cairo_mesh_pattern_begin_patch(mesh)
            cairo_mesh_pattern_move_to(mesh, corners[0].point.x, corners[0].point.y)
            for corner in [corners[1], corners[2], corners[3], corners[0]] {
                cairo_mesh_pattern_line_to(mesh, corner.point.x, corner.point.y)
            }
            for (index, corner) in corners.enumerated() {
                let color = corner.color
                cairo_mesh_pattern_set_corner_color_rgba(mesh, UInt32(index), color.red, color.green, color.blue, color.alpha)
            }
            cairo_mesh_pattern_end_patch(mesh)
        }
        return mesh
    }

    private static func add(_ stops: [GradientStop], to pattern: OpaquePointer?) {
        for stop in stops {
            let color = stop.color
            cairo_pattern_add_color_stop_rgba(pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
        }
    }
}
