import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import Testing

@testable import SubdialTemplates

/// Tests of charts in templates: values of any type on common scales.
@Suite struct ChartTests {
    private static let hours: [Value] = [(0, 11.0), (1, 14), (3, nil), (4, 9)].map { hour, value in
        .map([
            "at": .date(Date(timeIntervalSince1970: Double(hour) * 3600)), "t": value.map(Value.double) ?? .missing,
            "name": .string("h\(hour)"),
        ])
    }

    private func chart(_ marks: String, _ rest: String = "") throws -> ChartContent? {
        let node = try expand("body:\n  Chart:\n    - \(marks)\n\(rest)", ["queue": .list(Self.hours), "count": .integer(3)])
        if case .chart(let chart) = node.content { return chart }
        return nil
    }

    private func points(_ marks: String, _ rest: String = "") throws -> [[String]] {
        try chart(marks, rest)?.marks.map { mark in
            mark.points.map { point in
                [point.x, point.y, point.base].map { $0.map { "\(($0 * 1000).rounded() / 1000)" } ?? "-" }.joined(separator: " ")
            }
        } ?? []
    }

    @Test(arguments: [
        // Dates have proportional distances, and missing values stay missing.
        (
            "{ for: h in queue, LineMark: { x: \"{{ h.at }}\", y: \"{{ h.t }}\" } }",
            ["0.0 0.733 0.0", "0.25 0.933 0.0", "0.75 - 0.0", "1.0 0.6 0.0"]
        ),
        // Without an x, the marks are evenly spaced from edge to edge.
        ("{ for: h in queue, LineMark: { y: \"{{ h.t }}\" } }", ["0.0 0.733 0.0", "0.333 0.933 0.0", "0.667 - 0.0", "1.0 0.6 0.0"]),
        // Bars have space on both sides, according to the distance of the two nearest ones.
        (
            "{ for: h in queue, BarMark: { x: \"{{ h.at }}\", y: \"{{ h.t }}\" } }",
            ["0.1 0.733 0.0", "0.3 0.933 0.0", "0.7 - 0.0", "0.9 0.6 0.0"]
        ),
        // Texts are categories.
        (
            "{ for: h in queue, BarMark: { x: \"{{ h.name }}\", y: \"{{ h.t }}\", yStart: \"{{ 3 }}\" } }",
            ["0.125 0.733 0.2", "0.375 0.933 0.2", "0.625 - 0.2", "0.875 0.6 0.2"]
        ),
        ("{ RuleMark: { y: \"{{ count }}\" } }", ["- 1.0 0.0"]),
        ("{ for: h in queue, if: h.t == 9, PointMark: { y: \"{{ h.t }}\" } }", ["0.5 0.9 0.0"]),
    ])
    func valuesHaveTheirPlaces(_ marks: String, _ expected: [String]) throws {
        #expect(try points(marks) == [expected])
    }

    @Test(
        arguments: [
            ("", [0, 5, 10, 15], ["0", "5", "10", "15"]), ("domain: [0, 20]", [], ["0", "5", "10", "15", "20"]),
            ("includesZero: false, unit: °", [8, 10, 12, 14], ["8°", "10°", "12°", "14°"]), ("marks: 0", [], []),
            ("domain: [-10, 20], marks: 3", [-10, 0, 10, 20], ["−10", "0", "10", "20"]),
            ("domain: [\"{{ artist }}\", 28], marks: 2", [], ["0", "10", "20"]),
        ] as [(String, [Double], [String])])
    func scalesEndAtRoundNumbers(_ axis: String, _ ticks: [Double], _ names: [String]) throws {
        let found = try #require(
            try chart("{ for: h in queue, LineMark: { y: \"{{ h.t }}\" } }", "  axes: both\n  yAxis: { \(axis) }\n"))
        #expect(found.yTicks.map { $0.label?.text?.text } == names)
        let (first, last) = (ticks.first ?? 0, ticks.last ?? 0)
        guard last > first, !axis.hasPrefix("domain") else { return }  // lint: skips
        for (tick, number) in zip(found.yTicks, ticks) { #expect(abs(tick.position - (number - first) / (last - first)) < 1e-9) }
    }

    /// Labels are secondary unless the template has a colour.
    @Test(arguments: [
        ("", "secondary"), ("  foreground: white\n", "white"), ("  foreground: \"#FF8800\"\n", "#FF8800"),
        ("  foreground: primary\n", "secondary"),
    ])
    func labelsHaveTheForeground(_ line: String, _ color: String) throws {
        let bars = "{ for: h in queue, BarMark: { x: \"{{ h.at }}\", y: \"{{ h.t }}\" }, label: a }"
        let found = try #require(try chart(bars, "  axes: both\n\(line)"))
        let labels = (found.xTicks + found.yTicks).compactMap { $0.label?.text }
        #expect(labels.count > 3 && labels.allSatisfy { $0.paint == .color(ColorName(color)) })
    }

