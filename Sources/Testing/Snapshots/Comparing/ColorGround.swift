import SubdialBasics
import SubdialCPixels

/// The background on which translucent pixels are compared.
enum ColorGround: Hashable, Sendable {
    /// A pattern that depends on the pixel's position, so that no background can hide a colour.
    case checkerboard
    /// White.
    case white

    /// The pattern's colours.
    static let (dark, light) = (48.0, 207.0)

    /// The divisors of a pixel's byte offset; green or blue of the pattern is light if the integer quotient is odd.
    private static let divisors = (green: 1.618033988749895, blue: 2.618033988749895)
    /// 2^63 divided by each divisor: the highest bit of the product with an offset is the lowest bit of the quotient.
    private static let factors = (green: 0x4F1B_BCDC_BFA5_3D4C as UInt64, blue: 0x30E4_4323_405A_C1AC as UInt64)

    /// The background's red, green and blue at a pixel index.
    func color(at index: Int) -> (red: Double, green: Double, blue: Double) {
        guard self == .checkerboard else { return (255, 255, 255) }
        // The algorithm uses byte offsets; with an even number the red of the pattern is always dark.
        let offset = Double(index * 4)
        func ground(_ divisor: Double) -> Double { Int(saturating: offset / divisor) % 2 == 0 ? Self.dark : Self.light }
        return (Self.dark, ground(Self.divisors.green), ground(Self.divisors.blue))
    }

    /// The background of the 64 pixels from `index`: red, and where green and blue are light.
    func block(from index: Int) -> (red: Float, greens: UInt64, blues: UInt64) {
        guard self == .checkerboard else { return (255, .max, .max) }
        let offset = UInt64(truncatingIfNeeded: index &* 4)
        var (greens, blues): (UInt64, UInt64) = (0, 0)
        if !subdial_compare_parities(offset, Self.factors.green, &greens) || !subdial_compare_parities(offset, Self.factors.blue, &blues) {
            // A quotient so close to an integer depends on the rounding of the division.
            (greens, blues) = (0, 0)
            for bit in 0..<64 {
                let color = color(at: index + bit)
                if color.green == Self.light { greens |= 1 << UInt64(bit) }
                if color.blue == Self.light { blues |= 1 << UInt64(bit) }
            }
        }
        return (Float(Self.dark), greens, blues)
    }

    /// The value of a channel where ``block(from:)`` has a bit set.
    var lightest: Float { self == .checkerboard ? Float(Self.light) : 255 }
}
