import SubdialCPango

/// The Pango font description of a style, with its metrics; created once per style.
final class ResolvedFont {
    let description: OpaquePointer
    let metrics: FontMetrics
    /// The OpenType features of the style, in CSS syntax.
    let features: String
    /// The horizontal factor for a width of which the family has no face; 1 for none.
    let missingWidth: Double
    /// The largest size of a font, in points.
    static let maximumSize = 1000.0

    init?(_ style: FontStyle, map: UnsafeMutablePointer<PangoFontMap>, context: OpaquePointer) {
        guard let description = pango_font_description_new() else { return nil }
        self.description = description
        let size = min(max(style.size.isNaN ? 1 : style.size, 1), Self.maximumSize)
        pango_font_description_set_family(description, style.families.joined(separator: ","))
        pango_font_description_set_weight(description, PangoWeight(UInt32(style.weight.rawValue)))
        pango_font_description_set_style(description, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        if style.hasSmallCaps { pango_font_description_set_variant(description, PANGO_VARIANT_SMALL_CAPS) }
        if style.width != 1 { pango_font_description_set_stretch(description, Self.stretch(style.width)) }
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        missingWidth = style.width == 1 || Self.hasWidth(description, map: map, context: context) ? 1 : style.width
        metrics = Self.metrics(of: description, lineHeight: style.lineHeight, map: map, context: context).grown(by: style.rounding)
        features = (style.hasTabularDigits ? ["tnum=1"] : []).appending(style.features).joined(separator: ", ")
    }

    deinit {
        pango_font_description_free(description)
    }

    /// True if the face of a description is narrower or wider than usual.
    private static func hasWidth(_ description: OpaquePointer, map: UnsafeMutablePointer<PangoFontMap>, context: OpaquePointer) -> Bool {
        guard let font = pango_font_map_load_font(map, context, description) else { return false }
        defer { g_object_unref(font) }
        guard let found = pango_font_describe(font) else { return false }
        defer { pango_font_description_free(found) }
        return pango_font_description_get_stretch(found) != PANGO_STRETCH_NORMAL
    }

    /// The class of a width, by the percentages of OpenType.
    private static func stretch(_ width: Double) -> PangoStretch {
        switch width {
        case ..<0.81: PANGO_STRETCH_CONDENSED
        case ..<0.95: PANGO_STRETCH_SEMI_CONDENSED
        case ..<1.06: PANGO_STRETCH_NORMAL
        case ..<1.19: PANGO_STRETCH_SEMI_EXPANDED
        default: PANGO_STRETCH_EXPANDED
        }
    }

    private static func metrics(
        of description: OpaquePointer, lineHeight: Double?, map: UnsafeMutablePointer<PangoFontMap>, context: OpaquePointer
    ) -> FontMetrics {
        var extents = hb_font_extents_t()
        var capHeight = 0.0
        var xHeight = 0.0
        if let font = pango_font_map_load_font(map, context, description) {
            if let shaper = pango_font_get_hb_font(font) {
                hb_font_get_extents_for_direction(shaper, HB_DIRECTION_LTR, &extents)
                capHeight = height(of: "H", in: shaper)
                xHeight = height(of: "x", in: shaper)
            }
            g_object_unref(font)
        }
        let ascent = Double(extents.ascender) / Double(PANGO_SCALE)
        let descent = Double(-extents.descender) / Double(PANGO_SCALE)
        let usableLineHeight = lineHeight.flatMap { $0.isFinite && $0 > 0 ? min($0, 10_000) : nil }
        return FontMetrics(
            ascent: ascent,
            descent: descent,
            capHeight: capHeight,
            xHeight: xHeight,
            lineHeight: usableLineHeight ?? ascent + descent
        )
    }

    private static func height(of letter: UnicodeScalar, in font: OpaquePointer) -> Double {
        var glyph: hb_codepoint_t = 0
        var extents = hb_glyph_extents_t()
        guard hb_font_get_nominal_glyph(font, letter.value, &glyph) != 0, hb_font_get_glyph_extents(font, glyph, &extents) != 0 else {
            return 0
        }
        return Double(extents.y_bearing) / Double(PANGO_SCALE)
    }
}

extension [String] {
    fileprivate func appending(_ element: String) -> [String] {
        element.isEmpty ? self : self + [element]
    }
}

/// The metrics of a font at the size of a style, in points; those of the first family, not of its fallbacks.
package struct FontMetrics: Hashable, Sendable {
    /// The distance from the baseline up to the top of the font.
    package let ascent: Double
    /// The distance from the baseline down to the bottom of the font.
    package let descent: Double
    /// The height of an uppercase H.
    package let capHeight: Double
    /// The height of a lowercase x.
    package let xHeight: Double
    /// The line height: that of the style, otherwise the sum of ascent and descent.
    package let lineHeight: Double

    /// The metrics with letters that reach higher above the baseline.
    fileprivate func grown(by height: Double) -> FontMetrics {
        FontMetrics(
            ascent: ascent + height, descent: descent, capHeight: capHeight + height, xHeight: xHeight + height, lineHeight: lineHeight)
    }

    /// The distance from the top of a line to its baseline; extra line height is divided equally between top and bottom.
    package var baseline: Double {
        (lineHeight - ascent - descent) / 2 + ascent
    }
}
