import SubdialLayout
import Testing

/// Tests of rings with texts.
@Suite struct GaugeTests {
    private func layOut(_ gauge: GaugeContent, _ width: Double = 100, _ height: Double = 100, _ direction: LayoutDirection = .leftToRight)
        -> String
    {
        engine(direction).layOut(Node(.gauge(gauge)), in: Size(width, height)).text
    }

    private let open = ProgressContent(0.25, style: .gauge, marker: .dot)

    /// A font size is a fraction of the diameter; in these tests, the width of a character is half of its font size.
    @Test func textsHaveTheirPlaces() {
        let all = GaugeContent(ring: open, value: text("18"), minimum: text("7"), maximum: text("24"), label: text("°C"))
        #expect(
            layOut(all) == """
                Gauge (0.00 0.00 100.00 100.00)
                  Progress (0.00 0.00 100.00 100.00) gauge 0.25
                  Text (35.00 33.00 30.00 30.00) "18"
                  Text (30.25 80.50 9.50 19.00) "7"
                  Text (55.50 80.50 19.00 19.00) "24"

                """)
        let labelled = GaugeContent(ring: open, value: text("18"), label: text("AQI"))
        #expect(
            layOut(labelled) == """
                Gauge (0.00 0.00 100.00 100.00)
                  Progress (0.00 0.00 100.00 100.00) gauge 0.25
                  Text (35.00 33.00 30.00 30.00) "18"
                  Text (34.25 79.50 31.50 21.00) "AQI"

                """)
    }

    /// The ring is at the centre of the proposed size.
    ///
    /// A closed ring has no gap for bounds, and without a value it shows its label.
    @Test func aRingIsRoundInTheMiddle() {
        let closed = GaugeContent(
            ring: ProgressContent(1, style: .circular), minimum: text("0"), maximum: text("9"), label: text("ab"), sizesTexts: false)
        #expect(
            layOut(closed, 100, 40) == """
                Gauge (0.00 0.00 100.00 40.00)
                  Progress (30.00 0.00 40.00 40.00) circular 1.00
                  Text (40.00 10.00 20.00 20.00) "ab"

                """)
    }

    /// The ring is not mirrored in right-to-left layouts, so that its bounds stay at their ends.
    @Test func boundsStayAtTheirEnds() {
        let gauge = GaugeContent(ring: open, minimum: text("7"), maximum: text("24"))
        #expect(
            layOut(gauge, 120, 100, .rightToLeft) == """
                Gauge (0.00 0.00 120.00 100.00) rightToLeft
                  Progress (10.00 0.00 100.00 100.00) gauge 0.25
                  Text (40.25 80.50 9.50 19.00) "7"
                  Text (65.50 80.50 19.00 19.00) "24"

                """)
    }

    @Test(arguments: [(nil, 100 / 10.5), (4, 4), (500, 50)] as [(Double?, Double)])
    func theLineIsAShareOfTheDiameter(_ lineWidth: Double?, _ expected: Double) {
        let placed = engine().layOut(Node(.gauge(GaugeContent(ring: open, lineWidth: lineWidth))), in: Size(100, 100))
        guard case .progress(let ring) = placed.children[0].drawn else {
            Issue.record("there is no ring")
            return
        }
        #expect(ring.lineWidth == expected)
    }
}
