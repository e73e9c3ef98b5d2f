import Glibc
import SubdialDrawing

/// A colour in CIE L*a*b* with the white point D65.
struct CIELab: Hashable {
    let lightness: Double
    let a: Double
    let b: Double

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// Converts from sRGB.
    init(_ color: Color) {
        let (red, green, blue) = (Color.linear(color.red), Color.linear(color.green), Color.linear(color.blue))
        func f(_ value: Double) -> Double { value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116 }
        let x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        let y = f(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        let z = f((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
    }

    /// The difference ΔE00 of two colours (CIEDE2000, in the form of Sharma, Wu and Dalal, 2005); 1 is just noticeable.
    func difference(to other: CIELab) -> Double {
        let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
        let seventh = pow(meanChroma, 7)
        let correction = 1.5 - 0.5 * (seventh / (seventh + pow(25, 7))).squareRoot()
        let (a1, a2) = (a * correction, other.a * correction)
        let (chroma1, chroma2) = (hypot(a1, b), hypot(a2, other.b))
        func hue(_ a: Double, _ b: Double) -> Double {
            guard a != 0 || b != 0 else { return 0 }
            let angle = atan2(b, a) * 180 / .pi
            return angle < 0 ? angle + 360 : angle
        }
        let (hue1, hue2) = (hue(a1, b), hue(a2, other.b))
        let isGray = chroma1 * chroma2 == 0
        var turn = isGray ? 0 : hue2 - hue1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        let (lightnessStep, chromaStep) = (other.lightness - lightness, chroma2 - chroma1)
        let hueStep = 2 * (chroma1 * chroma2).squareRoot() * sine(turn / 2)
        let (meanLightness, chroma) = ((lightness + other.lightness) / 2, (chroma1 + chroma2) / 2)
        var meanHue = isGray ? hue1 + hue2 : (hue1 + hue2) / 2
        if !isGray, abs(hue1 - hue2) > 180 { meanHue += hue1 + hue2 < 360 ? 180 : -180 }
        let weight =
            1 - 0.17 * cosine(meanHue - 30) + 0.24 * cosine(2 * meanHue) + 0.32 * cosine(3 * meanHue + 6) - 0.2 * cosine(4 * meanHue - 63)
        let fromMiddle = (meanLightness - 50) * (meanLightness - 50)
        let lightnessScale = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
        let chromaScale = 1 + 0.045 * chroma
        let hueScale = 1 + 0.015 * chroma * weight
        let chromaSeventh = pow(chroma, 7)
        let angle = (meanHue - 275) / 25
        let rotation = -2 * (chromaSeventh / (chromaSeventh + pow(25, 7))).squareRoot() * sine(60 * exp(-angle * angle))
        let (dl, dc, dh) = (lightnessStep / lightnessScale, chromaStep / chromaScale, hueStep / hueScale)
        return (dl * dl + dc * dc + dh * dh + rotation * dc * dh).squareRoot()
    }
}

private func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
