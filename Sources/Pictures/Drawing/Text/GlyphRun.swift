import SubdialCPango
import SubdialLayout

/// Adjacent glyphs of one font on a line; valid as long as the layout.
///
/// All runs have the baseline of the line. Pango's own offset of a run is ignored: in a line that begins with CJK, it lifts every other script.
struct GlyphRun {
    let font: UnsafeMutablePointer<PangoFont>
    let glyphs: UnsafeMutablePointer<PangoGlyphString>
    /// The distance from the start of the line to the first glyph.
    let x: Double
    /// True for glyphs with their own colours.
    let isPainted: Bool
    /// The distance to the next run, in Pango units.
    let advance: Int32
    /// The first byte of its text.
    let offset: Int
    /// True for the sign in place of omitted text.
    let isEllipsis: Bool
    /// True for scripts whose letters may be higher or deeper than a line: not for those of which Latin fonts have letters, nor for CJK.
    private let mayReachOut: Bool

    /// - Parameter x: The start of the run, in Pango units.
    init?(_ item: PangoGlyphItem, x: Int32) {
        guard let font = item.item.pointee.analysis.font, let glyphs = item.glyphs else { return nil }
        self.font = font
        self.glyphs = glyphs
        self.x = Double(x + item.start_x_offset) / Double(PANGO_SCALE)
        isPainted = Self.isPainted(font)
        mayReachOut = !Self.lowScripts.contains(UInt32(item.item.pointee.analysis.script))
        offset = Int(item.item.pointee.offset)
        isEllipsis = Int32(item.item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0
        let width = isEllipsis ? Self.ownWidth(of: glyphs, in: font) : pango_glyph_string_get_width(glyphs)
        advance = width + item.start_x_offset + item.end_x_offset
    }

    /// The ink bounds of the glyphs, relative to the start of the baseline.
    var ink: Rect {
        var ink = PangoRectangle()
        pango_glyph_string_extents(glyphs, font, &ink, nil)
        let unit = 1 / Double(PANGO_SCALE)
        return Rect(
            x: x + Double(ink.x) * unit,
            y: Double(ink.y) * unit,
            width: Double(ink.width) * unit,
            height: Double(ink.height) * unit
        )
    }

    /// The height above and below the baseline of a line with this run.
    ///
    /// A line has the height of its style's font. It grows to letters of another font that reach out of it, such as stacked marks, so that lines do not
    /// run into each other. It does not grow beyond the ascent and the descent of that font, which many fonts have for letters that few texts contain.
    ///
    /// - Parameters:
    ///   - extent: The height of the line above and below the baseline.
    ///   - own: The metrics of the style's font.
    func extent(within extent: LineExtent, of own: FontMetrics) -> LineExtent {
        guard !isPainted, mayReachOut else { return extent }
        let ink = ink
        // Letters that are taller than the line touch those of the next one.
        let room = ink.height > extent.height ? 0 : Self.slack * (own.ascent + own.descent)
        let (isHigh, isDeep) = (-ink.y > extent.above + room, ink.y + ink.height > extent.below + room)
        guard isHigh || isDeep, let metrics = pango_font_get_metrics(font, nil) else { return extent }
        defer { pango_font_metrics_unref(metrics) }
        let ascent = Double(pango_font_metrics_get_ascent(metrics)) / Double(PANGO_SCALE)
        let descent = Double(pango_font_metrics_get_descent(metrics)) / Double(PANGO_SCALE)
        return LineExtent(
            above: isHigh ? max(extent.above, min(-ink.y, ascent)) : extent.above,
            below: isDeep ? max(extent.below, min(ink.y + ink.height, descent)) : extent.below)
    }

    /// The part of a line's height by which letters may reach out of it: that of many fonts' descenders.
    private static let slack = 0.04

    /// True if the font has a size on the surface that FreeType can make.
    ///
    /// Glyphs beyond it, far larger than any picture, are not drawn: an error of theirs would fail the whole picture.
    func isDrawable(on target: OpaquePointer) -> Bool {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(target, &matrix)
        let unit = max(abs(matrix.xx) + abs(matrix.xy), abs(matrix.yx) + abs(matrix.yy))
        // Most texts need no look at the font, whose size is limited.
        if unit * ResolvedFont.maximumSize <= Self.maximumPixels { return true }
        guard let description = pango_font_describe_with_absolute_size(font) else { return false }
        defer { pango_font_description_free(description) }
        return Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE) * unit <= Self.maximumPixels
    }

