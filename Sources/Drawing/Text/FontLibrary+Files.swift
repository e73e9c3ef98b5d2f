import CPango

/// A file that fonts come from.
public struct FontFile: Hashable, Sendable {
    /// The file.
    public let path: String
    /// What the font calls its version, as in `4.001`; empty where it does not.
    public let version: String
}

extension FontLibrary {
    /// The files that texts of these families are drawn with, each once, in the families' order.
    public func files(ofFamilies families: [String]) -> [FontFile] {
        FontLock.lock()
        defer { FontLock.unlock() }
        var files: [FontFile] = []
        for family in families {
            guard let file = file(of: family), !files.contains(where: { $0.path == file.path }) else { continue }
            files.append(file)
        }
        return files
    }

    /// The files of all fonts, each once, in the order in which the configuration found them.
    public var everyFile: [String] {
        FontLock.lock()
        defer { FontLock.unlock() }
        guard let fonts = FcConfigGetFonts(configuration, FcSetSystem) else { return [] }
        var (files, known): ([String], Set<String>) = ([], [])
        for index in 0..<Int(fonts.pointee.nfont) {
            var path: UnsafeMutablePointer<FcChar8>?
            guard let font = fonts.pointee.fonts[index], FcPatternGetString(font, FC_FILE, 0, &path) == FcResultMatch, let path else {
                continue
            }
            let file = String(cString: path)
            if known.insert(file).inserted { files.append(file) }
        }
        return files
    }

    private func file(of family: String) -> FontFile? {
        guard let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, family)
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let font = FcFontMatch(configuration, pattern, &result) else { return nil }
        defer { FcPatternDestroy(font) }
        var path: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(font, FC_FILE, 0, &path) == FcResultMatch, let path else { return nil }
        var version: Int32 = 0
        // A fixed-point number of 16 bits before the point and 16 behind it.
        let hasVersion = FcPatternGetInteger(font, FC_FONTVERSION, 0, &version) == FcResultMatch
        let thousandths = Int(saturating: (Double(version) / 65_536 * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return FontFile(
            path: String(cString: path),
            version: hasVersion ? "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)" : "")
    }
}
