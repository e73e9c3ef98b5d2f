import SubdialBasics
import SubdialDrawing
import SubdialLayout

/// The placeholder of a missing cover: a gradient whose hues are derived from the album, so that the same album always looks the same.
struct PlaceholderArt: Hashable {
    /// The two hues in degrees.
    let hues: (Double, Double)

    /// - Parameter seed: The source of the hues; equal seeds have equal hues.
    init(seed: String) {
        let hash = seed.stableHash
        // Two harmonious hues, 35 to 80 degrees apart, on a colour wheel without the hues that look muddy when dark.
        let gap = Palette.muddyHues
        let wheel = 360 - (gap.upperBound - gap.lowerBound)
        func hue(_ turn: Double) -> Double {
            let place = turn.truncatingRemainder(dividingBy: wheel)
            return place < gap.lowerBound ? place : place + gap.upperBound - gap.lowerBound
        }
        let first = Double(hash % UInt64(saturating: wheel))
        hues = (hue(first), hue(first + 35 + Double((hash / 360) % 46)))
    }

    static func == (left: PlaceholderArt, right: PlaceholderArt) -> Bool { left.hues == right.hues }
    func hash(into hasher: inout Hasher) { hasher.combine(hues.0) }

    /// The background gradient, from the top left to the bottom right.
    func gradient(in rect: Rect) -> SubdialDrawing.Paint {
        .linear(
            LinearGradient(
                stops: [
                    .init(0, OKLCH(lightness: 0.62, chroma: 0.12, hue: hues.0).color),
                    .init(1, OKLCH(lightness: 0.42, chroma: 0.11, hue: hues.1).color),
                ], from: Point(rect.minX, rect.minY), to: Point(rect.maxX, rect.maxY)))
    }
}
