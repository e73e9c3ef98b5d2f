import SubdialDrawing
import SubdialLayout

/// A device and the size of each widget family on it.
public struct Device: Hashable, Sendable {
    /// The source of a size.
    public enum Provenance: String, Hashable, Sendable, CaseIterable {
        /// Apple's Human Interface Guidelines.
        case apple
        /// Measured on a device.
        case measured
        /// Stated by the manufacturer of a panel.
        case maker
        /// Defined by Subdial.
        case own
        /// Estimated, as no number is published.
        case estimated
    }

    /// The platform that defines the text styles.
    public enum Typography: String, Hashable, Sendable {
        case ios, watchos
    }

    /// The size of a family in points.
    public struct Place: Hashable, Sendable {
        /// The size on the screen.
        public var size: Size
        /// The layout size, which is scaled to `size`; differs from `size` only on iPads.
        public var canvas: Size
        /// The source of the size.
        public var provenance: Provenance
    }

    /// The value for `--device`: `iphone-15`.
    public let id: String
    /// The display name.
    public let name: String
    /// The size of the screen in points, in portrait orientation.
    public let screen: Size
    /// Device pixels per point.
    public let scale: Double
    /// The platform that defines the text styles.
    public let typography: Typography
    /// The default type size.
    public let typeSize: TypeSize
    /// The size of each family; families that the device does not have are missing.
    public let places: [WidgetFamily: Place]
    /// The colours and conversion options of an e-ink panel; nil for other devices.
    public let panel: PanelOptions?

    /// True for an Apple Watch.
    public var isWatch: Bool { typography == .watchos }
}
