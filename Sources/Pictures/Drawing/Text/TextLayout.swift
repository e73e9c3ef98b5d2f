import Glibc
import SubdialBasics
import SubdialCCairo
import SubdialCPango
import SubdialLayout

/// A text broken into lines, ready for measuring and drawing.
///
/// Every line has the line height of the style, unless letters of another font reach out of it. The text is a separate paragraph: its control
/// characters, including directional ones, have no effect outside. Text beyond 4,000 scalars is cut.
package final class TextLayout {
    /// The cache key of a layout in a library.
    struct Key: Hashable {
        let text: String
        let style: FontStyle
        let options: TextOptions
        /// The parts of the text; empty for a text of one style.
        var spans: [TextSpan] = []
    }

    /// The width of the longest line, limited to the requested width, and the height of all lines.
    package let size: Size
    /// The number of lines, at least 1.
    package let lineCount: Int
    /// True if an ellipsis replaces a part of the text.
    package let isTruncated: Bool
    /// The metrics of the style's font.
    private let metrics: FontMetrics
    /// The visible scalars without a glyph in any font, in the order of the lines, without duplicates; Pango draws boxes with their numbers.
    package let missingGlyphs: [Unicode.Scalar]

    let lines: [TextLine]
    private let paragraph: Paragraph
    private let alignment: TextOptions.Alignment
    private let isRightToLeft: Bool
    /// The distance of each line's baseline from the top; one at least.
    private let baselines: [Double]
    /// The horizontal factor of the glyphs; not 1 if the font has no face of the style's width.
    let stretch: Double
    /// The width of the line along the outlines of a text of one style; 0 for none.
    let rounding: Double
    /// The space at both ends of a line that rounded letters grow into.
    private let sideBearing: Double
    /// True if italic letters were asked for, which not every font has.
    private let mayBeUpright: Bool
    /// What differs from line to line and from run to run; nil for a text of one style.
    let composition: Composition?

    /// Lays out a text.
    ///
    /// ``FontLibrary/layout(_:style:options:)`` does the same with a cache.
    ///
    /// - Parameter spans: The parts of the text, whose texts take the place of `text`; empty for a text of one style.
    package init(
        _ text: String, style: FontStyle, library: FontLibrary, options: TextOptions = TextOptions(), spans: [TextSpan] = []
    ) {
        FontLock.lock()
        defer { FontLock.unlock() }
        let font = library.font(style)
        let metrics = library.metrics(style)
        let clean = spans.isEmpty ? CleanText(text) : CleanText(spans)
        let context = library.context(options.direction)
        let tracking =
            spans.isEmpty
            ? TextAttributes.tracking(style) : spans.map { TextAttributes.tracking($0.style) + TextAttributes.spacing($0) }.max() ?? 0
        let stretch = font?.missingWidth ?? 1
        let sideBearing = style.rounding > 0 ? max(0, TextAttributes.tracking(style)) * stretch / 2 : 0
        var options = options
        if stretch != 1 || sideBearing > 0 { options.width = options.width.map { ($0 - 2 * sideBearing) / stretch } }
        func paragraph(_ text: CleanText, isLimited: Bool = true, widening: Double) -> Paragraph {
            let attributes =
                spans.isEmpty
                ? TextAttributes(text, style: style, features: font?.features ?? "", language: options.language)
                : TextAttributes(
                    text, style: style, spans: spans, features: font?.features ?? "", language: options.language, font: library.font)
            let isAutomatic = options.direction == .automatic
            let paragraph = Paragraph(text, font: font, attributes: attributes, isAutomatic: isAutomatic, context: context)
            paragraph.setExtent(options, isLimited: isLimited, widening: widening)
            return paragraph
        }

        // Pango would draw a newline hidden by the ellipsis as an arrow, so the text after the last line's newline is cut beforehand.
        var cut: CleanText?
        if let maxLines = options.maxLines, clean.scalars.contains(CleanText.lineSeparator) {
            cut = paragraph(clean, isLimited: false, widening: 0).start(ofLine: max(1, maxLines) - 1).flatMap(clean.cut)
        }

        // Pango includes the tracking after the last letter when it breaks lines, and removes it afterwards if the line has any.
        let width = options.width.map { max(0, $0) } ?? .infinity
        let paragraph = paragraph(cut ?? clean, widening: max(0, tracking))
        var lines = paragraph.lines(options)
        if tracking != 0, lines.contains(where: { $0.width > width }) {
            paragraph.setExtent(options, isLimited: true, widening: min(0, tracking))
            lines = paragraph.lines(options)
        }
        let lineSpacing = options.lineSpacing.isFinite ? min(max(options.lineSpacing, -1000), 1000) : 0
        composition =
            spans.isEmpty
            ? nil
            : Composition(
                spans, ranges: (cut ?? clean).spanRanges, lines: &lines, base: metrics, metrics: library.metrics)
        let extents =
            composition?.extents
            ?? lines.map { line in
                line.runs.reduce(metrics.extent) { $0.union($1.extent(within: metrics.extent, of: metrics)) }
            }
        var (baselines, top): ([Double], Double) = ([], 0)
        for (index, extent) in extents.enumerated() {
            if index > 0 { top += lineSpacing }
            baselines.append(top + extent.above)
            top += extent.height
        }
        let widest = lines.map(\.width).max() ?? 0
        self.baselines = baselines.isEmpty ? [metrics.baseline] : baselines
        self.stretch = stretch
        self.sideBearing = sideBearing
        rounding = style.rounding
        mayBeUpright = style.isItalic || spans.contains(where: \.style.isItalic)
        self.paragraph = paragraph
        self.lines = lines
        self.metrics = metrics
        missingGlyphs = lines.lazy.flatMap(\.runs).flatMap(\.missingGlyphs).reduce(into: []) { all, scalar in
            if !all.contains(scalar) { all.append(scalar) }
        }
        lineCount = max(1, lines.count)
        isTruncated = cut != nil || paragraph.isEllipsized
        var height = extents.isEmpty ? metrics.lineHeight : top
        // Negative spacing must not give a negative height.
        if lineSpacing < 0 { height = max(height, metrics.lineHeight) }
        let missing = min(options.reservedLines, 1000) - lineCount
        if missing > 0 { height += (metrics.lineHeight + lineSpacing) * Double(missing) }
        size = Size(min(widest, width) * stretch + (widest > 0 ? 2 * sideBearing : 0), height)
        alignment = options.alignment
        isRightToLeft = options.direction == .rightToLeft
        library.record(self)
    }

    /// The distance from the top to the baseline of the first line.
    package var firstBaseline: Double { baselines.first ?? metrics.baseline }

    /// The distance from the top to the baseline of the last line.
    package var lastBaseline: Double { baselines.last ?? metrics.baseline }

    /// The height of an uppercase H.
    package var capHeight: Double { metrics.capHeight }

    /// The ink bounds of the glyphs, relative to the top left corner of the layout; they may extend beyond ``size``.
    package var inkBounds: Rect {
        FontLock.lock()
        defer { FontLock.unlock() }
        var bounds: Rect?
        for index in lines.indices {
            let origin = origin(of: index)
            for (place, run) in lines[index].runs.enumerated() where !run.ink.isEmpty {
                let (ink, rounding) = (run.ink, rounding(ofRun: place, onLine: index))
                let placed = Rect(
                    x: origin.x + ink.x * stretch - rounding / 2, y: origin.y + ink.y - rounding, width: ink.width * stretch + rounding,
                    height: ink.height + rounding)
                bounds = bounds?.union(placed) ?? placed
            }
        }
        return bounds ?? .zero
    }

    /// The ink bounds of the glyphs with colours of their own, such as emoji, relative to the top left corner of the layout.
    package var paintedBounds: [Rect] {
        FontLock.lock()
        defer { FontLock.unlock() }
        return lines.indices.flatMap { index in
            let origin = origin(of: index)
            return lines[index].runs.filter(\.isPainted).map { run in
                let ink = run.ink
                return Rect(x: origin.x + ink.x * stretch, y: origin.y + ink.y, width: ink.width * stretch, height: ink.height)
            }
        }
    }

    /// The start of a line's baseline, relative to the top left corner of the layout.
    private func origin(of index: Int) -> Point {
        let line = lines[index]
        let room = size.width - line.width * stretch - 2 * sideBearing
        let x =
            switch alignment {
            case .center: room / 2
            case .leading: isRightToLeft ? room : 0
            case .trailing: isRightToLeft ? 0 : room
            }
        return Point(x + sideBearing, baselines[index])
    }

    /// The width of the line along the outlines of a run; 0 for none, and for glyphs with their own colours.
    private func rounding(ofRun run: Int, onLine line: Int) -> Double {
        guard !lines[line].runs[run].isPainted else { return 0 }
        return composition.map { $0.spans[$0.owners[line][run]].style.rounding } ?? rounding
    }
}

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
        let start = middle * .pi / 180 - line.width * stretch / 2 / radius
        for run in line.runs where run.isDrawable(on: context.pointer) {
            for cluster in run.clusters {
                context.saved {
                    let target = context.pointer
                    cairo_translate(target, center.x, center.y)
                    cairo_rotate(target, start + (cluster.x + cluster.width / 2) * stretch / radius)
                    cairo_new_path(target)
                    cairo_set_source_rgba(target, color.red, color.green, color.blue, color.alpha)
                    var glyphs = PangoGlyphString(
                        num_glyphs: Int32(cluster.count), glyphs: run.glyphs.pointee.glyphs + cluster.first,
                        log_clusters: run.glyphs.pointee.log_clusters + cluster.first, space: 0)
                    if run.isPainted {
                        cairo_move_to(target, -cluster.width * stretch / 2, -radius)
                        pango_cairo_show_glyph_string(target, run.font, &glyphs)
                    } else {
                        let start = Point(-cluster.width * stretch / 2, -radius - rounding / 2)
                        addPath(of: &glyphs, run.font, at: start, slant: 0, to: target)
                        fillOutlines(in: context, with: .color(color), rounding: rounding)
                    }
                    context.reset()
                }
            }
        }
    }

    /// The angle of the first line on a circle of `radius`, in degrees.
    package func angle(onRadius radius: Double) -> Double {
        radius > 0 ? (lines.first?.width ?? 0) * stretch / radius * 180 / .pi : 0
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

extension TextLayout {
    /// Draws the text with its top left corner at `point`.
    ///
    /// Unless the context is rotated, each baseline is moved to the nearest row of pixels, which keeps horizontal strokes sharp. Horizontal
    /// positions are not rounded.
    package func draw(in context: Context, at point: Point, with paint: Paint) {
        FontLock.lock()
        defer { FontLock.unlock() }
        let target = context.pointer
        context.saved {
            cairo_new_path(target)
            for index in lines.indices {
                var origin = origin(of: index, at: point, in: target)
                // Rounded letters are lifted, so that they still stand on the baseline.
                origin.y -= rounding / 2
                for run in lines[index].runs where !run.isPainted { addPath(of: run, at: origin, to: target) }
            }
            // As one outline: Cairo's own glyph drawing places every glyph on a whole pixel, and draws overlaps twice.
            fillOutlines(in: context, with: paint, rounding: rounding)
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
                let origin = origin(of: index, at: point, in: context.pointer)
                for run in lines[index].runs where run.isPainted && run.isDrawable(on: context.pointer) {
                    cairo_move_to(context.pointer, origin.x + run.x * stretch, origin.y)
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

    /// The start of a line's baseline in the drawing, on a row of pixels.
    func origin(of index: Int, at point: Point, in context: OpaquePointer) -> Point {
        var origin = origin(of: index)
        if stretch != 1 { origin.x *= stretch }
        return Self.snapped(origin + point, in: context)
    }

    /// Adds the outlines of a run.
    func addPath(of run: GlyphRun, at origin: Point, to target: OpaquePointer) {
        guard run.isDrawable(on: target) else { return }
        let slant = mayBeUpright && run.isUpright && (composition?.isItalic(run) ?? true) ? Self.slant : 0
        addPath(of: run.glyphs, run.font, at: Point(origin.x + run.x * stretch, origin.y), slant: slant, to: target)
    }

    private func addPath(
        of glyphs: UnsafeMutablePointer<PangoGlyphString>, _ font: UnsafeMutablePointer<PangoFont>, at point: Point, slant: Double,
        to target: OpaquePointer
    ) {
        guard stretch != 1 || slant != 0 else {
            cairo_move_to(target, point.x, point.y)
            return pango_cairo_glyph_string_path(target, font, glyphs)
        }
        cairo_save(target)
        // A path keeps its place on the surface.
        var matrix = cairo_matrix_t()
        cairo_matrix_init(&matrix, stretch, 0, -slant, 1, point.x, point.y)
        cairo_transform(target, &matrix)
        cairo_move_to(target, 0, 0)
        pango_cairo_glyph_string_path(target, font, glyphs)
        cairo_restore(target)
    }

    /// Fills the outlines of the path, with a line of the width `rounding` along them.
    func fillOutlines(in context: Context, with paint: Paint, rounding: Double) {
        let target = context.pointer
        context.setFillRule(false)
        guard rounding > 0 else {
            guard let source = Pattern(paint) else { return cairo_new_path(target) }
            cairo_set_source(target, source.pointer)
            return cairo_fill(target)
        }
        cairo_set_line_width(target, rounding)
        cairo_set_line_join(target, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(target, CAIRO_LINE_CAP_ROUND)
        cairo_set_dash(target, nil, 0, 0)
        func draw() {
            cairo_fill_preserve(target)
            cairo_stroke(target)
        }
        if paint.isOpaque, let source = Pattern(paint) {
            cairo_set_source(target, source.pointer)
            return draw()
        }
        // The area and its line are one mask for the paint, so that their overlap is not darker.
        context.saved {
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            cairo_stroke_extents(target, &left, &top, &right, &bottom)
            let outline = cairo_copy_path(target)
            defer { cairo_path_destroy(outline) }
            cairo_new_path(target)
            cairo_rectangle(target, left, top, right - left, bottom - top)
            cairo_clip(target)
            context.group {
                cairo_append_path(target, outline)
                cairo_set_source_rgb(target, 0, 0, 0)
                draw()
                context.paint(paint, blend: .sourceIn)
            }
        }
    }

    /// The slope of letters of a font without italics.
    private static let slant = 0.2

    private static func snapped(_ point: Point, in context: OpaquePointer) -> Point {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(context, &matrix)
        guard matrix.xy == 0, matrix.yx == 0, matrix.yy != 0 else { return point }
        let row = (point.y * matrix.yy + matrix.y0).rounded()
        return Point(point.x, (row - matrix.y0) / matrix.yy)
    }
}

extension Paint {
    /// True for a colour without transparency.
    fileprivate var isOpaque: Bool { if case .color(let color) = self { color.alpha >= 1 } else { false } }

    /// The opacity of emoji in text of this paint: the alpha of a colour, or the maximum alpha of a gradient.
    var opacity: Double {
        switch self {
        case .color(let color): color.alpha
        case .linear(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        case .angular(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        case .radial(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        case .elliptical(let gradient): gradient.stops.map(\.color.alpha).max() ?? 0
        case .mesh, .tiles: 1
        }
    }
}

/// Owns a PangoLayout.
final class Paragraph {
    private let pointer: OpaquePointer

    /// - Parameter isAutomatic: True if the first letter decides the direction; false for that of the context.
    init(_ text: CleanText, font: ResolvedFont?, attributes: TextAttributes, isAutomatic: Bool, context: OpaquePointer) {
        pointer = pango_layout_new(context)
        var string = text.string
        string.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(pointer, $0.baseAddress, Int32($0.count)) }
        }
        pango_layout_set_font_description(pointer, font?.description)
        pango_layout_set_attributes(pointer, attributes.pointer)
        pango_layout_set_auto_dir(pointer, isAutomatic ? 1 : 0)
    }

    deinit {
        FontLock.lock()
        defer { FontLock.unlock() }
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// Sets the width for wrapping and truncation.
    ///
    /// - Parameters:
    ///   - isLimited: True to apply the line limit and the ellipsis.
    ///   - widening: An addition to the width.
    fileprivate func setExtent(_ options: TextOptions, isLimited: Bool, widening: Double) {
        guard let width = options.width, width.isFinite else { return }
        // Rounded down, with a tolerance for the rounding errors of a measured width.
        let units = (min(max(width + widening, 0), 1e6) * Double(PANGO_SCALE) + 0.01).rounded(.down)
        pango_layout_set_width(pointer, Int32(saturating: units))
        pango_layout_set_wrap(pointer, PANGO_WRAP_WORD_CHAR)
        guard isLimited, let maxLines = options.maxLines else { return }
        pango_layout_set_height(pointer, -Int32(min(max(maxLines, 1), 1000)))
        let mode =
            switch options.truncation {
            case .tail: PANGO_ELLIPSIZE_END
            case .middle: PANGO_ELLIPSIZE_MIDDLE
            case .head: PANGO_ELLIPSIZE_START
            }
        pango_layout_set_ellipsize(pointer, mode)
    }

    /// The lines, limited to `maxLines`.
    fileprivate func lines(_ options: TextOptions) -> [TextLine] {
        let count = Int(pango_layout_get_line_count(pointer))
        let shown = min(count, options.maxLines.map { max(1, $0) } ?? count)
        return (0..<shown).compactMap { index in
            pango_layout_get_line_readonly(pointer, Int32(index)).map(TextLine.init)
        }
    }

    /// True if an ellipsis replaces a part of the text.
    fileprivate var isEllipsized: Bool {
        pango_layout_is_ellipsized(pointer) != 0
    }

    /// The byte offset of the start of a line; nil if there are fewer lines.
    fileprivate func start(ofLine index: Int) -> Int? {
        guard index < pango_layout_get_line_count(pointer) else { return nil }
        return pango_layout_get_line_readonly(pointer, Int32(index)).map { Int($0.pointee.start_index) }
    }
}

/// A line of a layout; valid as long as the layout.
struct TextLine {
    /// The runs from left to right.
    let runs: [GlyphRun]
    /// The advance of the whole line.
    var width: Double

    init(_ line: UnsafeMutablePointer<PangoLayoutLine>) {
        var runs: [GlyphRun] = []
        var x: Int32 = 0
        var node = line.pointee.runs
        while let current = node {
            node = current.pointee.next
            guard let item = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
                let run = GlyphRun(item, x: x)
            else { continue }
            runs.append(run)
            x += run.advance
        }
        self.runs = runs
        width = Double(x) / Double(PANGO_SCALE)
    }

    /// The ink bounds of the glyphs, relative to the start of the baseline; empty without visible glyphs.
    fileprivate var ink: Rect {
        var bounds: Rect?
        for run in runs where !run.ink.isEmpty {
            bounds = bounds.map { $0.union(run.ink) } ?? run.ink
        }
        return bounds ?? .zero
    }
}
