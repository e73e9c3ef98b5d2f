/// A way in which a photograph is shown with few colours.
public enum DitherMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The nearest colour for each pixel.
    case none
    /// Floyd and Steinberg's error diffusion (1976).
    case floydSteinberg = "floyd-steinberg"
    /// Bill Atkinson's, which drops a quarter of the error: more contrast, and clean paper.
    case atkinson
    /// Burkes' (1988).
    case burkes
    /// Stucki's (1981).
    case stucki
    /// Jarvis, Judice and Ninke's (1976).
    case jarvis
    /// Frankie Sierra's (1989), over three rows.
    case sierra
    /// Sierra's smallest.
    case sierraLite = "sierra-lite"
    /// A threshold for each pixel from a mask without low frequencies: it does not creep from one picture to the next.
    case blueNoise = "blue-noise"
    /// A threshold for each pixel from Bayer's matrix of 8 by 8.
    case bayer

    /// The error diffusion of the method; nil for one without.
    public var kernel: DitherKernel? {
        switch self {
        case .none, .blueNoise, .bayer: nil
        case .floydSteinberg: .floydSteinberg
        case .atkinson: .atkinson
        case .burkes: .burkes
        case .stucki: .stucki
        case .jarvis: .jarvis
        case .sierra: .sierra
        case .sierraLite: .sierraLite
        }
    }
}
