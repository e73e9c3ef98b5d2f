import SubdialDrawing
import Testing

@Suite struct OKLabTests {
    static let colors = ["#000", "#fff", "#f00", "#0f0", "#00f", "#ff0", "#777", "#0a84ff", "#30d15880", "#123456"]

    @Test(arguments: colors)
    func comesBackFromOKLab(hex: String) throws {
        let color = try #require(Color(hex: hex))
        #expect(OKLab(color).color.hex == color.hex)
        #expect(OKLab(color).isInGamut)
        #expect(OKLCH(color).color.hex == color.hex)
    }

    // Ottosson's published values for the primaries.
    @Test(arguments: [
        ("#fff", 1.0, 0.0, 0.0),
        ("#f00", 0.6280, 0.2249, 0.1258),
        ("#0f0", 0.8664, -0.2339, 0.1795),
        ("#00f", 0.4520, -0.0325, -0.3115),
    ])
    func hasThePublishedValues(hex: String, lightness: Double, a: Double, b: Double) throws {
        let lab = OKLab(try #require(Color(hex: hex)))
        #expect(abs(lab.lightness - lightness) < 0.0005)
        #expect(abs(lab.a - a) < 0.0005)
        #expect(abs(lab.b - b) < 0.0005)
    }

    @Test(arguments: stride(from: 0.0, to: 360, by: 30).map { $0 })
    func keepsLightnessAndHueOutsideOfTheGamut(hue: Double) {
        let vivid = OKLCH(lightness: 0.7, chroma: 0.4, hue: hue)
        #expect(!vivid.lab.isInGamut)
        let shown = OKLCH(vivid.color)
        #expect(abs(shown.lightness - 0.7) < 0.005)
        #expect(abs((shown.hue - hue + 540).truncatingRemainder(dividingBy: 360) - 180) < 1)
        #expect(shown.chroma > 0.05 && shown.chroma < 0.4)
    }
}
