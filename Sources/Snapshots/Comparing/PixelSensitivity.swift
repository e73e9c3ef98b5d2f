/// Which difference of two pixels counts.
public enum PixelSensitivity: Hashable, Sendable, Codable {
    /// Any at all, of colour or of alpha.
    case exact
    /// One that an eye would see, by the measure of pixelmatch 7.2.
    ///
    /// - `threshold`: How far two colours may be apart and still count as the same: 0 none, 1 black and white.
    /// - `countsSmoothing`: Whether pixels that look smoothed count like all others.
    /// - `checkerboard`: Whether translucent pixels are seen on a pattern, so that no ground can hide a colour, and not on white.
    case perceived(threshold: Double = 0.1, countsSmoothing: Bool = false, checkerboard: Bool = true)

    /// The background on which translucent pixels are compared.
    var ground: ColorGround {
        if case .perceived(_, _, checkerboard: false) = self { .white } else { .checkerboard }
    }
}
