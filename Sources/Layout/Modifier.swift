/// A change to a node.
///
/// Those that change its size wrap it, as in SwiftUI; the others change how it is drawn.
public indirect enum Modifier: Hashable, Sendable {
    /// How a ratio meets a proposal: within it, or covering it.
    public enum ContentMode: String, Hashable, Sendable, CaseIterable {
        case fit, fill
    }

    // Those that a layout knows
    case padding(Insets)
    /// Exactly so large; an axis without a number stays as it is.
    case frame(width: Double?, height: Double?, alignment: Alignment)
    case flexibleFrame(FlexibleFrame)
    /// Ideal size along these axes, whatever is offered.
    case fixedSize(horizontal: Bool, vertical: Bool)
    case aspectRatio(Double, ContentMode)
    case layoutPriority(Double)
    case verticalGuide(VerticalAlignment, Double)
    case horizontalGuide(HorizontalAlignment, Double)
    case background(Node, alignment: Alignment)
    case overlay(Node, alignment: Alignment)
    /// Shown only where the node is opaque, and as strongly.
    case mask(Node, alignment: Alignment)
    /// How many columns of its grid it takes, 1 to 100.
    case gridCellColumns(Int)
    /// Where all cells of its column stand that are no wider than the column.
    case gridColumnAlignment(HorizontalAlignment)
    /// In an island: below the camera rather than beside it where there is too little room.
    case belowIfTooWide
    /// Which side is the leading one of all that stands inside.
    case layoutDirection(LayoutDirection)

    // Those that only drawing knows
    case clip(Shape)
    case border(Shape, ColorName, width: Double)
    case opacity(Double)
    /// A blurred copy in one colour behind it; `radius` is how far the blur reaches, in points.
    case shadow(ColorName, radius: Double, x: Double, y: Double)
    /// How far the blur reaches, in points.
    case blur(Double)
    /// 0 black, 1 as it is.
    case brightness(Double)
    case offset(x: Double, y: Double)
    /// Degrees, clockwise, about the centre.
    case rotation(Double)
    case scale(Double)
    /// What a tap on it does: `playPause`, `next`, `previous`, …
    case intent(String)
    /// Hidden while the screen is locked.
    case privacySensitive
    /// Shown even where data are redacted.
    case unredacted
    /// Belongs to the accent group of tinted widgets.
    case accented
    /// In the colours of a light or a dark surface, whatever the system's appearance is.
    case colorScheme(ColorScheme)
}

/// A light or a dark surface: SwiftUI's `ColorScheme`.
public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
    case light, dark
}

/// A frame with limits, per axis.
public struct FlexibleFrame: Hashable, Sendable {
    /// The limits along one axis.
    public struct Limits: Hashable, Sendable {
        /// The least length in points; nil for no limit.
        public var minimum: Double?
        /// The length where nothing is proposed; nil for the content's own.
        public var ideal: Double?
        /// The greatest length in points, or infinity; nil for no limit.
        public var maximum: Double?

        /// Makes limits; those left out do not hold.
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
    /// Where the content stands in a frame larger than itself.
    public var alignment: Alignment

    /// Makes a frame; an axis left out has no limits.
    public init(horizontal: Limits = Limits(), vertical: Limits = Limits(), alignment: Alignment = .center) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.alignment = alignment
    }
}

/// One view: what it is, its modifiers from the innermost outwards, and where it stands in its template.
public struct Node: Hashable, Sendable {
    /// What it is before any modifier.
    public var content: Content
    /// What is done to it, from the innermost outwards.
    public var modifiers: [Modifier]
    /// The name that the template gave it.
    public var id: String?
    /// Where it stands in the template: `body.HStack[1].Text`.
    public var path: String

    /// Makes a view.
    public init(_ content: Content, modifiers: [Modifier] = [], id: String? = nil, path: String = "") {
        self.content = content
        self.modifiers = modifiers
        self.id = id
        self.path = path
    }
}
