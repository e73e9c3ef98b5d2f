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
    /// The ratio of width to height; nil for that of the content's ideal size.
    case aspectRatio(Double?, ContentMode)
    case layoutPriority(Double)
    case verticalGuide(VerticalAlignment, Double)
    case horizontalGuide(HorizontalAlignment, Double)
    /// A vertical guide at a distance from the top that code computes.
    case computedVerticalGuide(VerticalAlignment, LayoutClosure<Dimensions, Double>)
    /// A horizontal guide at a distance from the leading edge that code computes.
    case computedHorizontalGuide(HorizontalAlignment, LayoutClosure<Dimensions, Double>)
    /// The centre at a point of the proposed size, all of which is taken.
    case position(x: Double, y: Double)
    /// The order of drawing among siblings: higher ones later.
    case zIndex(Double)
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
    /// All texts inside that may shrink have the scale of the one that shrinks most.
    case scalesTogether
    /// The reading direction of everything inside.
    case layoutDirection(LayoutDirection)
    /// The shape that `Shape.container` and concentric corners inside refer to.
    case containerShape(Shape)

    // MARK: Modifiers that only drawing evaluates
    case clip(Shape)
    case border(Shape, ColorName, width: Double)
    case opacity(Double)
    /// A blurred copy in one colour behind the node; `radius` is the extent of the blur in points.
    case shadow(ColorName, radius: Double, x: Double, y: Double)
    /// The extent of the blur in points.
    case blur(Double)
    /// A change of all colours.
    case filter(ColorFilter)
    /// How the colours are mixed with what is behind.
    case blendMode(BlendMode)
    /// Drawn as a whole before opacity, shadow and blend mode apply.
    case compositingGroup
    case offset(x: Double, y: Double)
    /// Degrees, clockwise, around an anchor in the unit square of the frame.
    case rotation(Double, anchor: Point = Point(0.5, 0.5))
    /// Factors along each axis, from an anchor in the unit square of the frame.
    case scale(x: Double, y: Double, anchor: Point = Point(0.5, 0.5))
    /// Degrees around an axis in space, seen with a perspective: 0 for none.
    case rotation3D(Rotation3D)
    /// Invisible, with its place kept.
    case hidden
    /// The action of a tap.
    case intent(Intent)
    /// Redacted while private data are hidden, such as on a locked screen.
    case privacySensitive
    /// Visible even if data are redacted.
    case unredacted
    /// Redacted: texts and images as bars.
    case redacted
    /// What a screen reader says.
    case accessibility(Accessibility)
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

/// A change of colours, as SwiftUI's modifiers of the same names.
public enum ColorFilter: Hashable, Sendable {
    /// A factor of each component: 0 for black, 1 for unchanged.
    case dimming(Double)
    /// What is added to each component, -1 to 1.
    case brightness(Double)
    /// 0 for gray, 1 for unchanged.
    case contrast(Double)
    /// 0 for gray, 1 for unchanged.
    case saturation(Double)
    /// 0 for unchanged, 1 for gray.
    case grayscale(Double)
    /// Degrees.
    case hueRotation(Double)
    case multiply(ColorName)
    case invert
    /// The luminance as opacity, of black.
    case luminanceToAlpha
}

/// How colours are mixed with what is behind: SwiftUI's blend modes.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    case hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker, plusLighter
}

/// A rotation in space.
public struct Rotation3D: Hashable, Sendable {
    /// Degrees.
    public var angle: Double
    /// The axis: x, y and z.
    public var axis: [Double]
    /// The fixed point, in the unit square of the frame.
    public var anchor: Point
    /// The distance of the fixed point from the plane, in points.
    public var anchorZ: Double
    /// The strength of the perspective: 0 for none.
    public var perspective: Double

    /// Creates a rotation.
    public init(angle: Double, axis: [Double], anchor: Point, anchorZ: Double, perspective: Double) {
        self.angle = angle
        self.axis = axis
        self.anchor = anchor
        self.anchorZ = anchorZ
        self.perspective = perspective
    }
}
