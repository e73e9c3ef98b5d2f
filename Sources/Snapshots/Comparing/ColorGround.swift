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

    /// Writes the background's green and blue for `count` pixels from `index`, in arithmetic that the compiler can vectorize.
    ///
    /// - Returns: The background's red for all of them.
    func fill(_ green: UnsafeMutablePointer<Float>, _ blue: UnsafeMutablePointer<Float>, from index: Int, count: Int) -> Float {
        guard self == .checkerboard else {
            green.update(repeating: 255, count: count)
            blue.update(repeating: 255, count: count)
            return 255
        }
        // A quotient that is this close to an integer depends on the rounding of the division.
        let margin = UInt64(1) << 43
        var isClose: UInt64 = 0
        let (greenFactor, blueFactor) = Self.factors
        for offset in 0..<count {
            let place = UInt64(truncatingIfNeeded: (index &+ offset) &* 4)
            let (first, second) = (place &* greenFactor, place &* blueFactor)
            // 48, plus 159 if the highest bit is set.
            green[offset] = Float(Int32(truncatingIfNeeded: 48 &+ (first >> 63) &* 159))
            blue[offset] = Float(Int32(truncatingIfNeeded: 48 &+ (second >> 63) &* 159))
            // A fraction within the margin of 0 or 1 has none of these bits, so subtracting 1 sets all of them.
            let fractions = (((first &+ margin) >> 44) & 0x7FFFF, ((second &+ margin) >> 44) & 0x7FFFF)
            isClose |= (fractions.0 &- 1) | (fractions.1 &- 1)
        }
        if isClose >> 63 == 1 {
            for offset in 0..<count {
                let color = color(at: index + offset)
                (green[offset], blue[offset]) = (Float(color.green), Float(color.blue))
            }
        }
        return Float(Self.dark)
    }
}
