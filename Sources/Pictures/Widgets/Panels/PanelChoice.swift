import SubdialDrawing

/// The options of a picture for an e-ink panel, as chosen on a command line, in a URL or in a suite.
///
/// Without any option, the panel's own inks apply. A palette is only named: it is found when a picture is drawn.
package struct PanelChoice: Hashable, Sendable, Codable {
    /// The key of an option; the raw value is its name on a command line and in a URL.
    package enum Key: String, CaseIterable, Sendable {
        case size, depth, palette, dither, rotate
        case maximumBytes = "max-bytes"

        /// The key in a suite.
        package var suite: String { self == .maximumBytes ? "maxBytes" : rawValue }
    }

    /// The options without the palette.
    private var options = PanelOptions()
    /// The name of a palette, or the path of a palette file.
    package var palette: String?

    /// The suite's word for the device's own inks.
    package static let own = "own"

    /// The device's own inks.
    package init() {}

    /// Parses options; missing ones are the panel's own.
    ///
    /// - Throws: `InkError` with the name of an option, as in `PanelOptions`.
    package init(_ texts: [Key: String]) throws(InkError) {
        options = try PanelOptions(
            size: texts[.size], depth: texts[.depth], dither: texts[.dither], rotate: texts[.rotate], maximumBytes: texts[.maximumBytes],
            palettes: .grays)
        palette = texts[.palette]
    }

    /// The size in place of the device's own; nil for the device's.
    package var size: InkSize? { options.size }

    /// True if the options apply only to the family `panel`: the device's own inks, or another size.
    package var isForPanelsAlone: Bool { size != nil || self == PanelChoice() }

    /// The path of the palette's file; nil for a known palette.
    package var paletteFile: String? { palette.flatMap { InkPalettes.isFile($0) ? $0 : nil } }

    /// The options with the palette.
    ///
    /// - Parameters:
    ///   - palettes: The known palettes.
    ///   - own: The palette of ``paletteFile``; nil to search `palettes` for the name.
    package func options(_ palettes: InkPalettes, own: InkPalette? = nil) throws(InkError) -> PanelOptions {
        var result = options
        if let own { result.palette = own } else if let palette { result.palette = try palettes.palette(palette) }
        return result
    }

    /// The text of an option; nil if it is not chosen.
    package func text(_ key: Key) -> String? {
        switch key {
        case .size: size.map { "\($0.width)x\($0.height)" }
        case .depth: options.depth.map(String.init)
        case .palette: palette
        case .dither: options.dither?.rawValue
        case .rotate: options.rotation.map { "\($0.rawValue)" }
        case .maximumBytes: options.maximumBytes.map(String.init)
        }
    }

    /// The component of a name.
    var word: String {
        let parts = Key.allCases.compactMap { key -> String? in
            guard let text = text(key) else { return nil }
            return switch key {
            case .size, .dither: text
            case .depth: "\(text)bit"
            case .palette: paletteFile?.nameOfFile ?? text
            case .rotate: "rotate\(text)"
            case .maximumBytes: "max\(text)"
            }
        }
        return (["panel"] + parts.map(\.safeInNames)).joined(separator: "-")
    }
}
