import Drawing
import Expressions

/// The colours that a cover gives to its widget.
public struct Palette: Hashable, Sendable {
    /// The ground: the cover's own main colour, dark or light enough for text on it.
    public var background: Color
    /// The most colourful of the cover's colours, with a contrast of 4.5 or better on the ground.
    public var accent: Color

    /// The palette as expressions see it.
    var value: Value {
        .map(["background": .string(background.hex), "accent": .string(accent.hex)])
    }

    /// How light a ground is in OKLab: 0.28 for white text, 0.92 for black.
    static func groundLightness(_ appearance: Appearance) -> Double { appearance == .dark ? 0.28 : 0.92 }
    /// How colourful a ground may be at most.
    static func groundChroma(_ appearance: Appearance) -> Double { appearance == .dark ? 0.075 : 0.035 }
    /// Hues from orange to olive, in degrees of OKLCH: dark they are mud, whatever they are on the cover.
    static let muddyHues = 55.0..<125.0
    /// The part of its weight for which a cluster of such a hue counts as a dark ground.
    private static let muddyWeight = 0.4
    /// How colourful a dark ground of such a hue may be, where the cover has no other: next to grey.
    private static let muddyChroma = 0.03
    /// Contrast of text with its ground, as WCAG asks for at level AA.
    static let leastContrast = 4.5

    /// Where there is neither a cover nor a track: the theme's own.
    init(theme: Theme, _ appearance: Appearance) {
        background = theme.color("background", appearance) ?? .black
        accent = theme.color("accent", appearance) ?? .white
    }

    /// From a cover's colours, the largest cluster first.
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

    /// From the two hues of a placeholder.
    init(placeholder: PlaceholderArt, _ appearance: Appearance) {
        self.init(
            ground: OKLCH(lightness: 0.5, chroma: 0.09, hue: placeholder.hues.0),
            accent: OKLCH(lightness: 0.75, chroma: 0.12, hue: placeholder.hues.1),
            appearance)
    }

    private init(ground: OKLCH, accent: OKLCH, _ appearance: Appearance) {
        var ground = ground
        ground.lightness = Self.groundLightness(appearance)
        // What has next to no colour is grey: a hue that nobody sees on the cover must not show up here.
        let isMuddy = appearance == .dark && Self.muddyHues.contains(ground.hue)
        ground.chroma = ground.chroma < 0.02 ? 0 : min(ground.chroma, isMuddy ? Self.muddyChroma : Self.groundChroma(appearance))
        background = ground.color
        self.accent = Self.legible(accent, on: background, appearance)
    }

    /// The colour moved towards white or black until it can be read on `background`.
    private static func legible(_ color: OKLCH, on background: Color, _ appearance: Appearance) -> Color {
        var candidate = color
        candidate.lightness = appearance == .dark ? max(color.lightness, 0.7) : min(color.lightness, 0.55)
        for _ in 0..<40 where candidate.color.contrast(with: background) < leastContrast {
            candidate.lightness += appearance == .dark ? 0.01 : -0.01
        }
        return candidate.color
    }
}
