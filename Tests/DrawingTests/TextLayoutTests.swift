import SubdialBasics
import SubdialDrawing
import SubdialLayout
import Testing

@Suite struct TextLayoutTests {
    private let library: FontLibrary
    private let style = FontStyle(size: 17, lineHeight: 22)
    private let long = "It Never Entered My Mind, as played on a long evening in nineteen fifty-six"

    init() throws {
        library = try FontLibrary(configuration: Repository.fontConfiguration)
    }

    private func layout(_ text: String, _ options: TextOptions = TextOptions()) -> TextLayout {
        TextLayout(text, style: style, library: library, options: options)
    }

    private func drawn(_ layout: TextLayout, scale: Double = 2, color: Color = .black) throws -> Bitmap {
        let surface = try Surface(
            width: Int(saturating: layout.size.width * scale) + 20, height: Int(saturating: layout.size.height * scale) + 20)
        let context = try Context(surface)
        context.scale(scale)
        layout.draw(in: context, at: Point(2, 2), with: color)
        return try surface.bitmap()
    }

    @Test(arguments: ["", "x", "So What", "日本語", "العربية", "עברית", "हिन्दी", "👨‍👩‍👧‍👦🇩🇪", "\u{202E}abc", "\0", "e\u{301}"])
    func sameTextSameSizeSamePixels(text: String) throws {
        let (first, second) = (layout(text), layout(text))
        #expect(first.size == second.size)
        #expect(first.lineCount == 1 && first.size.height == 22)
        #expect(try drawn(first) == drawn(second))
        #expect(try drawn(first) == drawn(first))
    }

    /// A word that does not fit ends anywhere; a hyphen is only where the text has a soft one.
    @Test(arguments: [("mmmm", "mm\nmm", true), ("mm\u{AD}mm", "mm\nmm", false)])
    func aBrokenWordHasNoHyphenOfItsOwn(_ word: String, _ lines: String, _ isEqual: Bool) throws {
        let width = layout(word == "mmmm" ? "mm" : "mm-").size.width + 1
        let (broken, expected) = (layout(word, TextOptions(width: width)), layout(lines, TextOptions(width: width)))
        #expect(broken.lineCount == 2)
        #expect((try drawn(broken) == drawn(expected)) == isEqual)
    }

    /// FreeType has an error for fonts of such sizes, which would fail the picture.
    @Test(arguments: ["many", "👍", "many 👍"], [1000.0, 60_000, 1e9, 1e200])
    func hugeGlyphsDoNotFailThePicture(text: String, scale: Double) throws {
        let layout = layout(text)
        let bitmap = try Bitmap(width: 20, height: 20) { context in
            context.saved {
                context.scale(scale)
                layout.draw(in: context, at: Point(0, 0), with: .black)
            }
            context.paint(.color(.black))
        }
        #expect(bitmap.color(x: 10, y: 10) == .black)
    }

    /// All scripts have the same baseline, whichever begins the line.
    @Test(arguments: ["東京", "Latin", "العربية"], ["العربية", "Latin", "עברית", "हिन्दी", "東京"])
    func scriptsShareABaseline(_ first: String, _ second: String) {
        let alone = layout(first).inkBounds.union(layout(second).inkBounds)
        let together = layout("\(first) \(second)").inkBounds
        #expect(abs(alone.minY - together.minY) < 0.01 && abs(alone.maxY - together.maxY) < 0.01)
    }

    @Test(arguments: 1...6)
    func everyLineIsALineHeight(lines: Int) {
        let layout = layout(long, TextOptions(width: 90, maxLines: lines))
        #expect(layout.lineCount == lines)
        #expect(layout.size.height == 22 * Double(lines))
        #expect(layout.isTruncated)
        #expect(layout.lastBaseline == layout.firstBaseline + 22 * Double(lines - 1))
        #expect(layout.size.width <= 90)
    }

    @Test(arguments: ["日本語のタイトル", "العربية", "ภาษาไทย", "👍👍"])
    func otherScriptsDoNotChangeTheHeight(text: String) {
        let plain = layout("plain")
        let other = layout(text)
        #expect(other.size.height == plain.size.height)
        #expect(other.firstBaseline == plain.firstBaseline)
        #expect(other.size.width > 5)
    }

    @Test func breaksOnlyWhenThereIsAWidth() {
        #expect(layout(long).lineCount == 1)
        let broken = layout(long, TextOptions(width: 200))
        #expect(broken.lineCount > 2 && !broken.isTruncated)
    }

