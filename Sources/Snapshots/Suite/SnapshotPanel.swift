import Expressions
import Ink
import Widgets

/// How a picture is made for an e-ink panel, as a suite says it: the options of `subdial render`, all of them left out for the panel's own inks.
public struct SnapshotPanel: Hashable, Sendable {
    /// Pixels such as `800x480`.
    public var size: String?
    /// Bits of a pixel.
    public var depth: String?
    /// A palette's name, or a file with one, relative to the suite.
    public var palette: String?
    /// The method for photographs.
    public var dither: String?
    /// Degrees, clockwise.
    public var rotate: String?
    /// The most bytes of the file.
    public var maximumBytes: String?

    /// The word for the device's own inks.
    public static let own = "own"

    /// Makes options; what is left out is the panel's own.
    public init(
        size: String? = nil, depth: String? = nil, palette: String? = nil, dither: String? = nil, rotate: String? = nil,
        maximumBytes: String? = nil
    ) {
        self.size = size
        self.depth = depth
        self.palette = palette
        self.dither = dither
        self.rotate = rotate
        self.maximumBytes = maximumBytes
    }

    /// The options by their keys in a suite.
    static let keys: [(key: String, path: any WritableKeyPath<SnapshotPanel, String?> & Sendable)] = [
        ("size", \.size), ("depth", \.depth), ("palette", \.palette), ("dither", \.dither), ("rotate", \.rotate),
        ("maxBytes", \.maximumBytes),
    ]

    /// True where it can be for the family `panel` alone: the device's own inks, or another size.
    var isForPanelsAlone: Bool { size != nil || self == SnapshotPanel() }

    /// The word of the options in a name.
    var word: String {
        let parts = [
            size?.lowercased().replacing("×", with: "x"), depth.map { "\($0)bit" },
            palette.map { InkPalettes.isFile($0) ? SuiteReader.name(of: $0) : $0 }, dither, rotate.map { "rotate\($0)" },
            maximumBytes.map { "max\($0)" },
        ]
        return (["panel"] + parts.compactMap { $0?.safeInNames }).joined(separator: "-")
    }

    /// The options, read.
    ///
    /// - Parameter palettes: The palettes that there are, the suite's own file among them.
    func options(_ palettes: InkPalettes) throws(InkError) -> PanelOptions {
        // The palette of a file has a name of its own.
        let isFile = palette.map(InkPalettes.isFile) ?? false
        return try PanelOptions(
            size: size, depth: depth, palette: isFile ? palettes.palettes.last?.name : palette, dither: dither, rotate: rotate,
            maximumBytes: maximumBytes, palettes: palettes)
    }
}

extension String {
    /// The text with a hyphen for whatever would end a word of a name, or no file system takes.
    var safeInNames: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
    }
}