    /// The largest size of a font on a surface, in pixels.
    private static let maximumPixels = 16_384.0

    /// The scalars for which Pango has found no glyph; such a glyph has the scalar's number, with a bit that says so.
    var missingGlyphs: [Unicode.Scalar] {
        (0..<Int(glyphs.pointee.num_glyphs)).compactMap { index in
            let glyph = glyphs.pointee.glyphs[index].glyph
            // All bits are set for bytes that are no UTF-8.
            guard glyph & Self.isUnknown != 0, glyph != .max else { return nil }
            let scalar = Unicode.Scalar(glyph & ~Self.isUnknown)
            // A line break has no glyph, and needs none.
            return scalar == CleanText.lineSeparator ? nil : scalar
        }
    }

    private static let lowScripts: Set<UInt32> = Set(
        [
            PANGO_SCRIPT_COMMON, PANGO_SCRIPT_INHERITED, PANGO_SCRIPT_LATIN, PANGO_SCRIPT_GREEK, PANGO_SCRIPT_CYRILLIC, PANGO_SCRIPT_HAN,
            PANGO_SCRIPT_HIRAGANA, PANGO_SCRIPT_KATAKANA, PANGO_SCRIPT_HANGUL, PANGO_SCRIPT_BOPOMOFO,
        ].map { UInt32(bitPattern: $0.rawValue) })

    /// `PANGO_GLYPH_UNKNOWN_FLAG`.
    private static let isUnknown: PangoGlyph = 0x1000_0000

    /// The natural width of an ellipsis; Pango widens one in the middle to fill the line, which leaves a gap after it.
    private static func ownWidth(of glyphs: UnsafeMutablePointer<PangoGlyphString>, in font: UnsafeMutablePointer<PangoFont>) -> Int32 {
        var width: Int32 = 0
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
            let glyph = glyphs.pointee.glyphs[index]
            var logical = PangoRectangle()
            pango_font_get_glyph_extents(font, glyph.glyph, nil, &logical)
            width += min(glyph.geometry.width, logical.width)
        }
        return width
    }

    /// The distance from the start to the end of its glyphs, in points.
    var width: Double { Double(advance) / Double(PANGO_SCALE) }

    /// True if the font is upright although an italic one was asked for.
    var isUpright: Bool {
        guard let description = pango_font_describe(font) else { return false }
        defer { pango_font_description_free(description) }
        return pango_font_description_get_style(description) == PANGO_STYLE_NORMAL
    }

    /// The places of the lines under and through the glyphs: the distances of their upper edges above the baseline, and their thickness.
    var lineMetrics: LineMetrics {
        guard let metrics = pango_font_get_metrics(font, nil) else { return LineMetrics(underline: -1, strikethrough: 4, thickness: 1) }
        defer { pango_font_metrics_unref(metrics) }
        func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
        return LineMetrics(
            underline: points(pango_font_metrics_get_underline_position(metrics)),
            strikethrough: points(pango_font_metrics_get_strikethrough_position(metrics)),
            thickness: max(points(pango_font_metrics_get_underline_thickness(metrics)), 0.25))
    }

    struct LineMetrics {
        let underline: Double
        let strikethrough: Double
        let thickness: Double
    }

    private static func isPainted(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
        let pattern = pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
        var color = FcBool(0)
        return FcPatternGetBool(pattern, FC_COLOR, 0, &color) == FcResultMatch && color != 0
    }
}

/// The height of a line above and below its baseline.
struct LineExtent: Equatable {
    var above: Double
    var below: Double

    var height: Double { max(0, above + below) }

    /// The larger of both in each direction.
    func union(_ other: LineExtent) -> LineExtent { LineExtent(above: max(above, other.above), below: max(below, other.below)) }
}

extension FontMetrics {
    /// The height of a line of this font.
    var extent: LineExtent { LineExtent(above: baseline, below: lineHeight - baseline) }
}
