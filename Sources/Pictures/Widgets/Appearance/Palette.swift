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

    /// The OKLab lightness of a background: 0.28 for white text, 0.92 for black.
    private static func groundLightness(_ appearance: Appearance) -> Double { appearance == .dark ? 0.28 : 0.92 }
    /// The maximum chroma of a background.
    private static func groundChroma(_ appearance: Appearance) -> Double { appearance == .dark ? 0.075 : 0.035 }
    /// The hues from orange to olive, in degrees of OKLCH; dark versions of them look muddy.
    static let muddyHues = 55.0..<125.0
    /// The factor on the weight of a cluster with a muddy hue as a dark background.
    private static let muddyWeight = 0.4
    /// The maximum chroma of a dark background with a muddy hue, if the cover has no other: nearly grey.
    private static let muddyChroma = 0.03
    /// The minimum contrast of text, as WCAG level AA requires.
    private static let leastContrast = 4.5

    /// Creates the palette of the theme, independent of any cover.
    init(theme: Theme, _ appearance: Appearance) {
        background = theme.color("background", appearance) ?? .black
        accent = theme.color("accent", appearance) ?? .white
    }

    /// Creates a palette from the colours of a cover, the largest cluster first.
    init(clusters: [ColorCluster], _ appearance: Appearance) {
        let colorful = clusters.filter(\.isColorful)
        func rank(_ cluster: ColorCluster) -> Double {
            cluster.weight * (appearance == .dark && Self.muddyHues.contains(OKLCH(cluster.color).hue) ? Self.muddyWeight : 1)
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
        // A colour with almost no chroma becomes grey: a hue that is invisible on the cover must not appear here.
        let isMuddy = appearance == .dark && Self.muddyHues.contains(ground.hue)
        ground.chroma = ground.chroma < 0.02 ? 0 : min(ground.chroma, isMuddy ? Self.muddyChroma : Self.groundChroma(appearance))
        background = ground.color
        self.accent = Self.legible(accent, on: background, appearance)
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
