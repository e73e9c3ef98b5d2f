import Glibc
import SubdialCCairo
import SubdialCPango
import SubdialSystem

/// The fonts of a fontconfig file, with caches of their metrics and layouts.
///
/// A library belongs to one task: neither it nor its layouts may be shared. Several libraries can be used in parallel, but they block each other.
///
/// Outlines are not hinted, and positions are not rounded. A point is one unit of the drawing context.
package final class FontLibrary {
    let map: UnsafeMutablePointer<PangoFontMap>
    private let leftToRight: OpaquePointer
    private let rightToLeft: OpaquePointer
    let configuration: OpaquePointer
    private var fonts: [FontStyle: ResolvedFont] = [:]
    private var layouts = RecentCache<TextLayout.Key, TextLayout>(capacity: 256)
    /// True to record the used faces in ``usedFaces``; only for a limited time, as the fonts of all sizes are retained.
    package var recordsFaces = false
    /// The used fonts, each retained.
    var notedFonts: Set<UnsafeMutablePointer<PangoFont>> = []

    /// Loads the fonts of a fontconfig file.
    ///
    /// - Parameters:
    ///   - path: The fontconfig file. Folders in it may be missing.
    ///   - family: A required family; nil for none.
    ///   - folder: A folder that replaces those in the file; nil for those in the file.
    /// - Throws: ``FontError`` if the file is unreadable, or if there are no fonts, or if the family is missing.
    package init(configuration path: String, requiring family: String? = "Inter", onlyFolder folder: String? = nil) throws(FontError) {
        FontLock.lock()
        defer { FontLock.unlock() }
        // fontconfig would report a missing file on stderr.
        guard access(path, R_OK) == 0 else { throw .configuration(path: path) }
        guard let configuration = FcConfigCreate() else { throw .unavailable }
        guard Self.load(configuration, path, onlyFolder: folder), FcConfigBuildFonts(configuration) != 0 else {
            FcConfigDestroy(configuration)
            throw .configuration(path: path)
        }
        do throws(FontError) {
            try Self.check(configuration, holds: family, path: path, onlyFolder: folder)
        } catch {
            FcConfigDestroy(configuration)
            throw error
        }
        // Pango initialises fontconfig when it creates a map; with a current configuration, it does not load that of the system too.
        FcConfigSetCurrent(configuration)
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
            FcConfigDestroy(configuration)
            throw .unavailable
        }
        pango_fc_font_map_set_config(OpaquePointer(map), configuration)
        pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
        guard let leftToRight = pango_font_map_create_context(map), let rightToLeft = pango_font_map_create_context(map) else {
            g_object_unref(map)
            FcConfigDestroy(configuration)
            throw .unavailable
        }
        self.configuration = configuration
        self.map = map
        self.leftToRight = leftToRight
        self.rightToLeft = rightToLeft
        Self.prepare(leftToRight, direction: PANGO_DIRECTION_WEAK_LTR)
        Self.prepare(rightToLeft, direction: PANGO_DIRECTION_RTL)
    }

    deinit {
        FontLock.lock()
        defer { FontLock.unlock() }
        layouts.removeAll()
        fonts.removeAll()
        for font in notedFonts { g_object_unref(UnsafeMutableRawPointer(font)) }
        g_object_unref(UnsafeMutableRawPointer(leftToRight))
        g_object_unref(UnsafeMutableRawPointer(rightToLeft))
        g_object_unref(map)
        FcConfigDestroy(configuration)
    }

    /// The metrics of the font of a style.
    package func metrics(_ style: FontStyle) -> FontMetrics {
        FontLock.lock()
        defer { FontLock.unlock() }
        return font(style)?.metrics ?? FontMetrics(ascent: 0, descent: 0, capHeight: 0, xHeight: 0, lineHeight: style.lineHeight ?? 0)
    }

    /// Lays out a text, or returns the cached layout of the same arguments, so that measuring before drawing has no extra cost.
    package func layout(_ text: String, style: FontStyle, options: TextOptions = TextOptions()) -> TextLayout {
        FontLock.lock()
        defer { FontLock.unlock() }
        // Longer texts are unlikely to be repeated and would fill the cache.
        guard text.utf8.count <= 4 * CleanText.maximumLength else {
            return TextLayout(text, style: style, library: self, options: options)
        }
        let key = TextLayout.Key(text: text, style: style, options: options)
        if let layout = layouts[key] {
            note(layout)
            return layout
        }
        let layout = TextLayout(text, style: style, library: self, options: options)
        layouts[key] = layout
        return layout
    }

    /// The context for texts of a direction; in Pango, the base direction belongs to a context, not to a layout.
    func context(_ direction: TextOptions.Direction) -> OpaquePointer {
        direction == .rightToLeft ? rightToLeft : leftToRight
    }

    func font(_ style: FontStyle) -> ResolvedFont? {
        if let font = fonts[style] { return font }
        let font = ResolvedFont(style, map: map, context: leftToRight)
        if fonts.count >= 256 { fonts.removeAll() }
        fonts[style] = font
        return font
    }

    /// Loads a fontconfig file, with its folders or with the given one.
    private static func load(_ configuration: OpaquePointer, _ path: String, onlyFolder folder: String?) -> Bool {
        guard let folder else { return FcConfigParseAndLoad(configuration, path, FcBool(1)) != 0 }
        guard let bytes = InputFile.picture(at: path), let escaped = g_markup_escape_text(folder, -1) else { return false }
        defer { g_free(escaped) }
        let text = String(decoding: bytes, as: UTF8.self).replacing(#/<dir[^>]*>[^<]*</dir>/#, with: "")
            .replacing("</fontconfig>", with: "<dir>\(String(cString: escaped))</dir></fontconfig>")
        return FcConfigParseAndLoadFromMemory(configuration, text, FcBool(1)) != 0
    }

    private static func check(_ configuration: OpaquePointer, holds family: String?, path: String, onlyFolder folder: String?)
        throws(FontError)
    {
        guard let fonts = FcConfigGetFonts(configuration, FcSetSystem), fonts.pointee.nfont > 0 else {
            throw folder.map { .emptyFolder(path: $0) } ?? .noFonts(path: path)
        }
        guard let family else { return }
        guard let pattern = FcPatternCreate() else { throw .unavailable }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, family)
        guard let wanted = FcObjectSetCreate() else { throw .unavailable }
        defer { FcObjectSetDestroy(wanted) }
        FcObjectSetAdd(wanted, FC_FAMILY)
        guard let found = FcFontList(configuration, pattern, wanted) else { throw .unavailable }
        defer { FcFontSetDestroy(found) }
        guard found.pointee.nfont > 0 else { throw .missingFamily(family, path: path) }
    }

    private static func prepare(_ context: OpaquePointer, direction: PangoDirection) {
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_cairo_context_set_resolution(context, 72)
        pango_context_set_round_glyph_positions(context, 0)
        // Otherwise, it would be that of the process environment.
        pango_context_set_language(context, pango_language_from_string("en"))
        pango_context_set_base_dir(context, direction)
    }
}
