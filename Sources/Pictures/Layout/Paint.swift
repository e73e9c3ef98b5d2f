/// A named colour: `primary`, `secondary`, `accent`, a colour of the theme, or `#RRGGBB[AA]`.
///
/// It is resolved when it is drawn.
public struct ColorName: Hashable, Sendable, CustomStringConvertible {
    /// The name as written in a template.
    public var name: String
    /// The opacity, 0 to 1, multiplied with that of the colour.
    public var opacity: Double

    /// Creates a named colour with `opacity` as a factor.
    public init(_ name: String, opacity: Double = 1) {
        self.name = name
        self.opacity = opacity
    }

    /// The default colour of text.
    public static let primary = ColorName("primary")

    /// The name, followed by `@` and the opacity if that is not 1.
    public var description: String { opacity == 1 ? name : "\(name)@\(opacity.twoDecimals)" }
}

/// The fill of a shape.
public enum Paint: Hashable, Sendable {
    case color(ColorName)
    /// A gradient between two points of the unit square, with stops at 0 to 1.
    case linearGradient(from: Point, to: Point, stops: [GradientStop])
    /// A gradient from a point of the unit square outwards, between two radii in points; a nil `endRadius` is the farthest corner.
    case radialGradient(center: Point, startRadius: Double, endRadius: Double?, stops: [GradientStop])
    /// A gradient around a point of the unit square, clockwise between two angles in degrees; 0 points to the right.
    case angularGradient(center: Point, start: Double, end: Double, stops: [GradientStop])
}

/// A colour stop of a gradient.
public struct GradientStop: Hashable, Sendable {
    /// The colour at this location.
    public var color: ColorName
    /// The location, 0 to 1.
    public var location: Double

    /// Creates a stop at a location of 0 to 1.
    public init(_ color: ColorName, at location: Double) {
        self.color = color
        self.location = location
    }
}
