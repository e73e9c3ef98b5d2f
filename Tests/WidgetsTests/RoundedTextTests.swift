import SubdialDrawing
import SubdialLayout
import Testing

@testable import SubdialWidgets

/// Tests of the rounded design: letters of Inter with round corners, in the size and weight of the others.
@Suite struct RoundedTextTests {
    private static let size = 100.0

    private func layout(
        _ text: String, _ weight: SubdialLayout.FontWeight, _ design: FontDesign, hasMonospacedDigits: Bool = false, width: Double? = nil
    ) throws -> TextLayout {
        let measurer = try NodePicture(4, 4, in: resources).measurer
        var font = Font(.size(Self.size), weight: weight, design: design)
        font.hasMonospacedDigits = hasMonospacedDigits
        return measurer.layout(TextContent(text, font: font), text: text, scale: 1, width: width, maximumLines: 1)
    }

    private func drawn(_ layout: TextLayout, color: Color = .black) throws -> Bitmap {
        try Bitmap(width: Int(layout.size.width.rounded(.up)) + 40, height: Int(layout.size.height) + 40) { context in
            layout.draw(in: context, at: Point(20, 20), with: color)
        }
    }

    private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Double { bitmap.color(x: x, y: y)?.alpha ?? 0 }

    private static let weights: [SubdialLayout.FontWeight] = [.regular, .medium, .semibold, .bold, .heavy, .black]

    @Test(arguments: weights)
    func lettersHaveTheMeasuresOfTheOthers(_ weight: SubdialLayout.FontWeight) throws {
        for text in ["14:32", "0", "H", "−3°"] {
            let (plain, round) = (try layout(text, weight, .default), try layout(text, weight, .rounded))
            #expect(plain.size.height == round.size.height)
            #expect(abs(round.size.width / plain.size.width - 1) < 0.09, "\(text): \(round.size.width) beside \(plain.size.width)")
            #expect(abs(round.firstBaseline - plain.firstBaseline) < 1.5)
            #expect(abs(round.capHeight - plain.capHeight) < 1)
        }
        // The stem of the letter, as its area in the middle row.
        func stem(_ design: FontDesign) throws -> Double {
            let bitmap = try drawn(try layout("l", weight, design))
            return (0..<bitmap.width).reduce(0) { $0 + alpha(bitmap, $1, bitmap.height / 2) }
        }
        #expect(abs(try stem(.rounded) / stem(.default) - 1) < 0.06)
    }

    @Test(arguments: weights)
    func cornersAreRound(_ weight: SubdialLayout.FontWeight) throws {
        /// The alpha of a place inside of the upper left corner, half a point from both sides.
        func corner(_ design: FontDesign) throws -> Double {
            let (layout, scale) = (try layout("l", weight, design), 8.0)
            let ink = layout.inkBounds
            let bitmap = try Bitmap(width: 400, height: 1000) { context in
                context.scale(scale)
                layout.draw(in: context, at: Point(4 - ink.minX, 4), with: .black)
            }
            return alpha(bitmap, Int(4.5 * scale), Int((ink.minY + 4.5) * scale))
        }
        #expect(try corner(.default) == 1)
        #expect(try corner(.rounded) == 0)
    }

    /// What is drawn has the bounds that are measured, and digits stand inside of the text's own.
    @Test(arguments: weights, ["0", "14:32", "Hxg", "8"])
    func inkIsWhereItIsMeasured(_ weight: SubdialLayout.FontWeight, _ text: String) throws {
        let layout = try layout(text, weight, .rounded)
        let (bitmap, ink) = (try drawn(layout), layout.inkBounds)
        var (minX, maxX, minY, maxY) = (Int.max, 0, Int.max, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where alpha(bitmap, x, y) > 0.3 {
                (minX, maxX, minY, maxY) = (min(minX, x), max(maxX, x + 1), min(minY, y), max(maxY, y + 1))
            }
        }
        #expect(abs(Double(minX) - 20 - ink.minX) < 1.5 && abs(Double(maxX) - 20 - ink.maxX) < 1.5)
        #expect(abs(Double(minY) - 20 - ink.minY) < 1.5 && abs(Double(maxY) - 20 - ink.maxY) < 1.5)
        #expect(ink.minX >= 0 && ink.maxX <= layout.size.width)
        // Letters stand on the baseline.
        if text == "14:32" { #expect(abs(ink.maxY - layout.firstBaseline) < 2.5) }
    }

    @Test func digitsOfOneWidthStayWhereTheyAre() throws {
        let widths = try (0...9).map { try layout("1\($0):\($0)1", .bold, .rounded, hasMonospacedDigits: true).size.width }
        let (least, most) = (try #require(widths.min()), try #require(widths.max()))
        #expect(most - least < 0.1, "\(widths)")
        #expect(try layout("11", .bold, .rounded).size.width < least / 2)
    }

    /// The line along an outline is not darker than the area.
    @Test func aTranslucentColourIsEven() throws {
        let layout = try layout("80%", .bold, .rounded)
        let (opaque, half) = (try drawn(layout), try drawn(layout, color: .black.opacity(0.5)))
        for y in 0..<opaque.height {
            for x in 0..<opaque.width where alpha(opaque, x, y) == 1 { try #require(abs(alpha(half, x, y) - 0.5) < 0.01) }
        }
    }

    /// A text fits into the width that it is measured with.
    @Test(arguments: ["14:32", "Hello", "−3°"])
    func aTextFitsIntoItsOwnWidth(_ text: String) throws {
        let free = try layout(text, .bold, .rounded)
        let fitted = try layout(text, .bold, .rounded, width: free.size.width + 0.01)
        #expect(!fitted.isTruncated && abs(fitted.size.width - free.size.width) < 0.02)
        #expect(try layout(text, .bold, .rounded, width: free.size.width - 3).isTruncated)
    }
}
