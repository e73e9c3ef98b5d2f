import Drawing
import Layout

/// How thick a symbol's lines are at a weight, in the symbol's own units.
struct SymbolLine: Hashable, Sendable {
    /// The thickness of a line at regular weight: 2 where the box is 22 high.
    let regular: Double
    /// The thickness at the weight.
    let weighted: Double

    /// Measures the lines of a symbol with the viewBox `box`.
    init(box: Drawing.Rect, weight: Layout.FontWeight) {
        let unit = box.height / 22
        regular = 2 * unit
        weighted = weight.symbolLine * unit
    }

    /// What a line is drawn as: it follows the weight as far as it is a regular line, and what is beyond that, the gaps at its sides
    /// where it cuts, or the body of a thick bar, stays.
    func width(of line: Double) -> Double {
        min(line, regular) * (weighted / regular) + max(0, line - regular)
    }

    /// How far the edge of an area moves outwards: a fifth of what lines grow by, so that shapes keep their look.
    var growth: Double { (weighted - regular) / 5 }
}

extension Layout.FontWeight {
    /// The thickness of a line in 22nds of a symbol's height.
    ///
    /// A symbol is 1.25 cap heights high. At that size the stems of Inter's small letters are 0.6, 1.0, 1.5, 2.0, 2.6, 3.1, 3.7, 4.2 and
    /// 4.7 of them. Lines are as thick up to regular and somewhat thinner then: a symbol has less room within than a letter.
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
