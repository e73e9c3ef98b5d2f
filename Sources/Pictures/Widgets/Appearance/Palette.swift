import SubdialDrawing
import SubdialExpressions

/// The colours that a widget takes from its cover.
public struct Palette: Hashable, Sendable {
    /// The background: the main colour of the cover, made dark or light enough for text.
    public var background: Color
    /// The most colourful colour of the cover, with a contrast of at least 4.5 to the background.
    public var accent: Color

    /// The palette as a value for expressions.
    var value: Value {
        .map(["background": .string(background.hex), "accent": .string(accent.hex)])
    }

    /// The colour at the upper edge of a dark ground, from which it falls to ``background``; nil for an even ground.
    let crown: Color?

    /// The OKLab lightness of a background: from 0.28 for white text, 0.92 for black.
    private static func groundLightness(_ appearance: Appearance) -> Double { appearance == .dark ? 0.28 : 0.92 }
    /// The chroma of a dark background that has a hue: less looks like mud.
    private static let darkChroma = 0.06...0.075
    /// The chroma of warm covers over which a dark background has more, up to 0.085, and is lighter by up to 0.03.
    private static let warmChroma = (cover: 0.06...0.16, most: 0.085, lightness: 0.03)
    /// The maximum chroma of a light background.
    private static let lightChroma = 0.035
    /// The chroma of a cover below which its background is neutral: a hue that is invisible on the cover must not appear.
    private static func leastChroma(_ appearance: Appearance, hue: Double) -> Double {
        appearance == .light ? 0.02 : muddyHues.contains(hue) ? 0.045 : 0.03
    }
    /// The share of white at the upper edge of a dark background.
    private static let crownShare = 0.06
    /// The hues from orange to olive, in degrees of OKLCH; dark versions of them look muddy.
    static let muddyHues = 55.0..<125.0
    /// The hues of covers from orange to olive and from olive to green, and those of their dark backgrounds, which olive is none of.
    private static let darkHues = [(30.0...105.0, 30.0...66.0), (105.0...140.0, 125.0...140.0)]
    /// The factor on the weight of a cluster of little colour.
    private static let paleWeight = 0.1
    /// The minimum contrast of text, as WCAG level AA requires.
    private static let leastContrast = 4.5

    /// Creates the palette of the theme, independent of any cover.
    init(theme: Theme, _ appearance: Appearance) {
        background = theme.color("background", appearance) ?? .black
        accent = theme.color("accent", appearance) ?? .white
        crown = nil
    }

    /// Creates a palette from the colours of a cover, the largest cluster first.
    init(clusters: [ColorCluster], _ appearance: Appearance) {
        let colorful = clusters.filter(\.isColorful)
        func rank(_ cluster: ColorCluster) -> Double {
            let color = OKLCH(cluster.color)
            // What would be neutral counts less than what has a colour.
            return cluster.weight * (color.chroma < Self.leastChroma(appearance, hue: color.hue) ? Self.paleWeight : 1)
        }
        let main = (colorful.max { rank($0) < rank($1) } ?? clusters.max { $0.weight < $1.weight }).map { OKLCH($0.color) }
        self.init(
            ground: main ?? OKLCH(lightness: 0.5, chroma: 0, hue: 0),
            accent: colorful.map { OKLCH($0.color) }.max { $0.chroma < $1.chroma } ?? OKLCH(lightness: 0.8, chroma: 0, hue: 0), appearance)
    }

    /// Creates a palette from the two hues of a placeholder.
    init(placeholder: PlaceholderArt, _ appearance: Appearance) {
        self.init(
            ground: OKLCH(lightness: 0.5, chroma: 0.09, hue: placeholder.hues.0),
            accent: OKLCH(lightness: 0.75, chroma: 0.12, hue: placeholder.hues.1),
            appearance)
    }

    private init(ground: OKLCH, accent: OKLCH, _ appearance: Appearance) {
        var ground = ground
        ground.lightness = Self.groundLightness(appearance)
        if ground.chroma < Self.leastChroma(appearance, hue: ground.hue) {
            ground.chroma = 0
        } else if appearance == .dark {
            if let (own, dark) = Self.darkHues.first(where: { $0.0.contains(ground.hue) }) {
                // Dark hues of warm covers are close together: the covers differ by more than their hue.
                let (warm, least) = (Self.warmChroma, Self.darkChroma.lowerBound)
                let share = Self.share(of: ground.chroma, in: warm.cover)
                ground.hue = dark.lowerBound + Self.share(of: ground.hue, in: own) * (dark.upperBound - dark.lowerBound)
                ground.chroma = least + share * (warm.most - least)
                ground.lightness += share * warm.lightness
            } else {
                ground.chroma = min(max(ground.chroma, Self.darkChroma.lowerBound), Self.darkChroma.upperBound)
            }
        } else {
            ground.chroma = min(ground.chroma, Self.lightChroma)
        }
        background = ground.color
        crown = appearance == .dark ? background.blended(with: .white, by: Self.crownShare) : nil
        // Where the ground is lightest.
        self.accent = Self.legible(accent, on: crown ?? background, appearance)
    }

    /// The place of a value in a range, 0 to 1; outside of it, that of the nearer bound.
    private static func share(of value: Double, in range: ClosedRange<Double>) -> Double {
        min(1, max(0, (value - range.lowerBound) / (range.upperBound - range.lowerBound)))
    }

    /// The colour, lightened or darkened until it is legible on `background`.
    private static func legible(_ color: OKLCH, on background: Color, _ appearance: Appearance) -> Color {
        var candidate = color
        candidate.lightness = appearance == .dark ? max(color.lightness, 0.7) : min(color.lightness, 0.55)
        for _ in 0..<40 where candidate.color.contrast(with: background) < leastContrast {
            candidate.lightness += appearance == .dark ? 0.01 : -0.01
        }
        return candidate.color
    }
}