    @Test func horizontalNamesAreAFewOfTheMarks() throws {
        let named = try #require(
            try chart(
                "{ for: h in queue, BarMark: { x: \"{{ h.at }}\", y: \"{{ h.t }}\" }, label: \"{{ h.name }}\" }",
                "  axes: x\n  xAxis: { marks: 2 }\n"))
        #expect(named.xTicks.map { $0.label?.text?.text } == ["h0", "h3"])
        #expect(named.yTicks.isEmpty)
        #expect(try chart("{ for: h in queue, BarMark: { y: 1 } }", "  axes: none\n")?.xTicks.isEmpty == true)
    }

    @Test func sectorsShareATurn() throws {
        let marks = """
            body:
              Chart:
                - { for: n in queue, SectorMark: { angle: "{{ n }}" }, foreground: "{{ index == 1 ? 'red' : 'blue' }}", innerRadius: 0.5 }
                - { SectorMark: { angle: 4 }, fill: green }
              axes: both
            """
        let node = try expand(marks, ["queue": .list([.integer(1), .double(3), .integer(-5), .missing, .double(.nan)])])
        guard case .chart(let chart) = node.content, chart.marks.count == 2 else {
            Issue.record("\(node.content)")
            return
        }
        #expect(chart.marks.map { $0.points.map { [$0.base, $0.y ?? -1] } } == [[[0, 0.125], [0.125, 0.5]], [[0.5, 1]]])
        #expect(chart.marks[0].points.map(\.fill) == [nil, .color(ColorName("red"))] && chart.marks[0].color == ColorName("blue"))
        #expect(chart.marks[0].innerRadius == 0.5 && chart.marks[1].fill == .color(ColorName("green")))
        // They have no scales.
        #expect(chart.xTicks.isEmpty && chart.yTicks.isEmpty)
    }

    @Test func eachBarMayHaveAColourOfItsOwn() throws {
        let marks = "{ for: h in queue, BarMark: { y: 1 }, foreground: \"{{ h.t > 10 ? 'red' : 'blue' }}\" }"
        let mark = try #require(try chart(marks)?.marks.first)
        #expect(mark.color == ColorName("red"))
        #expect(mark.points.map(\.fill) == [nil, nil, .color(ColorName("blue")), .color(ColorName("blue"))])
    }

    @Test(arguments: [
        ("Line: [1, 3, 2]", ["0.0 0.0", "0.5 1.0", "1.0 0.5"]), ("Line: [4, 4]", ["0.0 0.5", "1.0 0.5"]), ("Line: \"{{ artist }}\"", []),
        ("Line: \"{{ queue }}\"", ["0.0 0.0", "0.5 -", "1.0 1.0"]), ("Line: [7]", ["0.5 0.5"]),
    ])
    func aSparklineShowsTheCourse(_ text: String, _ expected: [String]) throws {
        let node = try expand("body:\n  \(text)\n", ["queue": .list([.integer(1), .missing, .double(2.5)]), "artist": .missing])
        guard case .chart(let chart) = node.content else {
            Issue.record("there is no chart")
            return
        }
        #expect(chart.marks[0].points.map { "\($0.x ?? -1) \($0.y.map { "\($0)" } ?? "-")" } == expected)
        #expect(chart.marks[1].points == (chart.marks[0].points.last { $0.y != nil }.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("body:\n  BarMark: { y: 1 }\n", "BarMark stands in a Chart alone"),
        ("body:\n  Chart:\n    - SectorMark: { x: 1 }\n", "SectorMark has no 'x'"),
        ("body:\n  Chart:\n    - { SectorMark: { angle: 1 }, innerRadius: 2 }\n", "innerRadius takes a number from 0 to 1"),
        ("body:\n  Chart:\n    - Text: a\n", "a chart takes AreaMark, BarMark"),
        ("body:\n  Chart:\n    - BarMark: { z: 1 }\n", "BarMark has no 'z'"),
        ("body:\n  Chart:\n    - BarMrk: { y: 1 }\n", "did you mean 'BarMark'?"),
        ("body:\n  Chart:\n    - { for: h in queue, BarMark: { y: \"{{ hh.t }}\" } }\n", "there is no variable 'hh'"),
        ("body:\n  Chart: []\n  axes: all\n", "axes takes one of"),
        ("body:\n  Line: \"{{ title }}\"\n", "a list of numbers should come out here"),
    ])
    func tellsWhatIsWrong(_ text: String, _ reason: String) throws {
        let error = #expect(throws: TemplateError.self) {
            try template(text).expand(in: DictionaryScope(["title": .string("a")]), margins: Insets())
        }
        #expect(error?.description.contains(reason) == true, "\(error.map(String.init(describing:)) ?? "")")
    }

    /// No number, however large, small or equal to others, is outside the plot or ends the process.
    @Test(
        arguments: [
            [1e300, -1e300], [1.7e308, -1.7e308], [1.7e308, 1], [0, 0], [1e-300, 2e-300], [.infinity, 1], [.nan, 2], [-5, -5],
            [1e15, 1e15 + 1], [-1e-9, 1e9],
        ]
            as [[Double]])
    func anyNumber(_ numbers: [Double]) throws {
        let node = try expand(
            "body:\n  Chart:\n    - { for: h in queue, BarMark: { x: \"{{ h }}\", y: \"{{ h }}\" } }\n  axes: both\n",
            ["queue": .list(numbers.map(Value.double))])
        let chart = try #require(node.chart)
        for point in chart.marks.flatMap(\.points) {
            for share in [point.x, point.y, point.base].compactMap({ $0 }) { #expect((0...1).contains(share)) }
        }
        for tick in chart.xTicks + chart.yTicks { #expect((0...1).contains(tick.position)) }
    }
}
