import SubdialCPixels

/// The difference of two colours in the YIQ colour space.
struct YIQ {
    /// The contribution of each channel to brightness.
    static let weights = (red: 0.29889531, green: 0.58662247, blue: 0.11448223)
    /// The square of the maximum difference of two colours.
    static let greatestDifference = 35215.0

    /// The brightness of the first colour minus that of the second, on a scale to 255.
    let y: Double
    private let i: Double
    private let q: Double

    /// Compares the colours of two pixels.
    ///
    /// - Parameter index: The pixel's index, which determines the background of translucent pixels.
    init(_ first: UInt32, _ second: UInt32, at index: Int, on ground: ColorGround) {
        let (red, green, blue) = Self.channels(first, second) { ground.color(at: index) }
        y = red * Self.weights.red + green * Self.weights.green + blue * Self.weights.blue
        i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
        q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    }

    /// The squared distance, with perceptual weights for each axis.
    var square: Double { 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q }

    /// The difference in brightness only.
    static func brightness(_ first: UInt32, _ second: UInt32, on ground: (red: Double, green: Double, blue: Double)) -> Double {
        guard first != second else { return 0 }
        let (red, green, blue) = channels(first, second) { ground }
        return red * weights.red + green * weights.green + blue * weights.blue
    }

    private static func channels(
        _ first: UInt32, _ second: UInt32, on ground: () -> (red: Double, green: Double, blue: Double)
    ) -> (Double, Double, Double) {
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
        let ground = ground()
        return (blended(16, on: ground.red), blended(8, on: ground.green), blended(0, on: ground.blue))
    }
}

extension subdial_measure {
    /// The coefficients for ``YIQ/square`` in single precision, accurate to a thousandth.
    ///
    /// The square is a quadratic form of three channel differences. It is computed as the sum of three squares: the first contains all three
    /// channels, the second two, the third one.
    static let yiq = {
        // For each axis: its weight, and its coefficients of red, green and blue.
        let axes = [
            (0.5053, [0.29889531, 0.58662247, 0.11448223]), (0.299, [0.59597799, -0.27417610, -0.32180189]),
            (0.1957, [0.21147017, -0.52261711, 0.31114694]),
        ]
        func entry(_ row: Int, _ column: Int) -> Double { axes.reduce(0) { $0 + $1.0 * $1.1[row] * $1.1[column] } }
        // The Cholesky decomposition of the form's matrix.
        let red = entry(0, 0).squareRoot()
        let (redGreen, redBlue) = (entry(0, 1) / red, entry(0, 2) / red)
        let green = (entry(1, 1) - redGreen * redGreen).squareRoot()
        let greenBlue = (entry(1, 2) - redGreen * redBlue) / green
        let blue = (entry(2, 2) - redBlue * redBlue - greenBlue * greenBlue).squareRoot()
        return subdial_measure(
            red: Float(red), red_green: Float(redGreen), red_blue: Float(redBlue), green: Float(green), green_blue: Float(greenBlue),
            blue: Float(blue))
    }()
}
