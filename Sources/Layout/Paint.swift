/// A colour by name: `primary`, `secondary`, `accent`, a colour of the theme, or `#RRGGBB[AA]`.
///
/// What it looks like is decided when it is drawn.
public struct ColorName: Hashable, Sendable, CustomStringConvertible {
    /// The name as a template has it.
    public var name: String
    /// 0 to 1, multiplied with the colour's own.
    public var opacity: Double

    /// Makes the colour of that name, `opacity` times as strong.
    public init(_ name: String, opacity: Double = 1) {
        self.name = name
        self.opacity = opacity
    }

    /// The colour of text where nothing else is said.
    public static let primary = ColorName("primary")

    /// The name, and behind an `@` the opacity where it is not 1.
    public var description: String { opacity == 1 ? name : "\(name)@\(opacity.twoDecimals)" }
}

/// What a shape is filled with.
public enum Paint: Hashable, Sendable {
    case color(ColorName)
    /// From one point to another of the unit square, with colours at 0 to 1.
    case linearGradient(from: Point, to: Point, stops: [GradientStop])
    /// From a point of the unit square outwards, between two radii in points; the outer one nil for the farthest corner.
    case radialGradient(center: Point, startRadius: Double, endRadius: Double?, stops: [GradientStop])
    /// Around a point of the unit square, clockwise between two angles in degrees; 0 is to the right.
    case angularGradient(center: Point, start: Double, end: Double, stops: [GradientStop])
}

/// A colour of a gradient.
public struct GradientStop: Hashable, Sendable {
    /// The colour at that place.
    public var color: ColorName
    /// 0 to 1.
    public var location: Double

    /// Makes a stop at 0 to 1 of the way.
    public init(_ color: ColorName, at location: Double) {
        self.color = color
        self.location = location
    }
}
