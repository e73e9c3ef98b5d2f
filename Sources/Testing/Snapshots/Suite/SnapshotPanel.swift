import SubdialDrawing
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
    public static let own = PanelChoice.own

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

    /// The parsed options.
    ///
    /// - Throws: `InkError` with the name of an option.
    package var choice: PanelChoice {
        get throws(InkError) {
            let texts: [PanelChoice.Key: String?] = [
                .size: size, .depth: depth, .palette: palette, .dither: dither, .rotate: rotate, .maximumBytes: maximumBytes,
            ]
            return try PanelChoice(texts.compactMapValues { $0 })
        }
    }
}
