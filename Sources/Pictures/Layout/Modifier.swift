/// A change to a node.
///
/// Modifiers that change the size wrap the node, as in SwiftUI; the others change its drawing.
public indirect enum Modifier: Hashable, Sendable {
    /// The relation of an aspect ratio to a proposal: inside it, or covering it.
    public enum ContentMode: String, Hashable, Sendable, CaseIterable {
        case fit, fill
    }

    // MARK: Modifiers that the layout evaluates
    case padding(Insets)
    /// A fixed size; an axis with nil keeps the size of the content.
    case frame(width: Double?, height: Double?, alignment: Alignment)
    case flexibleFrame(FlexibleFrame)
    /// The ideal size along these axes, for any proposal.
    case fixedSize(horizontal: Bool, vertical: Bool)
    case aspectRatio(Double, ContentMode)
    case layoutPriority(Double)
    case verticalGuide(VerticalAlignment, Double)
    case horizontalGuide(HorizontalAlignment, Double)
    case background(Node, alignment: Alignment)
    case overlay(Node, alignment: Alignment)
    /// Masks the node with the opacity of another node.
    case mask(Node, alignment: Alignment)
    /// The number of grid columns that it spans, 1 to 100.
    case gridCellColumns(Int)
    /// The alignment of all cells of its column that span no other column.
    case gridColumnAlignment(HorizontalAlignment)
    /// In an island: moves below the camera if the space beside it is too narrow.
    case belowIfTooWide
    /// The reading direction of everything inside.
    case layoutDirection(LayoutDirection)

    // MARK: Modifiers that only drawing evaluates
    case clip(Shape)
    case border(Shape, ColorName, width: Double)
    case opacity(Double)
    /// A blurred copy in one colour behind the node; `radius` is the extent of the blur in points.
    case shadow(ColorName, radius: Double, x: Double, y: Double)
    /// The extent of the blur in points.
    case blur(Double)
    /// 0 for black, 1 for unchanged.
    case brightness(Double)
    case offset(x: Double, y: Double)
    /// Degrees, clockwise, around the centre.
    case rotation(Double)
    case scale(Double)
    /// The action of a tap.
    case intent(Intent)
    /// Redacted while private data are hidden, such as on a locked screen.
    case privacySensitive
    /// Visible even if data are redacted.
    case unredacted
    /// In the accent group of tinted widgets.
    case accented
    /// The colours of a light or a dark surface, independent of the system's appearance.
    case colorScheme(ColorScheme)
}

/// A frame with limits, per axis.
public struct FlexibleFrame: Hashable, Sendable {
    /// The limits along one axis.
    public struct Limits: Hashable, Sendable {
        /// The minimum length in points; nil for no limit.
        public var minimum: Double?
        /// The length without a proposal; nil for that of the content.
        public var ideal: Double?
        /// The maximum length in points, or infinity; nil for no limit.
        public var maximum: Double?

        /// Creates limits; omitted ones do not apply.
        public init(minimum: Double? = nil, ideal: Double? = nil, maximum: Double? = nil) {
            self.minimum = minimum
            self.ideal = ideal
            self.maximum = maximum
        }
    }

    /// The limits of the width.
    public var horizontal: Limits
    /// The limits of the height.
    public var vertical: Limits
    /// The alignment of the content in a larger frame.
    public var alignment: Alignment

    /// Creates a frame; an omitted axis has no limits.
    public init(horizontal: Limits = Limits(), vertical: Limits = Limits(), alignment: Alignment = .center) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.alignment = alignment
    }
}
