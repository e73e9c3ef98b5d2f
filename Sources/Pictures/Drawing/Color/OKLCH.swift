import Glibc

/// A colour in OKLab's polar form: lightness, chroma and hue.
package struct OKLCH: Hashable, Sendable {
    /// The perceived lightness, 0 (black) … 1 (white).
    package var lightness: Double
    /// The colourfulness, 0 (grey) … about 0.4.
    package var chroma: Double
    /// The hue in degrees, 0..<360.
    package var hue: Double
    /// The opacity, 0…1.
    private var alpha: Double

    /// Creates a colour from its coordinates.
    package init(lightness: Double, chroma: Double, hue: Double, alpha: Double = 1) {
        self.lightness = lightness
        self.chroma = chroma
        self.hue = hue
        self.alpha = alpha
    }

    /// Converts from OKLab.
    package init(_ lab: OKLab) {
        let degrees = atan2(lab.b, lab.a) * 180 / .pi
        self.init(
            lightness: lab.lightness,
            chroma: (lab.a * lab.a + lab.b * lab.b).squareRoot(),
            hue: degrees < 0 ? degrees + 360 : degrees,
            alpha: lab.alpha
        )
    }

    /// Converts from sRGB.
    package init(_ color: Color) {
        self.init(OKLab(color))
    }

    /// The same colour in OKLab.
    package var lab: OKLab {
        let angle = hue * .pi / 180
        return OKLab(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle), alpha: alpha)
    }

    /// The colour in sRGB; outside its gamut, the colour of the highest displayable chroma with the same lightness and hue.
    package var color: Color {
        guard !lab.isInGamut else { return lab.color }
        var candidate = self
        var inside = 0.0
        var outside = chroma
        for _ in 0..<16 {
            candidate.chroma = (inside + outside) / 2
            if candidate.lab.isInGamut {
                inside = candidate.chroma
            } else {
                outside = candidate.chroma
            }
        }
        candidate.chroma = inside
        return candidate.lab.color
    }
}
