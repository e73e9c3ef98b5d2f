import SubdialDrawing
import SubdialLayout

/// The line width of a symbol at a font weight, in the units of the symbol.
struct SymbolLine: Hashable, Sendable {
    /// The line width at regular weight: 2 for a box of height 22.
    let regular: Double
    /// The line width at the font weight.
    let weighted: Double

    /// Creates the line widths of a symbol with the viewBox `box`.
    init(box: Rect, weight: SubdialLayout.FontWeight) {
        let unit = box.height / 22
        regular = 2 * unit
        weighted = weight.symbolLine * unit
    }

    /// The drawn width of a line: the part up to the regular line width scales with the weight, the rest is constant.
    ///
    /// That rest is the gap at the sides of a cutting line, or the body of a thick bar.
    func width(of line: Double) -> Double {
        min(line, regular) * (weighted / regular) + max(0, line - regular)
    }

    /// The outward offset of a filled area's edge: a fifth of the increase of the line width, so that shapes keep their look.
    var growth: Double { (weighted - regular) / 5 }
}

extension SubdialLayout.FontWeight {
    /// The line width in 22nds of a symbol's height.
    ///
    /// A symbol is 1.25 cap heights high. At that size, the stems of Inter's lowercase letters are 0.6, 1.0, 1.5, 2.0, 2.6, 3.1, 3.7, 4.2 and 4.7
    /// of these units wide. Symbols match them up to regular weight and are thinner above it, as they have less inner space than letters.
    fileprivate var symbolLine: Double {
        switch self {
        case .ultraLight: 0.6
        case .thin: 1.05
        case .light: 1.5
        case .regular: 2
        case .medium: 2.4
        case .semibold: 2.8
        case .bold: 3.1
        case .heavy: 3.35
        case .black: 3.6
        }
    }
}
