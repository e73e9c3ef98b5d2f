import FoundationEssentials
import Glibc
import SubdialDrawing
import SubdialLayout

/// A symbol: layers in a box, each of one colour.
struct Symbol: Sendable {
    /// The layers in drawing order, bottom to top.
    let layers: [SymbolLayer]
    /// The viewBox of the file; its height is that of the symbol.
    let box: Rect

    /// The shape in place of a symbol that the library lacks: a rounded square.
    static let neutral = Symbol(
        layers: [SymbolLayer(path: .roundedRect(Rect(4, 4, 16, 16), radius: 4), form: .stroke(2), isErased: false)], box: Rect(1, 1, 22, 22)
    )

    /// The ratio of width to height.
    var aspectRatio: Double { box.width / box.height }

    /// Draws the symbol at the centre of `frame`, as large as fits, with the line width of text of `weight`.
    ///
    /// All layers form one mask for the colour, so that overlaps of a translucent colour are not darker.
    func draw(in context: Context, frame: Rect, weight: SubdialLayout.FontWeight, color: Color) {
        let factor = min(frame.width / box.width, frame.height / box.height)
        // Cairo enters a permanent error state at a scale that it cannot invert, and templates may request any size.
        guard (1e-6...1e6).contains(factor), color.alpha > 0 else { return }
        context.saved {
            context.translate(x: frame.center.x, y: frame.center.y)
            context.scale(factor)
            context.translate(x: -box.center.x, y: -box.center.y)
            let line = SymbolLine(box: box, weight: weight)
            // The clip keeps the groups small; lines may extend slightly beyond the box.
            context.clip(.rect(box.enlarged(by: line.regular)))
            let opaque = Color(red: color.red, green: color.green, blue: color.blue)
            // An opaque symbol without holes needs no group.
            guard color.alpha < 1 || layers.contains(where: \.isErased) else {
                return layers.forEach { $0.draw(in: context, line: line, color: opaque) }
            }
            context.group(alpha: color.alpha) {
                for layer in layers { layer.draw(in: context, line: line, color: opaque) }
            }
        }
    }
}

extension Rect {
    fileprivate func enlarged(by margin: Double) -> Rect {
        Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}

extension Symbol {
    /// The period in seconds; an animation of 5, 10, 15… seconds ends as it begins.
    private static let breath = 1.25
    /// The minimum height of a stroke, as a fraction of its full height.
    private static let least = 0.4

    /// The symbol at a time of the `breathe` animation: the height of each stroke oscillates, with a phase shift to the one before.
    func breathing(at date: Date) -> Symbol {
        let strokes = layers.reduce(0) { $0 + $1.path.outlines.count }
        guard strokes > 0 else { return self }
        let moment = date.timeIntervalSince1970 / Self.breath
        var index = 0
        let moved = layers.map { layer in
            var path = SubdialDrawing.Path()
            for stroke in layer.path.outlines {
                let phase = moment + Double(index) * 0.37
                let height = Self.least + (1 - Self.least) * (0.5 + 0.5 * cos(2 * .pi * phase))
                let foot = stroke.bounds.maxY
                path.append(stroke.transformed(scaleY: height, y: foot * (1 - height)))
                index += 1
            }
            return SymbolLayer(
                path: path, form: layer.form, isErased: layer.isErased, level: layer.level, color: layer.color, isVariable: layer.isVariable
            )
        }
        return Symbol(layers: moved, box: box)
    }
}

/// The line width of a symbol at a font weight, in the units of the symbol.
struct SymbolLine: Hashable, Sendable {
    /// The line width at regular weight: 2 for a box of height 22.
    fileprivate let regular: Double
    /// The line width at the font weight.
    private let weighted: Double

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