    @Test(arguments: [TextOptions.Truncation.tail, .middle, .head], [1, 2])
    func truncates(truncation: TextOptions.Truncation, lines: Int) throws {
        let layout = layout(long, TextOptions(width: 150, maxLines: lines, truncation: truncation))
        #expect(layout.isTruncated)
        #expect(layout.lineCount == lines)
        #expect(layout.size.width <= 150)
        #expect(layout.inkBounds.maxX <= 151)
        #expect(!self.layout("So What", TextOptions(width: 150, maxLines: lines, truncation: truncation)).isTruncated)
    }

    @Test func aMeasuredWidthIsWideEnough() {
        for text in ["So What", "AVATAR To Wa", "日本語 Tj", "ｆｉ fi ffi", long] {
            for tracking in [-0.43, 0, 0.38] {
                let style = FontStyle(size: 17, tracking: tracking)
                let free = TextLayout(text, style: style, library: library)
                let held = TextLayout(text, style: style, library: library, options: TextOptions(width: free.size.width, maxLines: 1))
                #expect(!held.isTruncated && held.size.width == free.size.width, "\(text)")
            }
        }
    }

    @Test func tabularDigitsAreOfOneWidth() {
        let tabular = FontStyle(size: 17, hasTabularDigits: true)
        let widths = Set((0...9).map { TextLayout("\($0)\($0)", style: tabular, library: library).size.width })
        #expect(widths.count == 1)
        let proportional = Set((0...9).map { TextLayout("\($0)\($0)", style: FontStyle(size: 17), library: library).size.width })
        #expect(proportional.count > 1)
    }

    @Test func trackingWidensLettersThatStandApart() {
        func width(_ text: String, tracking: Double) -> Double {
            TextLayout(text, style: FontStyle(size: 17, tracking: tracking), library: library).size.width
        }
        // The tracking is added between the letters, and half of it at either end.
        let gained = width("Tracking", tracking: 2) - width("Tracking", tracking: 0)
        #expect((14.0...16.0).contains(gained))
        for text in ["العربية", "日本語", "हिन्दी"] {
            #expect(width(text, tracking: 2) == width(text, tracking: 0))
        }
    }

    @Test func weightsAndFamiliesDiffer() {
        let widths = FontWeight.allCases.map {
            TextLayout("Weight", style: FontStyle(size: 17, weight: $0), library: library).size.width
        }
        #expect(Set(widths).count == SubdialDrawing.FontWeight.allCases.count)
        let display = FontStyle(families: ["Inter Display"], size: 17)
        #expect(TextLayout("Weight", style: display, library: library).size != layout("Weight").size)
        let unknown = FontStyle(families: ["No Such Family"], size: 17, lineHeight: 22)
        #expect(TextLayout("Weight", style: unknown, library: library).size == layout("Weight").size)
    }

    @Test func theLanguageChoosesAmongForms() throws {
        let pictures = try ["ja", "zh-CN", "zh-TW", "ko"].map { try drawn(layout("直骨角返", TextOptions(language: $0))) }
        #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2])
        #expect(try drawn(layout("直骨角返")) == pictures[0])
        #expect(try drawn(layout("直骨角返", TextOptions(language: "en"))) == pictures[0])
    }

    @Test func emojiKeepTheirColours() throws {
        let bitmap = try drawn(layout("❤️"))
        let isRed = (0..<bitmap.width * bitmap.height).contains { index in
            let color = bitmap.color(x: index % bitmap.width, y: index / bitmap.width) ?? .clear
            return color.alpha > 0.9 && color.red > 0.8 && color.green < 0.4
        }
        #expect(isRed)
        #expect(layout("👨‍👩‍👧‍👦").size.width == layout("👍").size.width)
        #expect(layout("🇩🇪").size.width == layout("👍").size.width)
        // Half the opacity is half the alpha of the same picture.
        let faint = try drawn(layout("❤️"), color: Color.black.opacity(0.5))
        let (most, mostOfFaint) = (bitmap.pixels.max() ?? 0, faint.pixels.max() ?? 0)
        #expect(most == 255 && (126...129).contains(mostOfFaint))
    }

