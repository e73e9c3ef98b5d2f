import SubdialLayout
import Testing

/// Tests of the layout of a chart: its plot, and the labels of its scales.
@Suite struct ChartTests {
    private func tick(_ position: Double, _ name: String) -> ChartContent.Tick { .init(position, text(name, size: 10)) }

    private func layOut(
        x: [ChartContent.Tick] = [], y: [ChartContent.Tick] = [], _ width: Double = 100, _ height: Double = 60,
        _ direction: LayoutDirection = .leftToRight
    ) -> String {
        let chart = ChartContent(marks: [.init(.line, [.init(x: 0, y: 0), .init(x: 1, y: 1)])], xTicks: x, yTicks: y)
        return engine(direction).layOut(Node(.chart(chart)), in: Size(width, height)).text
    }

    @Test func withoutNamesThePlotIsAll() {
        #expect(
            layOut() == """
                Chart (0.00 0.00 100.00 60.00)
                  Plot (0.00 0.00 100.00 60.00) line 2

                """)
    }

    /// Vertical labels are at the trailing edge, each centred on its line; horizontal ones are below the plot, within the chart.
    @Test func namesTakeTheirRoom() {
        let (x, y) = ([tick(0, "ab"), tick(1, "yz")], [tick(0, "0"), tick(1, "10")])
        #expect(
            layOut(x: x, y: y) == """
                Chart (0.00 0.00 100.00 60.00)
                  Plot (0.00 5.00 86.00 43.00) line 2
                  Text (0.00 50.00 10.00 10.00) "ab"
                  Text (81.00 50.00 10.00 10.00) "yz"
                  Text (90.00 43.00 5.00 10.00) "0"
                  Text (90.00 0.00 10.00 10.00) "10"

                """)
        #expect(
            layOut(x: x, y: y, 100, 60, .rightToLeft) == """
                Chart (0.00 0.00 100.00 60.00) rightToLeft
                  Plot (14.00 5.00 86.00 43.00) line 2
                  Text (90.00 50.00 10.00 10.00) "ab"
                  Text (9.00 50.00 10.00 10.00) "yz"
                  Text (5.00 43.00 5.00 10.00) "0"
                  Text (0.00 0.00 10.00 10.00) "10"

                """)
    }

    /// If there is not enough space for all labels, some are omitted, and none overlap.
    @Test func namesDoNotRunIntoEachOther() {
        let x = (0..<5).map { tick(Double($0) / 4, "name") }
        #expect(layOut(x: x).components(of: "Text") == 3)
        let y = (0..<11).map { tick(Double($0) / 10, "\($0)") }
        #expect(layOut(y: y).components(of: "Text") == 6)
        #expect(layOut(y: y, 100, 20).components(of: "Text") == 2)
    }
}

extension String {
    fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
