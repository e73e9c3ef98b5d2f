import SubdialLayout
import Testing

@testable import SubdialDrawing

/// Lines whose letters come from another font do not run into each other.
@Suite struct LineHeightTests {
    private let library: FontLibrary

    init() throws { library = try FontLibrary(configuration: Repository.fontConfiguration) }

    private static let style = FontStyle(size: 20, lineHeight: 24)

    /// Titles with high and deep letters: Burmese, Thai with two marks, Tibetan, Javanese, Khmer, Nastaliq-like stacks, Balinese.
    static let tall = [
        "ဂစ်တာ ကြွေးကြော်သံ ဗုဒ္ဓ", "ป้ำเป๋อ ที่นี่ ฎีกา ญู่ปุ่น", "བོད་སྐད་ཀྱི་གླུ་གཞས་རྒྱུ", "ꦩꦕꦥꦠ꧀ꦱ꧀ꦏꦿꦶ", "ខ្មែរស្រុកក្រៅស្ត្រី", "ᬩᬮᬶᬓᭂᬘᬓ᭄ᬓ᭄ᬭᬶ",
    ]

    @Test(arguments: tall)
    func linesDoNotTouch(_ title: String) throws {
        let layout = library.layout("\(title)\n\(title)", style: Self.style)
        #expect(layout.lineCount == 2)
        #expect(layout.missingGlyphs.isEmpty, "\(title)")
        let one = library.layout(title, style: Self.style)
        let ink = one.inkBounds
        // The lowest letter of the first line is above the highest of the second.
        let distance = layout.lastBaseline - layout.firstBaseline
        #expect(ink.height < distance + 1, "\(title): \(ink.height) in a line of \(distance)")
        // The ink is within the size of the layout.
        #expect(ink.y > -2 && ink.y + ink.height < one.size.height + 2, "\(title): \(ink) in \(one.size)")
    }

    /// Scripts whose letters fit into a line of the style keep its height.
    @Test(arguments: ["So What", "Ænima Ångström", "Кино", "Ελλάδα", "夜に駆ける", "봄날", "שלום", "🎵 Ça va", ""])
    func otherLinesKeepTheirHeight(_ title: String) {
        #expect(library.layout(title, style: Self.style).size.height == 24)
        #expect(
            library.layout("\(title)\n\(title)", style: Self.style).firstBaseline == library.layout("A", style: Self.style).firstBaseline)
    }

    @Test func onlyTheLineWithTallLettersIsHigher() {
        let title = Self.tall[0]
        let layout = library.layout("A\n\(title)\nA", style: Self.style)
        let extra = library.layout(title, style: Self.style).size.height - 24
        #expect(extra > 1)
        #expect(abs(layout.size.height - 72 - extra) < 0.001)
        // The same in a text of several styles.
        let spans = library.layout("", style: Self.style, spans: [TextSpan("A\n", style: Self.style), TextSpan(title, style: Self.style)])
        #expect(abs(spans.size.height - 48 - extra) < 0.001)
    }

    /// A title that is cut ends with its ellipsis: at the left if it is read from the right, also after a word in Latin letters.
    @Test(arguments: [
        ("שלום עולם ארוך מאוד מאוד מאוד", true), ("أغنية طويلة جدا جدا عن البحر والسماء", true), ("A long title in English, longer", false),
        ("אהבה DJ Remix של הקיץ הארוך מאוד", true),
    ])
    func anEllipsisIsAtTheEnd(_ title: String, _ isRightToLeft: Bool) throws {
        for direction in [TextOptions.Direction.automatic, isRightToLeft ? .rightToLeft : .leftToRight] {
            let layout = library.layout(title, style: Self.style, options: TextOptions(width: 120, maxLines: 1, direction: direction))
            #expect(layout.isTruncated)
            let runs = try #require(layout.lines.first).runs
            let ellipsis = try #require(runs.firstIndex { $0.isEllipsis })
            #expect(ellipsis == (isRightToLeft ? 0 : runs.count - 1), "\(direction)")
        }
    }
}
