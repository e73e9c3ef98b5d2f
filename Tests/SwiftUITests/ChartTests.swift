import Foundation
import SubdialCharts
import SubdialLayout
import Testing

@testable import SubdialSwiftUI

/// Tests of the nodes of charts: the places of marks, their looks, axes and legends.
@Suite @MainActor struct ChartTests {
    private typealias Node = SubdialLayout.Node

    /// The chart of a view, in a widget of 300 × 150 points.
    private func chart(
        _ view: some SubdialSwiftUI.View, _ change: (inout EnvironmentValues) -> Void = { _ in }
    ) throws -> SubdialLayout.ChartContent {
        try #require(Evaluated(view, change).nodes.lazy.compactMap(Self.find).first)
    }

    private static func find(_ node: Node) -> SubdialLayout.ChartContent? {
        switch node.content {
        case .chart(let chart): chart
        case .vstack(_, _, let nodes), .hstack(_, _, let nodes), .zstack(_, let nodes): nodes.lazy.compactMap(find).first
        default: nil
        }
    }

    /// The number of views in a stack.
    private static func parts(_ node: Node) -> Int { if case .vstack(_, _, let nodes) = node.content { nodes.count } else { 0 } }

    private static func words(_ ticks: [SubdialLayout.ChartContent.Tick]) -> [String] {
        ticks.compactMap(\.label).compactMap { if case .text(let text) = $0.content { text.text } else { nil } }
    }

    private struct Bars: SubdialSwiftUI.View {
        let values: [(String, Double)]
        var stacking = MarkStackingMethod.standard

        var body: some SubdialSwiftUI.View {
            Chart(0..<values.count, id: \.self) { index in
                BarMark(x: .value("Name", values[index].0), y: .value("Value", values[index].1), stacking: stacking)
            }
        }
    }

    @Test("Bars of categories stand side by side, from zero to a round number")
    func bars() throws {
        let chart = try chart(Bars(values: [("A", 5), ("B", 10)]))
        let mark = try #require(chart.marks.first)
        #expect(chart.marks.count == 1)
        #expect(mark.kind == .bar && mark.axis == .vertical)
        #expect(mark.points.map(\.x) == [0.25, 0.75])
        #expect(mark.points.map(\.base) == [0, 0])
        #expect(mark.points.map(\.y) == [0.5, 1])
        #expect(Self.words(chart.xTicks) == ["A", "B"])
        #expect(chart.yTicks.allSatisfy { $0.edge == nil && $0.grid != nil })
    }

    @Test(
        "Marks at one place stand on each other as their method says",
        arguments: [
            (MarkStackingMethod.standard, [0.0...2, 2...8]), (.normalized, [0.0...0.25, 0.25...1]), (.center, [-4.0 ... -2, -2...4]),
            (.unstacked, [0.0...2, 0...6]),
        ])
    func stacking(_ method: MarkStackingMethod, _ expected: [ClosedRange<Double>]) throws {
        let chart = try chart(Bars(values: [("A", 2), ("A", 6)], stacking: method).chartYScale(domain: -10...10))
        let points = try #require(chart.marks.first).points
        let ends = points.map { (($0.base * 20 - 10)...(($0.y ?? .nan) * 20 - 10)) }
        for (end, expected) in zip(ends, expected) {
            #expect(abs(end.lowerBound - expected.lowerBound) < 1e-9 && abs(end.upperBound - expected.upperBound) < 1e-9)
        }
    }

    @Test(
        "Values without a place leave nothing, and break nothing",
        arguments: [
            [], [Double.nan], [.infinity, 1], [0], [-5, -5, -5], [1e300, -1e300], [.nan, .nan],
        ])
    func oddValues(_ values: [Double]) throws {
        let chart = try chart(
            Chart(0..<values.count, id: \.self) { index in
                BarMark(x: .value("x", "\(index)"), y: .value("y", values[index]))
                LineMark(x: .value("x", "\(index)"), y: .value("y", values[index]))
                PointMark(x: .value("x", "\(index)"), y: .value("y", values[index]))
            })
        for point in chart.marks.flatMap(\.points) {
            #expect(point.x?.isFinite ?? true)
            #expect(point.y?.isFinite ?? true)
            #expect(point.base.isFinite)
        }
    }

