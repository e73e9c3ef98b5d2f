/// A dithering method for photographs.
package enum DitherMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The nearest colour of each pixel.
    case none
    /// Floyd and Steinberg's error diffusion (1976).
    case floydSteinberg = "floyd-steinberg"
    /// Bill Atkinson's error diffusion, which drops a quarter of the error: more contrast, and a clean background.
    case atkinson
    /// Burkes' error diffusion (1988).
    case burkes
    /// Stucki's error diffusion (1981).
    case stucki
    /// Jarvis, Judice and Ninke's error diffusion (1976).
    case jarvis
    /// Frankie Sierra's error diffusion over three rows (1989).
    case sierra
    /// Sierra's smallest error diffusion.
    case sierraLite = "sierra-lite"
    /// An ordered dither with a blue-noise mask; its dots do not move between similar pictures.
    case blueNoise = "blue-noise"
    /// An ordered dither with Bayer's matrix of 8 by 8.
    case bayer

    /// The error diffusion kernel; nil for the other methods.
    package var kernel: DitherKernel? {
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
