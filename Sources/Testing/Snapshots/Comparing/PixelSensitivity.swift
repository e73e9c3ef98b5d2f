/// The criterion by which two pixels count as different.
public enum PixelSensitivity: Hashable, Sendable, Codable {
    /// Any difference of colour or alpha.
    case exact
    /// A difference that is perceptible, by the measure of pixelmatch.
    ///
    /// - `threshold`: The maximum difference of two colours that count as equal: 0 none, 1 black and white.
    /// - `countsSmoothing`: True if antialiased pixels count like all others.
    /// - `checkerboard`: True to compare translucent pixels on a pattern, so that no background can hide a colour; false to compare them on
    ///   white.
    /// - `metric`: The measure of the difference of two colours: that of pixelmatch 7 or 8.
    case perceived(threshold: Double = 0.1, countsSmoothing: Bool = false, checkerboard: Bool = true, metric: ColorMetric = .yiq)

    /// The background on which translucent pixels are compared.
    var ground: ColorGround {
        if case .perceived(_, _, checkerboard: false, _) = self { .white } else { .checkerboard }
    }

    /// The measure of the difference of two colours; of exact comparisons, that of their greatest difference.
    var metric: ColorMetric {
        if case .perceived(_, _, _, let metric) = self { metric } else { .yiq }
    }
}

/// The measure by which two colours are perceived as different.
public enum ColorMetric: String, Hashable, Sendable, Codable, CaseIterable {
    /// The measure of pixelmatch 7: the distance in YIQ (Kotsarenko and Ramos, 2010).
    case yiq
    /// The measure of pixelmatch 8: the distance HyAB (Abasi and others, 2019) in OKLab with corrected lightness (Ottosson, 2020).
    ///
    /// It sees changes of hue at the same brightness, and does not exaggerate those near black.
    case oklab
}
