import SubdialBasics
import SubdialCPango

/// A face in a font file.
public struct FontFace: Hashable, Sendable, Codable, Comparable {
    /// The family, as in `Inter`.
    package let family: String
    /// The style within the family, as in `Semi Bold Italic`.
    package let style: String
    /// The path of the file.
    package let path: String
    /// The version of the font, as in `4.001`; empty for a font without one.
    package let version: String

    /// The family and the style.
    package var name: String { style.isEmpty ? family : "\(family) \(style)" }

    /// Compares family, style and file.
    public static func < (left: FontFace, right: FontFace) -> Bool {
        (left.family, left.style, left.path) < (right.family, right.style, right.path)
    }

    /// Creates the face of a fontconfig pattern; nil for one without a file.
    init?(_ pattern: OpaquePointer?) {
        guard let pattern, let path = Self.text(pattern, FC_FILE) else { return nil }
        self.path = path
        family = Self.text(pattern, FC_FAMILY) ?? ""
        style = Self.text(pattern, FC_STYLE) ?? ""
        var number: Int32 = 0
        // A fixed-point number with 16 fractional bits.
        let hasVersion = FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &number) == FcResultMatch
        let thousandths = Int(saturating: (Double(number) / 65_536 * 1000).rounded())
        let fraction = String(thousandths % 1000)
        version = hasVersion ? "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)" : ""
    }

    private static func text(_ pattern: OpaquePointer, _ object: String) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, object, 0, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }
}

extension FontLibrary {
    /// The files of all faces without duplicates, in the order of the configuration.
    package var everyFile: [String] {
        var known: Set<String> = []
        return faces.map(\.path).filter { known.insert($0).inserted }
    }

    /// All faces available to the library, in the order of the configuration.
    package var faces: [FontFace] {
        FontLock.lock()
        defer { FontLock.unlock() }
        guard let fonts = FcConfigGetFonts(configuration, FcSetSystem) else { return [] }
        return (0..<Int(fonts.pointee.nfont)).compactMap { FontFace(fonts.pointee.fonts[$0]) }
    }

    /// The faces used so far, including fallbacks for missing glyphs; empty unless ``recordsFaces`` is set.
    package var usedFaces: Set<FontFace> {
        FontLock.lock()
        defer { FontLock.unlock() }
        return Set(
            notedFonts.compactMap { font in
                FontFace(pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)))
            })
    }

    /// Clears the recorded faces.
    package func forgetUsedFaces() {
        FontLock.lock()
        defer { FontLock.unlock() }
        for font in notedFonts { g_object_unref(UnsafeMutableRawPointer(font)) }
        notedFonts = []
    }

    /// Records the fonts of a layout; each is retained, as the address of a released font may be reused.
    func record(_ layout: TextLayout) {
        guard recordsFaces else { return }
        for run in layout.lines.lazy.flatMap(\.runs) where notedFonts.insert(run.font).inserted {
            g_object_ref(UnsafeMutableRawPointer(run.font))
        }
    }
}
