/// The difference of two colours in YIQ: brightness, and two axes of colour.
struct YIQ {
    /// What each channel adds to brightness.
    static let weights = (red: 0.29889531, green: 0.58662247, blue: 0.11448223)
    /// The square of the difference of two colours that could not be farther apart.
    static let greatestDifference = 35215.0

    /// Brightness of the first less that of the second, of 255.
    let y: Double
    private let i: Double
    private let q: Double

    /// Compares the colours of two pixels.
    ///
    /// What lets something through is seen on a pattern that depends on `index`, the pixel's number, so that no ground can hide it.
    init(_ first: UInt32, _ second: UInt32, at index: Int) {
        let (red, green, blue) = Self.channels(first, second, at: index)
        y = red * Self.weights.red + green * Self.weights.green + blue * Self.weights.blue
        i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
        q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    }

    /// The square of the distance, each axis weighted as the eye does.
    var square: Double { 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q }

    /// ``square`` for two opaque pixels, in arithmetic that the compiler does for several at once; right to a thousandth.
    static func roughSquare(_ first: UInt32, _ second: UInt32) -> Float {
        let red = Float(Int32(bitPattern: first >> 16 & 0xFF) &- Int32(bitPattern: second >> 16 & 0xFF))
        let green = Float(Int32(bitPattern: first >> 8 & 0xFF) &- Int32(bitPattern: second >> 8 & 0xFF))
        let blue = Float(Int32(bitPattern: first & 0xFF) &- Int32(bitPattern: second & 0xFF))
        let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
        let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
        let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
        return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    }

    /// The difference in brightness alone.
    static func brightness(_ first: UInt32, _ second: UInt32, at index: Int) -> Double {
        guard first != second else { return 0 }
        let (red, green, blue) = channels(first, second, at: index)
        return red * weights.red + green * weights.green + blue * weights.blue
    }

    /// Brightness of an opaque pixel in units of 1e-8, of 255e8.
    ///
    /// No two colours have the same, so that these compare just as the results of ``brightness(_:_:at:)`` do.
    static func opaqueBrightness(_ word: UInt32) -> Int {
        Int(word >> 16 & 0xFF) &* 29_889_531 &+ Int(word >> 8 & 0xFF) &* 58_662_247 &+ Int(word & 0xFF) &* 11_448_223
    }

    private static func channels(_ first: UInt32, _ second: UInt32, at index: Int) -> (Double, Double, Double) {
        func channel(_ word: UInt32, _ shift: UInt32) -> Double { Double(Int32(bitPattern: word >> shift & 0xFF)) }
        guard (first & second) >> 24 != 255 else {
            return (
                channel(first, 16) - channel(second, 16), channel(first, 8) - channel(second, 8), channel(first, 0) - channel(second, 0)
            )
        }
        let (alpha1, alpha2) = (channel(first, 24), channel(second, 24))
        func blended(_ shift: UInt32, on ground: Double) -> Double {
            (channel(first, shift) * alpha1 - channel(second, shift) * alpha2 - ground * (alpha1 - alpha2)) / 255
        }
        // Byte offsets, as the algorithm has them: of an even number the red of the pattern is always dark.
        let offset = Double(index * 4)
        func ground(_ divisor: Double) -> Double { 48 + 159 * Double(Int(saturating: offset / divisor) % 2) }
        return (blended(16, on: 48), blended(8, on: ground(1.618033988749895)), blended(0, on: ground(2.618033988749895)))
    }
}
