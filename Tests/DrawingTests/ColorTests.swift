import FoundationEssentials
import SubdialDrawing
import Testing

@Suite struct ColorTests {
    @Test(arguments: [
        ("#000", "#000000"),
        ("#fff", "#ffffff"),
        ("#F0a", "#ff00aa"),
        ("#1234", "#11223344"),
        ("#1c1c1e", "#1c1c1e"),
        ("#0A84FF80", "#0a84ff80"),
        // Full alpha is omitted.
        ("#0A84FFff", "#0a84ff"),
    ])
    func readsAndWritesHex(text: String, expected: String) {
        #expect(Color(hex: text)?.hex == expected)
    }

    @Test(arguments: ["", "#", "fff", "#ff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "#12 456", " #fff", "#ｆｆｆ", "#fff\0"])
    func refusesWhatIsNoHex(text: String) {
        #expect(Color(hex: text) == nil)
    }

    @Test func holdsComponentsToTheirRange() {
        let color = Color(red: -1, green: 2, blue: .nan, alpha: .infinity)
        #expect(color == Color(red: 0, green: 1, blue: 0, alpha: 1))
    }

    @Test func multipliesOpacity() {
        #expect(Color.white.opacity(0.5).opacity(0.5).alpha == 0.25)
        #expect(Color.white.opacity(7).alpha == 1)
    }

    // The ratios of WCAG's own examples.
    @Test(arguments: [
        ("#000", "#fff", 21.0),
        ("#fff", "#fff", 1.0),
        ("#777", "#fff", 4.48),
        ("#767676", "#fff", 4.54),
        ("#00f", "#fff", 8.59),
    ])
    func measuresContrast(first: String, second: String, ratio: Double) throws {
        let first = try #require(Color(hex: first))
        let second = try #require(Color(hex: second))
        #expect(abs(first.contrast(with: second) - ratio) < 0.01)
        #expect(first.contrast(with: second) == second.contrast(with: first))
    }

    @Test func blends() {
        #expect(Color.black.blended(with: .white, by: 0) == .black)
        #expect(Color.black.blended(with: .white, by: 1) == .white)
        #expect(Color.black.blended(with: .white, by: 0.25) == Color(white: 0.25))
        // A transparent colour does not affect the mix.
        #expect(Color.white.blended(with: .clear, by: 0.5) == Color.white.opacity(0.5))
        #expect(Color.clear.blended(with: .clear, by: 0.5) == .clear)
    }

    @Test func composites() {
        #expect(Color.white.opacity(0.5).over(.black) == Color(white: 0.5))
        #expect(Color.clear.over(.white) == .white)
        #expect(Color.clear.over(.clear) == .clear)
    }

    @Test func isCodedAsHex() throws {
        let colors = ["#0a84ff", "#00000080"].compactMap(Color.init(hex:))
        let data = try JSONEncoder().encode(colors)
        #expect(String(decoding: data, as: UTF8.self) == ##"["#0a84ff","#00000080"]"##)
        #expect(try JSONDecoder().decode([Color].self, from: data) == colors)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Color].self, from: Data(#"["blue"]"#.utf8)) }
    }
}