    @Test func textTakesTheColourItIsGiven() throws {
        let bitmap = try drawn(layout("So What"), color: Color(red: 0, green: 0, blue: 1))
        for index in stride(from: 0, to: bitmap.pixels.count, by: 4) {
            #expect(bitmap.pixels[index + 1] == 0 && bitmap.pixels[index + 2] == 0)
        }
        #expect(bitmap.pixels.contains(255))
    }

    @Test func linesStandWhereTheAlignmentSays() throws {
        func ink(_ alignment: TextOptions.Alignment, _ direction: TextOptions.Direction, _ text: String = "wide wide\ni") throws -> Range<
            Int
        > {
            let options = TextOptions(width: 200, alignment: alignment, direction: direction)
            let layout = layout(text, options)
            let bitmap = try drawn(layout, scale: 1)
            // The columns with ink in the second line.
            let columns = (0..<bitmap.width).filter { x in
                (26..<bitmap.height).contains { y in bitmap.pixels[(y * bitmap.width + x) * 4 + 3] > 0 }
            }
            return (columns.first ?? 0)..<(columns.last ?? 0) + 1
        }
        let width = Int(saturating: layout("wide wide").size.width)
        #expect(try ink(.leading, .automatic).upperBound < 12)
        #expect(try ink(.leading, .leftToRight).upperBound < 12)
        #expect(try ink(.leading, .rightToLeft).lowerBound > width - 10)
        #expect(try ink(.trailing, .automatic).lowerBound > width - 10)
        #expect(try ink(.trailing, .rightToLeft).upperBound < 12)
        #expect(try abs(ink(.center, .automatic).lowerBound - width / 2) < 6)
        // A right-to-left text does not change the alignment.
        #expect(try ink(.leading, .automatic, "שלום שלום\nו").upperBound < 14)
        #expect(try ink(.leading, .rightToLeft, "שלום שלום\nו").lowerBound > 40)
    }

    @Test func newlinesBeginLines() {
        for text in ["a\nb\nc", "a\r\nb\rc", "a\u{2028}b\u{2029}c"] { #expect(layout(text).lineCount == 3) }
        #expect(layout("a\nb\nc", TextOptions(width: 100, maxLines: 3)).isTruncated == false)
        let cut = layout("a\nb\nc", TextOptions(width: 100, maxLines: 2))
        #expect(cut.lineCount == 2 && cut.isTruncated)
        // The second line is “b…”, without any other text.
        #expect(abs(cut.size.width - layout("b…").size.width) < 0.01)
        #expect(layout("a\nb\nc", TextOptions(maxLines: 2)).lineCount == 2)
    }

    @Test(arguments: [
        ("W", 300), ("👨‍👩‍👧‍👦", 300), ("a\u{301}\u{302}\u{303}", 300), ("ﷺ ", 300), ("\u{202E}abc", 100), ("\u{2067}x", 300),
        ("\u{200B}", 300), ("\n", 300), ("\u{0337}\u{0355}\u{0300}", 100_000), ("Long title ", 100_000),
    ])
    func aHostileTitleStaysInItsBox(unit: String, count: Int) {
        let text = String(repeating: unit, count: count)
        for (width, lines) in [(120.0, 1), (120, 2), (30, 3)] {
            let layout = layout(text, TextOptions(width: width, maxLines: lines))
            #expect(layout.size.width <= width)
            #expect(layout.lineCount <= lines)
            #expect(layout.size.height == 22 * Double(layout.lineCount))
        }
    }

    @Test(arguments: [-5, 0, 0.01, 1, .infinity, .nan, 1e300])
    func anyWidthIsTaken(width: Double) throws {
        let layout = layout("So What", TextOptions(width: width, maxLines: 1))
        #expect(layout.size.width.isFinite && layout.size.width >= 0)
        _ = try drawn(layout)
    }

    @Test(arguments: [-5, 0, 1e300, .infinity, .nan])
    func anySizeIsTaken(size: Double) {
        let layout = TextLayout("So What", style: FontStyle(size: size, tracking: size, lineHeight: size), library: library)
        #expect(layout.size.width.isFinite && layout.size.height.isFinite)
    }

    @Test func inkIsWhereItIsDrawn() throws {
        let layout = layout("Hxg")
        let ink = layout.inkBounds
        #expect(abs(layout.firstBaseline - ink.minY - layout.capHeight) < 0.2)
        #expect(ink.maxY > layout.firstBaseline + 2)
        #expect(ink.minX > 0 && ink.maxX < layout.size.width)
        #expect(self.layout(" ").inkBounds == .zero)
    }
}
