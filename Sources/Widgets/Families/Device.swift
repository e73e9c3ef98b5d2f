import Ink
import Layout

/// A device and what each family measures on it.
public struct Device: Hashable, Sendable {
    /// Where a number comes from.
    public enum Provenance: String, Hashable, Sendable, CaseIterable {
        /// Apple's Human Interface Guidelines.
        case apple
        /// Read off a device.
        case measured
        /// What the maker of a panel says.
        case maker
        /// Subdial's own.
        case own
        /// Nobody has published it.
        case estimated
    }

    /// Whose text styles it has.
    public enum Typography: String, Hashable, Sendable {
        case ios, watchos
    }

    /// A family's size in points.
    public struct Place: Hashable, Sendable {
        /// What it measures on the screen.
        public var size: Size
        /// What it is laid out in, to be scaled to `size`; the same as `size` but on iPads.
        public var canvas: Size
        /// Where the size comes from.
        public var provenance: Provenance
    }

    /// What `--device` takes: `iphone-15`.
    public let id: String
    /// What people call it.
    public let name: String
    /// In points, upright.
    public let screen: Size
    /// Device pixels to a point.
    public let scale: Double
    /// Whose text styles it has.
    public let typography: Typography
    /// The type size that it comes with.
    public let typeSize: TypeSize
    /// What each family measures on it; a family that is not there, the device does not have.
    public let places: [WidgetFamily: Place]
    /// The colours of an e-ink panel, and how pictures are made for it; nil for anything else.
    public let panel: PanelOptions?

    /// Whether it is a Watch.
    public var isWatch: Bool { typography == .watchos }
}
