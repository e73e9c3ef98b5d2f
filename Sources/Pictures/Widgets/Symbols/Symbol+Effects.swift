import FoundationEssentials
import Glibc
import SubdialDrawing

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
            return SymbolLayer(path: path, form: layer.form, isErased: layer.isErased)
        }
        return Symbol(layers: moved, box: box)
    }
}
