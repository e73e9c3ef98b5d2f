import Glibc
import SubdialCCairo
import SubdialCPango
import SubdialLayout

extension TextLayout {
    /// Draws the first line along a circle, with upright letters on its outside.
    ///
    /// The glyphs of a cluster (a letter and its marks, or joined letters) are rotated together, so that they stay connected.
    ///
    /// - Parameters:
    ///   - centre: The centre of the circle.
    ///   - radius: The radius of the baseline.
    ///   - middle: The angle of the text's centre, in degrees clockwise from the top.
    package func draw(in context: Context, along center: Point, radius: Double, middle: Double, with color: Color) {
        guard radius > 0, let line = lines.first else { return }
        FontLock.lock()
        defer { FontLock.unlock() }
        let start = middle * .pi / 180 - line.width / 2 / radius
        for run in line.runs {
            for cluster in run.clusters {
                context.saved {
                    let target = context.pointer
                    cairo_translate(target, center.x, center.y)
                    cairo_rotate(target, start + (cluster.x + cluster.width / 2) / radius)
                    cairo_new_path(target)
                    cairo_move_to(target, -cluster.width / 2, -radius)
                    cairo_set_source_rgba(target, color.red, color.green, color.blue, color.alpha)
                    var glyphs = PangoGlyphString(
                        num_glyphs: Int32(cluster.count), glyphs: run.glyphs.pointee.glyphs + cluster.first,
                        log_clusters: run.glyphs.pointee.log_clusters + cluster.first, space: 0)
                    if run.isPainted {
                        pango_cairo_show_glyph_string(target, run.font, &glyphs)
                    } else {
                        pango_cairo_glyph_string_path(target, run.font, &glyphs)
                        cairo_fill(target)
                    }
                    context.reset()
                }
            }
        }
    }

    /// The angle of the first line on a circle of `radius`, in degrees.
    package func angle(onRadius radius: Double) -> Double {
        radius > 0 ? (lines.first?.width ?? 0) / radius * 180 / .pi : 0
    }
}

extension GlyphRun {
    /// Glyphs of the same characters.
    fileprivate struct Cluster {
        /// The index of the first glyph.
        let first: Int
        var count: Int
        /// The distance from the start of the line.
        let x: Double
        var width: Double
    }

    fileprivate var clusters: [Cluster] {
        var clusters: [Cluster] = []
        var position = x
        var last: Int32?
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
            let width = Double(glyphs.pointee.glyphs[index].geometry.width) / Double(PANGO_SCALE)
            let cluster = glyphs.pointee.log_clusters[index]
            if cluster == last, let end = clusters.indices.last {
                clusters[end].count += 1
                clusters[end].width += width
            } else {
                clusters.append(Cluster(first: index, count: 1, x: position, width: width))
            }
            last = cluster
            position += width
        }
        return clusters
    }
}
