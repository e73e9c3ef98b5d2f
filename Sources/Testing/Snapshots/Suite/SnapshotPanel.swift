import SubdialDrawing
import SubdialExpressions
import SubdialWidgets

/// The options of a picture for an e-ink panel in a suite.
///
/// They are the options of `subdial render`; without any, the panel's own inks apply.
public struct SnapshotPanel: Hashable, Sendable {
    /// The size in pixels, such as `800x480`.
    public var size: String?
    /// The bits per pixel.
    public var depth: String?
    /// The name of a palette, or the path of a palette file, relative to the suite.
    public var palette: String?
    /// The dithering method for photographs.
    public var dither: String?
    /// The rotation in degrees, clockwise.
    public var rotate: String?
    /// The maximum size of the file, in bytes.
    public var maximumBytes: String?

    /// The suite's word for the device's own inks.
    public static let own = "own"

    /// Makes options; omitted ones are the panel's own.
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

    /// True if the options apply only to the family `panel`: the device's own inks, or another size.
    var isForPanelsAlone: Bool { size != nil || self == SnapshotPanel() }

    /// The name component of the options.
    var word: String {
        let parts = [
            size?.lowercased().replacing("×", with: "x"), depth.map { "\($0)bit" },
            palette.map { InkPalettes.isFile($0) ? SuiteReader.name(of: $0) : $0 }, dither, rotate.map { "rotate\($0)" },
            maximumBytes.map { "max\($0)" },
        ]
        return (["panel"] + parts.compactMap { $0?.safeInNames }).joined(separator: "-")
    }

    /// The parsed options.
    ///
    /// - Parameter palettes: The available palettes, including the suite's own file.
    func options(_ palettes: InkPalettes) throws(InkError) -> PanelOptions {
        // The palette of a file has its own name.
        let isFile = palette.map(InkPalettes.isFile) ?? false
        return try PanelOptions(
            size: size, depth: depth, palette: isFile ? palettes.palettes.last?.name : palette, dither: dither, rotate: rotate,
            maximumBytes: maximumBytes, palettes: palettes)
    }
}

extension String {
    /// The text with a hyphen for each character that would end a name component or is not safe in file names.
    package var safeInNames: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
    }
}