    @Test(
        "Dates and counts beyond any calendar leave no trace, and break nothing",
        arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -.infinity)],
        [1, 0, -5, Int.max])
    func oddDates(_ date: Date, _ count: Int) throws {
        let chart = try chart(
            Chart {
                BarMark(x: .value("Day", date, unit: .day), y: .value("y", 1))
                LineMark(x: .value("Day", date), y: .value("y", 1))
            }
            .chartXAxis { AxisMarks(values: .stride(by: .month, count: count)) })
        for place in chart.marks.flatMap(\.points).compactMap(\.x) + chart.xTicks.map(\.position) { #expect(place.isFinite) }
    }

    @Test("A bar of a negative ratio, and a scale of an odd power, have places", arguments: [-1.0, 0, .nan, .infinity, -.infinity])
    func oddSizes(_ size: Double) throws {
        let chart = try chart(
            Chart {
                BarMark(x: .value("x", "a"), y: .value("y", -0.0), width: .ratio(size)).annotation { Text("a") }
                RectangleMark(x: .value("x", "b"), y: .value("y", 2), width: .ratio(size), height: .inset(size)).annotation { Text("b") }
            }
            .chartYScale(type: .power(exponent: size)))
        for point in chart.marks.flatMap(\.points) { #expect(point.x?.isFinite ?? true) }
    }

    @Test("Numbers that are infinitely far apart have colours, and no places")
    func hugeValues() throws {
        let values = [1.7e308, -1.7e308]
        let colours = try chart(
            Chart(0..<2, id: \.self) { BarMark(x: .value("x", $0), y: .value("y", 1)).foregroundStyle(by: .value("v", values[$0])) }
                .chartForegroundStyleScale(range: Gradient(colors: [.red, .blue])))
        #expect(colours.marks.flatMap(\.points).count == 2)
        let places = try chart(
            Chart { PointMark(x: .value("x", 1), y: .value("y", 1e300)).annotation { Text("a") } }
                .chartYScale(domain: -1e300...1e300, type: .power(exponent: 1.027)))
        #expect(places.marks.flatMap(\.points).isEmpty)
    }

    @Test("A missing value interrupts a line")
    func missing() throws {
        let values = [1, Double.nan, 3]
        let chart = try chart(
            Chart(0..<3, id: \.self) { LineMark(x: .value("x", $0), y: .value("y", values[$0])) })
        #expect(try #require(chart.marks.first).points.map { $0.y == nil } == [false, true, false])
    }

    @Test("Ten thousand points are one line")
    func manyPoints() throws {
        let chart = try chart(Chart(0..<10_000, id: \.self) { LineMark(x: .value("x", $0), y: .value("y", $0 % 100)) })
        #expect(chart.marks.map(\.points.count) == [10_000])
    }

    @Test("Categories of a colour are series with a legend")
    func series() throws {
        let view = Chart(0..<6, id: \.self) { index in
            LineMark(x: .value("x", index / 2), y: .value("y", index)).foregroundStyle(
                by: .value("Kind", index.isMultiple(of: 2) ? "even" : "odd"))
        }
        let evaluated = Evaluated(view)
        let chart = try #require(evaluated.nodes.lazy.compactMap(Self.find).first)
        #expect(chart.marks.map(\.points.count) == [3, 3])
        #expect(chart.marks.map(\.fill) == [.color(ColorName("blue")), .color(ColorName("green"))])
        #expect(Self.parts(try #require(evaluated.nodes.first)) == 2)
        #expect(Evaluated(view.chartLegend(.hidden)).nodes.count == 1)
    }

    @Test("A scale gives categories its colours")
    func styleScale() throws {
        let view = Chart(0..<2, id: \.self) { index in
            PointMark(x: .value("x", index), y: .value("y", index)).foregroundStyle(by: .value("Kind", "\(index)"))
        }
        .chartForegroundStyleScale(["0": Color.red, "1": Color.mint])
        let mark = try #require(try chart(view).marks.first)
        #expect(mark.fill == .color(ColorName("red")))
        #expect(mark.points.map(\.fill) == [nil, .color(ColorName("mint"))])
    }

    @Test("Axes are hidden, or stand where they are set")
    func axes() throws {
        let bars = Bars(values: [("A", 5)])
        #expect(try chart(bars.chartXAxis(.hidden).chartYAxis(.hidden)).xTicks.isEmpty)
        let leading = try chart(bars.chartYAxis { AxisMarks(position: .leading, values: [0, 2.5, 5]) { AxisValueLabel() } })
        #expect(leading.yTicks.map(\.edge) == [.leading, .leading, .leading])
        #expect(leading.yTicks.allSatisfy { $0.grid == nil })
        #expect(Self.words(leading.yTicks) == ["0", "2.5", "5"])
    }

    @Test(
        "Dates are labelled by units of the calendar, in the language and time zone of the look",
        arguments: [
            ("en_US", "UTC", 86_400.0, Calendar.Component.hour, 6, ["12 AM", "6 AM", "12 PM", "6 PM", "12 AM"]),
            ("de_DE", "UTC", 86_400 * 100, .month, 1, ["Feb", "Mär", "Apr"]),
        ])
    func dates(
        _ locale: String, _ zone: String, _ length: Double, _ unit: Calendar.Component, _ count: Int, _ expected: [String]
    ) throws {
        let start = Date(timeIntervalSince1970: 1_767_571_200)
        let view = Chart(0..<2, id: \.self) { index in
            LineMark(x: .value("x", start.addingTimeInterval(Double(index) * length)), y: .value("y", index))
        }
        .chartXAxis {
            AxisMarks(values: .stride(by: unit, count: count)) {
                AxisValueLabel(format: unit == .hour ? .dateTime.hour() : .dateTime.month(.abbreviated))
            }
        }
        let chart = try chart(view) { environment in
            environment.locale = Locale(identifier: locale)
            environment.timeZone = TimeZone(identifier: zone) ?? .gmt
        }
        #expect(Self.words(chart.xTicks).map { $0.replacing("\u{202F}", with: " ") } == expected)
    }

    @Test("Sectors share a turn by their values")
    func sectors() throws {
        let values = [1, 3, -2, Double.nan]
        let chart = try chart(
            Chart(0..<4, id: \.self) { SectorMark(angle: .value("v", values[$0]), innerRadius: .ratio(0.5), angularInset: 1) })
        let mark = try #require(chart.marks.first)
        #expect(mark.points.map(\.base) == [0, 0.25] && mark.points.map(\.y) == [0.25, 1])
        #expect(mark.innerRadius == 0.5 && mark.angularInset == 1)
        #expect(chart.xTicks.isEmpty && chart.yTicks.isEmpty)
    }

    @Test("A rule crosses the plot, with a view at it")
    func rule() throws {
        let chart = try chart(
            Chart {
                RuleMark(y: .value("Goal", 5)).annotation(position: .top, alignment: .leading) { Text("Goal") }
            }
            .chartYScale(domain: 0...10))
        let mark = try #require(chart.marks.first)
        #expect(mark.kind == .rule && mark.points.map(\.y) == [0.5] && mark.points.map(\.x) == [nil])
        let annotation = try #require(chart.annotations.first)
        #expect(annotation.side == Point(0, -1) && annotation.alignment == .init(.leading, .center))
        #expect(annotation.place == .box(x: 0...1, y: 0.5...0.5, outset: .zero))
    }

    @Test("The names of bars that lie are before them")
    func horizontalBars() throws {
        let chart = try chart(
            Chart(0..<2, id: \.self) { BarMark(x: .value("v", $0 + 1), y: .value("n", ["A", "B"][$0])) })
        let mark = try #require(chart.marks.first)
        #expect(mark.axis == .horizontal)
        #expect(mark.points.map(\.y) == [0.75, 0.25])
        #expect(chart.yTicks.map(\.edge) == [.leading, .leading])
    }

    @Test("Later marks of a lower index are drawn first")
    func zIndex() throws {
        let chart = try chart(
            Chart {
                PointMark(x: .value("x", 1), y: .value("y", 1)).zIndex(1)
                BarMark(x: .value("x", 1), y: .value("y", 1))
            })
        #expect(chart.marks.map(\.kind) == [.bar, .point])
    }

    @Test("What is not drawn is warned of, with its place in the source")
    func warnings() {
        let evaluated = Evaluated(
            Chart { PointMark(x: .value("x", 1), y: .value("y", 1)).blur(radius: 2) }
                .chartXAxisStyle { $0.background(.red) }
                .chartYAxisStyle { $0 })
        let warnings = evaluated.pass.warnings
        #expect(warnings.allSatisfy { $0.hasPrefix("ChartTests.swift:") })
        for word in ["blur", "chartXAxisStyle", "chartYAxisStyle"] { #expect(warnings.count { $0.contains(word) } == 1) }
    }
}
