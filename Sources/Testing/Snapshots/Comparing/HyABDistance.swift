import SubdialDrawing

/// The distances of colours in OKLab: of lightness plus that of hue and chroma, 0 for equal colours and 1 for black and white.
///
/// The lightness is corrected by Ottosson's toe, because that of OKLab exaggerates differences near black.
struct HyABDistance {
    /// A colour, with corrected lightness.
    private typealias Point = (lightness: Double, a: Double, b: Double)

    /// The number of remembered colours; a widget has few, and a conversion costs more than all else.
    private static let size = 4096

    private let ground: ColorGround
    /// The words of the remembered opaque pixels; 0, which is not opaque, for none.
    private var words = [UInt32](repeating: 0, count: size)
    private var points = [Point](repeating: (0, 0, 0), count: size)

    /// - Parameter ground: The background on which translucent pixels are compared.
    init(on ground: ColorGround) { self.ground = ground }

    /// The distance of the colours of two pixels.
    ///
    /// - Parameter index: The pixel's index, which determines the background of translucent pixels.
    mutating func between(_ first: UInt32, _ second: UInt32, at index: Int) -> Double {
        let (one, other) = (point(first, at: index), point(second, at: index))
        let (a, b) = (one.a - other.a, one.b - other.b)
        return abs(one.lightness - other.lightness) + (a * a + b * b).squareRoot()
    }

    private mutating func point(_ word: UInt32, at index: Int) -> Point {
        guard word >> 24 == 255 else { return Self.point(ground.blended(word, at: index)) }
        let slot = Int((word &* 0x9E37_79B1) >> 20)
        if words[slot] != word { (words[slot], points[slot]) = (word, Self.point(ground.blended(word, at: index))) }
        return points[slot]
    }

    private static func point(_ color: Color) -> Point {
        let lab = OKLab(color)
        let (k1, k2) = (0.206, 0.03)
        let k3 = (1 + k1) / (1 + k2)
        let x = k3 * lab.lightness - k1
        return (0.5 * (x + (x * x + 4 * k2 * k3 * lab.lightness).squareRoot()), lab.a, lab.b)
    }
}

extension ColorGround {
    /// The colour of a pixel on this background.
    func blended(_ word: UInt32, at index: Int) -> Color {
        func channel(_ shift: UInt32) -> Double { Double(word >> shift & 0xFF) }
        let alpha = channel(24)
        guard alpha < 255 else { return Color(red: channel(16) / 255, green: channel(8) / 255, blue: channel(0) / 255) }
        let ground = color(at: index)
        func blended(_ value: Double, _ ground: Double) -> Double { (value * alpha + ground * (255 - alpha)) / (255 * 255) }
        return Color(
            red: blended(channel(16), ground.red), green: blended(channel(8), ground.green), blue: blended(channel(0), ground.blue))
    }
}
