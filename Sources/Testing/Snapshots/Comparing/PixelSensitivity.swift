/// The criterion by which two pixels count as different.
public enum PixelSensitivity: Hashable, Sendable, Codable {
    /// Any difference of colour or alpha.
    case exact
    /// A difference that is perceptible, by the measure of pixelmatch 7.2.
    ///
    /// - `threshold`: The maximum difference of two colours that count as equal: 0 none, 1 black and white.
    /// - `countsSmoothing`: True if antialiased pixels count like all others.
    /// - `checkerboard`: True to compare translucent pixels on a pattern, so that no background can hide a colour; false to compare them on
    ///   white.
    case perceived(threshold: Double = 0.1, countsSmoothing: Bool = false, checkerboard: Bool = true)

    /// The background on which translucent pixels are compared.
    var ground: ColorGround {
        if case .perceived(_, _, checkerboard: false) = self { .white } else { .checkerboard }
    }
}
