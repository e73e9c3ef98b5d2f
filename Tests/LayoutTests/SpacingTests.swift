import SubdialLayout
import Testing

/// Tests of SwiftUI's default distances between views.
///
/// The numbers follow from its rules as OpenSwiftUI has found them, with San Francisco's published measures and three pixels per point.
@Suite struct SpacingTests {
    private struct Row: Sendable {
        let style: TextStyle
        /// The height of one line; the distances of a text below a text, of a text below a box, and of a box below a text.
        let box, text, above, below: Double

        init(_ style: TextStyle, _ box: Double, _ text: Double, _ above: Double, _ below: Double) {
            (self.style, self.box, self.text, self.above, self.below) = (style, box, text, above, below)
        }
    }

    private static let rows = [
        Row(.largeTitle, 40.67, 0.67, 12.53, 20.95), Row(.title, 33.67, 0.67, 10.42, 17.35), Row(.title2, 26.33, 2, 7.97, 13.42),
        Row(.title3, 24, 1.33, 7.49, 12.44), Row(.body, 20.33, 2, 6.43, 10.64), Row(.headline, 20.33, 2, 6.43, 10.64),
        Row(.callout, 19.33, 2, 5.86, 9.82), Row(.subheadline, 18, 2.33, 5.62, 9.33), Row(.footnote, 15.67, 2.67, 4.8, 8.02),
        Row(.caption, 14.33, 2, 4.56, 7.53), Row(.caption2, 13.33, 0, 3.99, 6.71),
    ]

    private func text(_ style: TextStyle, _ string: String = "a", hasFontBox: Bool = true) -> Node {
        var content = TextContent(string, font: Font(.style(style)))
        content.hasFontBox = hasFontBox
        return Node(.text(content))
    }

    private func height(_ nodes: Node...) -> Double {
        LayoutEngine(measurer: SanFrancisco(), scale: 3).size(of: Node(.vstack(alignment: .center, spacing: nil, nodes)), in: .unspecified)
            .height
    }

    private func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 0.012 }

    @Test(arguments: rows.indices)
    func aroundTexts(_ index: Int) {
        let row = Self.rows[index]
        let (text, box) = (text(row.style), fixed(10, 10))
        #expect(isNear(height(text), row.box))
        #expect(isNear(height(text, text) - 2 * height(text), row.text))
        #expect(isNear(height(box, text) - 10 - height(text), row.above))
        #expect(isNear(height(text, box) - 10 - height(text), row.below))
    }

    /// A frame of the guidelines' line heights is higher, but the baselines have the same distances.
    @Test(arguments: rows.indices)
    func baselinesAreTheSameInHigherLines(_ index: Int) {
        func line(_ hasFontBox: Bool) -> Double {
            let text = text(Self.rows[index].style, hasFontBox: hasFontBox)
            let column = Node(.vstack(alignment: .center, spacing: nil, [fixed(10, 10), text, text]))
            let box = hstack(column, fixed(10, 0), alignment: .lastTextBaseline, spacing: 0)
            let placed = LayoutEngine(measurer: SanFrancisco(), scale: 3000).layOut(box, in: Size(300, 300))
            return placed.frames[1].minY - placed.frames[0].minY
        }
        #expect(abs(line(true) - line(false)) < 0.35)
    }

    @Test func rowsAndBoxesAreEightApart() {
        let engine = LayoutEngine(measurer: SanFrancisco(), scale: 3)
        let one = engine.size(of: text(.body), in: .unspecified).width
        #expect(isNear(engine.size(of: hstack(text(.body), text(.body)), in: .unspecified).width, 2 * one + 8))
        #expect(height(fixed(10, 10), fixed(10, 10)) == 28)
        #expect(height(fixed(10, 10), symbol(), filler) == 10 + 8 + 20 + 8 + 10)
    }

    /// A spacer has no distance, whatever is beside it.
    @Test func besideSpacers() {
        #expect(height(fixed(10, 10), spacer(5), fixed(10, 10)) == 25)
        #expect(isNear(height(text(.body), spacer(5), text(.body)), 2 * height(text(.body)) + 5))
        #expect(height(fixed(10, 10), vstack(spacer(5), fixed(10, 10)), fixed(10, 10)) == 10 + 5 + 10 + 8 + 10)
        // Across its stack, it changes nothing.
        #expect(height(hstack(fixed(10, 10), spacer()), hstack(fixed(10, 10), spacer())) == 28)
        #expect(isNear(height(hstack(text(.body), spacer()), text(.body)), 2 * height(text(.body)) + 2))
    }

    /// A frame with a height, or padding at an edge, ends the preferences of the text inside.
    @Test func framesAndPaddingAreBoxes() {
        let text = text(.body)
        let own = height(text)
        #expect(height(text.frame(nil, 30), text.frame(nil, 30)) == 68)
        #expect(isNear(height(text.frame(50, nil), text), 2 * own + 2))
        #expect(isNear(height(text.padding(4), text.padding(4)), 2 * (own + 8) + 8))
        #expect(isNear(height(text.with(.padding(Insets(leading: 4, trailing: 4))), text), 2 * own + 2))
        #expect(isNear(height(text.with(.padding(Insets(top: 4))), text), 2 * own + 4 + 2))
        #expect(isNear(height(text.with(.opacity(0.5)).background(filler), text), 2 * own + 2))
    }

    /// A stack has the preferences of the children at its edges; the largest of those side by side counts.
    @Test func nestedStacksPassPreferencesOn() {
        let text = text(.body)
        let (own, above) = (height(text), 6.43)
        #expect(isNear(height(vstack(fixed(10, 10), text), text), 10 + above + 2 * own + 2))
        #expect(isNear(height(vstack(text, fixed(10, 10)), text), 2 * own + 10.64 + 10 + above))
        #expect(isNear(height(hstack(text, fixed(10, 30)), text), 30 + above + own))
        #expect(isNear(height(zstack(text, fixed(10, 10)), text), own + above + own))
    }

    @Test func aSpacingThatIsSaidCounts() {
        let column = vstack(text(.body), text(.body), spacing: 5)
        #expect(isNear(LayoutEngine(measurer: SanFrancisco(), scale: 3).size(of: column, in: .unspecified).height, 2 * 20.33 + 5))
    }

    /// Rows of a grid are as far apart as their cells want.
    @Test func rowsOfAGrid() {
        let engine = LayoutEngine(measurer: SanFrancisco(), scale: 3)
        func height(_ rows: Node...) -> Double {
            engine.size(of: Node(.grid(alignment: .center, horizontalSpacing: nil, verticalSpacing: nil, rows)), in: .unspecified).height
        }
        #expect(isNear(height(row(text(.body)), row(text(.body))), 2 * 20.33 + 2))
        #expect(height(row(fixed(10, 10)), row(fixed(10, 10))) == 28)
        #expect(isNear(height(row(fixed(10, 30), text(.body)), row(text(.body))), 30 + 6.43 + 20.33))
    }

    /// Lines are one leading apart; reserved lines and a distance of the user's add to it.
    @Test func linesOfAText() {
        #expect(isNear(height(text(.body, "a\nb")), 42.33))
        #expect(height(text(.body, "a\nb", hasFontBox: false)) == 44)
        var content = TextContent("a", font: Font(.style(.body)))
        content.reservedLines = 2
        content.lineSpacing = 3
        #expect(height(Node(.text(content))) == 47)
        content.hasFontBox = true
        #expect(isNear(height(Node(.text(content))), 45.33))
    }
}
