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
    private let map: UnsafeMutablePointer<PangoFontMap>
    private let leftToRight: OpaquePointer
    private let rightToLeft: OpaquePointer
    let configuration: OpaquePointer
    private var fonts: [FontStyle: ResolvedFont] = [:]
    /// The fonts that were looked for by their names.
    var names: [String: NamedFont?] = [:]
    private var layouts = RecentCache<TextLayout.Key, TextLayout>(capacity: 256)
    /// True to record the used faces in ``usedFaces``; only for a limited time, as the fonts of all sizes are retained.
    package var recordsFaces = false
    /// The used fonts, each retained.
    var notedFonts: Set<UnsafeMutablePointer<PangoFont>> = []

    /// The maximum size of a fontconfig file whose folders are replaced, in bytes.
    private static let maximumConfiguration = 1 << 20

    /// Loads the fonts of a fontconfig file.
    ///
    /// - Parameters:
    ///   - path: The fontconfig file of Subdial or of its user. Folders in it may be missing.
    ///   - family: A required family; nil for none.
    ///   - folder: A folder that replaces those in the file; nil for those in the file.
    /// - Throws: ``FontError`` if the file is unreadable, or if there are no fonts, or if the family is missing, or if the folder has what is
    ///   no font file.
    package init(configuration path: String, requiring family: String? = "Inter", onlyFolder folder: String? = nil) throws(FontError) {
        FontLock.lock()
        defer { FontLock.unlock() }
        // fontconfig would report a missing file on stderr.
        guard access(path, R_OK) == 0 else { throw .configuration(path: path) }
        if let folder { try FontFile.check(folder: folder) }
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
    ///
    /// - Parameter spans: The parts of the text, whose texts take the place of `text`; empty for a text of one style.
    package func layout(
        _ text: String, style: FontStyle, options: TextOptions = TextOptions(), spans: [TextSpan] = []
    ) -> TextLayout {
        FontLock.lock()
        defer { FontLock.unlock() }
        // Longer texts are unlikely to be repeated and would fill the cache.
        guard text.utf8.count <= 4 * CleanText.maximumLength else {
            return TextLayout(text, style: style, library: self, options: options, spans: spans)
        }
        let key = TextLayout.Key(text: text, style: style, options: options, spans: spans)
        if let layout = layouts[key] {
            record(layout)
            return layout
        }
        let layout = TextLayout(text, style: style, library: self, options: options, spans: spans)
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
        guard let bytes = try? InputFile.bytes(at: path, limit: maximumConfiguration, accepting: .regular) else { return false }
        let text = FontConfiguration.text(rules: String(decoding: bytes, as: UTF8.self), folder: folder)
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

extension FontLibrary {
    /// Loads the fonts of a file in the background, for the first ``prepared(configuration:requiring:onlyFolder:)`` with the same arguments.
    ///
    /// A program that draws one picture calls this at its start: the fonts are loaded while it reads its arguments and files. It calls
    /// ``endPreparation()`` before it exits.
    package static func prepare(configuration path: String, requiring family: String? = "Inter") {
        _ = WorkThread.detach {
            FontLock.lock()
            defer { FontLock.unlock() }
            // Too late if the fonts are loaded already.
            guard !Prepared.shared.isOver else { return }
            Prepared.shared.library = try? FontLibrary(configuration: path, requiring: family)
            Prepared.shared.arguments = (path, family)
        }
    }

    /// Waits for fonts that are being prepared: a process that ends while fontconfig writes a cache would leave it locked for minutes.
    package static func endPreparation() {
        FontLock.lock()
        defer { FontLock.unlock() }
        Prepared.shared.isOver = true
    }

    /// The fonts that have been prepared, or else newly loaded ones; the parameters and errors are those of the initializer.
    package static func prepared(
        configuration path: String, requiring family: String? = "Inter", onlyFolder folder: String? = nil
    ) throws(FontError) -> sending FontLibrary {
        let library = Prepared.shared.remove(path, family)
        if folder == nil, let library { return library }
        return try FontLibrary(configuration: path, requiring: family, onlyFolder: folder)
    }

    /// The prepared fonts, guarded by ``FontLock``.
    private final class Prepared: @unchecked Sendable {
        static let shared = Prepared()

        var library: FontLibrary?
        var arguments: (path: String, family: String?)?
        /// True if fonts were needed, prepared or not.
        var isOver = false

        /// Removes the prepared fonts and returns them if they have these arguments; waits while they are loaded.
        func remove(_ path: String, _ family: String?) -> sending FontLibrary? {
            FontLock.lock()
            defer { FontLock.unlock() }
            isOver = true
            guard let library = library.take(), let arguments, arguments == (path, family) else { return nil }
            return library
        }
    }
}

/// An error in the loading of fonts.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fontconfig file is missing or unreadable.
    case configuration(path: String)
    /// None of the configured folders contains a font.
    case noFonts(path: String)
    /// The exclusive font folder is empty.
    case emptyFolder(path: String)
    /// The exclusive font folder has a file that must not be read.
    case unusable(path: String, reason: String)
    /// A required family is missing.
    case missingFamily(String, path: String)
    /// Pango does not support FreeType fonts here.
    case unavailable

    /// The problem and its solution.
    public var description: String {
        switch self {
        case .configuration(let path):
            "cannot read the font configuration \(path)"
        case .noFonts(let path):
            "no fonts in any folder that \(path) names\(SystemPackage.fonts.remedy)"
        case .emptyFolder(let path):
            "there is no font in \(path); 'subdial snapshot fonts vendor' copies those that are needed"
        case .unusable(let path, let reason):
            "\(path): \(reason); a folder of fonts holds their files and licences"
        case .missingFamily(let family, let path):
            "the font family “\(family)” is in no folder that \(path) names\(SystemPackage.fonts.remedy)"
        case .unavailable:
            "Pango was built without FreeType fonts; install the distribution's usual Pango and Cairo packages"
        }
    }
}
