import SubdialBasics

/// A named colour: `primary`, `secondary`, `accent`, a colour of the theme, or `#RRGGBB[AA]`.
///
/// It is resolved when it is drawn.
public struct ColorName: Hashable, Sendable, CustomStringConvertible {
    /// The name as written in a template.
    public var name: String
    /// The opacity, 0 to 1, multiplied with that of the colour.
    public var opacity: Double
    /// The values in each look, in place of those that the name has; nil for a named colour.
    public var variants: ColorVariants?

    /// Creates a named colour with `opacity` as a factor.
    public init(_ name: String, opacity: Double = 1) {
        self.name = name
        self.opacity = opacity
    }

    /// Creates a colour that has its own values in each look; its name is that of the values.
    public init(_ variants: ColorVariants, opacity: Double = 1) {
        name = variants.name
        self.opacity = opacity
        self.variants = variants
    }

    /// The default colour of text.
    public static let primary = ColorName("primary")

    /// The name, followed by `@` and the opacity if that is not 1.
    public var description: String { opacity == 1 ? name : "\(name)@\(opacity.twoDecimals)" }
}

/// The values of a colour in each look, as a colour set of an asset catalog has them.
public struct ColorVariants: Hashable, Sendable {
    /// A colour in sRGB; the components of wider spaces can be outside of 0 to 1.
    public struct Components: Hashable, Sendable {
        /// The red component.
        public var red: Double
        /// The green component.
        public var green: Double
        /// The blue component.
        public var blue: Double
        /// The opacity, 0 to 1.
        public var alpha: Double

        /// Creates a colour.
        public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    // In the order of `index`. An array, because most colours have a name, and every text has a colour.
    private let values: [Components]

    /// Creates a colour; the dark one is by default the light one, and those of high contrast the others.
    public init(light: Components, dark: Components? = nil, lightHighContrast: Components? = nil, darkHighContrast: Components? = nil) {
        values = [light, dark ?? light, lightHighContrast ?? light, darkHighContrast ?? dark ?? lightHighContrast ?? light]
    }

    /// The colour in a look.
    public func components(_ scheme: ColorScheme, highContrast: Bool) -> Components {
        values[(scheme == .dark ? 1 : 0) + (highContrast ? 2 : 0)]
    }

    /// The hexadecimal form `#RRGGBB[AA]` of the light colour, followed by `/` and that of the dark one if it differs.
    public var name: String { values[0] == values[1] ? values[0].hex : "\(values[0].hex)/\(values[1].hex)" }
}

extension ColorVariants.Components {
    fileprivate var hex: String {
        func digits(_ value: Double) -> String {
            let byte = Int(saturating: (min(max(value, 0), 1) * 255).rounded())
            return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "#\(digits(red))\(digits(green))\(digits(blue))" + (alpha == 1 ? "" : digits(alpha))
    }
}

/// The fill of a shape or of glyphs.
public indirect enum Paint: Hashable, Sendable {
    case color(ColorName)
    /// A gradient between two points of the unit square, with stops at 0 to 1.
    case linearGradient(from: Point, to: Point, stops: [GradientStop])
    /// A gradient from a point of the unit square outwards, between two radii in points; a nil `endRadius` is the farthest corner.
    case radialGradient(center: Point, startRadius: Double, endRadius: Double?, stops: [GradientStop])
    /// A gradient around a point of the unit square, clockwise between two angles in degrees; 0 points to the right.
    case angularGradient(center: Point, start: Double, end: Double, stops: [GradientStop])
    /// A gradient from a point of the unit square outwards, whose radii are fractions of the frame's width and height.
    case ellipticalGradient(center: Point, startRadius: Double, endRadius: Double, stops: [GradientStop])
    /// Colours at the points of a grid of the unit square, row by row.
    case meshGradient(width: Int, height: Int, points: [Point], colors: [ColorName])
    /// A picture, repeated from the top left corner.
    case picture(PictureContent)
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
