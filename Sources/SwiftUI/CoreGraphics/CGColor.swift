public import Foundation

/// A colour space, by its name.
public final class CGColorSpace: Hashable, Sendable {
    /// The name of the space.
    public let name: CFString?

    /// The names of the spaces.
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

    /// The space of a name; nil for a space that is not one of those above.
    public init?(name: CFString) {
        let known = [Self.sRGB, Self.extendedSRGB, Self.linearSRGB, Self.extendedLinearSRGB, Self.displayP3, Self.genericGrayGamma2_2]
        guard known.contains(name) else { return nil }
        self.name = name
    }

    private init(known name: CFString) { self.name = name }

    static let standard = CGColorSpace(known: sRGB)
    static let gray = CGColorSpace(known: genericGrayGamma2_2)

    public var numberOfComponents: Int { name == Self.genericGrayGamma2_2 ? 1 : 3 }

    public static func == (first: CGColorSpace, second: CGColorSpace) -> Bool { first.name == second.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The names of Core Graphics are plain strings here.
public typealias CFString = String

/// A colour in a space.
public final class CGColor: Hashable, Sendable {
    public let colorSpace: CGColorSpace?
    private let values: [CGFloat]

    /// Creates a colour of as many components as the space has, and the opacity; nil if there are fewer.
    public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        colorSpace = space
        values = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
    }

    private init(_ space: CGColorSpace, _ values: [CGFloat]) { (colorSpace, self.values) = (space, values) }

    /// Creates a colour in sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.standard, [red, green, blue, alpha])
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.standard, [red, green, blue, alpha])
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(.gray, [gray, alpha]) }

    /// The components, and the opacity at the end.
    public var components: [CGFloat]? { values }
    public var numberOfComponents: Int { values.count }
    public var alpha: CGFloat { values[values.count - 1] }

    public func copy(alpha: CGFloat) -> CGColor? { colorSpace.map { CGColor($0, values.dropLast() + [alpha]) } }

    public static let white = CGColor(gray: 1, alpha: 1)
    public static let black = CGColor(gray: 0, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// The colour in sRGB: red, green, blue and opacity; components of wider spaces can be outside of 0 to 1.
    package var extendedSRGB: (red: Double, green: Double, blue: Double, alpha: Double) {
        let values = values.map { Double($0) }
        guard values.count == 4 else { return (values[0], values[0], values[0], values[values.count - 1]) }
        let rgb: (Double, Double, Double) =
            switch colorSpace?.name {
            case CGColorSpace.displayP3?: ColorMath.sRGB(fromDisplayP3: (values[0], values[1], values[2]))
            case CGColorSpace.linearSRGB?, CGColorSpace.extendedLinearSRGB?:
                (ColorMath.encoded(values[0]), ColorMath.encoded(values[1]), ColorMath.encoded(values[2]))
            default: (values[0], values[1], values[2])
            }
        return (rgb.0, rgb.1, rgb.2, values[3])
    }

    public static func == (first: CGColor, second: CGColor) -> Bool {
        first.colorSpace == second.colorSpace && first.values == second.values
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// Conversions between colour spaces.
package enum ColorMath {
    /// The component of sRGB for a linear one; negative values are mirrored, as in extended spaces.
    package static func encoded(_ linear: Double) -> Double {
        let value = abs(linear)
        let result = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
        return linear < 0 ? -result : result
    }

    /// The linear component for one of sRGB.
    package static func linear(_ encoded: Double) -> Double {
        let value = abs(encoded)
        let result = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return encoded < 0 ? -result : result
    }

    /// The real cube root, of negative numbers as well.
    package static func cubeRoot(_ value: Double) -> Double { cbrt(value) }

    /// The colour of Display P3 in sRGB, with components outside of 0 to 1 where it is more colourful.
    ///
    /// Both have the white D65 and the same curve. The matrix is that from P3's primaries (0.680 0.320, 0.265 0.690, 0.150 0.060) to sRGB's.
    package static func sRGB(fromDisplayP3 color: (Double, Double, Double)) -> (Double, Double, Double) {
        let (red, green, blue) = (linear(color.0), linear(color.1), linear(color.2))
        return (
            encoded(1.2249401763 * red - 0.2249401763 * green), encoded(-0.0420569547 * red + 1.0420569547 * green),
            encoded(-0.0196375546 * red - 0.0786360456 * green + 1.0982736002 * blue)
        )
    }
}
