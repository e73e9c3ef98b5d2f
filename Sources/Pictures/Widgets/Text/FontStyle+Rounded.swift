import SubdialDrawing

extension FontStyle {
    /// Makes the letters of Inter round, in place of a rounded font that would suit it: lighter letters with a line along their outlines.
    ///
    /// The line makes up for the weight. The letters have the height, the stems and about the advances of Inter in the weight of the style.
    mutating func round() {
        let (lighter, line) = weight.rounded
        weight = lighter
        rounding = line * size
        // Capitals grow by the line, which is the same at the sides of a letter as above it, although letters of a greater weight are wider.
        width = 1 + 1.13 * line
        tracking = (tracking + 0.85 * rounding) / width
        size *= 1 - line / Self.capHeight
    }

    /// The height of Inter's capitals, as a fraction of the size.
    private static let capHeight = 0.727
}

extension SubdialDrawing.FontWeight {
    /// The weight of the letters, and the width of the line along their outlines as a fraction of the size: what their stems lack.
    ///
    /// A greater difference makes rounder corners, but closes the ring of a degree sign.
    fileprivate var rounded: (lighter: SubdialDrawing.FontWeight, line: Double) {
        switch self {
        case .ultraLight: (.ultraLight, 0)
        case .thin: (.ultraLight, 0.02)
        case .light: (.ultraLight, 0.04)
        case .regular: (.ultraLight, 0.06)
        case .medium: (.thin, 0.063)
        case .semibold: (.light, 0.067)
        case .bold: (.regular, 0.071)
        case .heavy: (.medium, 0.072)
        case .black: (.semibold, 0.073)
        }
    }
}
