import Foundation
import SubdialCharts
import SubdialSwiftUI

// Charts as widgets have them.

/// A value of a day.
struct DayValue: Identifiable {
    let day: Int
    let value: Double
    var kind = "A"

    var id: String { "\(day) \(kind)" }

    /// Monday, 5 January 2026, and the days after it, at noon in UTC.
    var date: Date { Date(timeIntervalSince1970: 1_767_614_400 + Double(day) * 86_400) }

    static let steps = [8432, 6120, 10_250, 7340, 9870, 12_480, 5210].enumerated().map { DayValue(day: $0, value: Double($1)) }
}

struct StepsChart: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text("Steps").font(.caption.bold()).foregroundStyle(.orange)
            Chart(DayValue.steps) { day in
                BarMark(x: .value("Day", day.date, unit: .day), y: .value("Steps", day.value))
                    .foregroundStyle(.orange)
            }
            .chartXAxis {
                AxisMarks(values: .stride(by: .day)) { _ in
                    AxisValueLabel(format: .dateTime.weekday(.narrow), centered: true)
                }
            }
        }
    }
}

struct HeartRateChart: View {
    private let lows: [Double] = (0..<24).map { 55 + 8 * sin(Double($0)) }
    private let highs: [Double] = (0..<24).map { 85 + 25 * sin(Double($0) / 3) }

    var body: some View {
        Chart(0..<24) { hour in
            BarMark(
                x: .value("Hour", Date(timeIntervalSince1970: 1_767_571_200 + Double(hour) * 3600), unit: .hour),
                yStart: .value("Low", lows[hour]), yEnd: .value("High", highs[hour]), width: .fixed(4)
            )
            .cornerRadius(2)
            .foregroundStyle(.red)
        }
        .chartYScale(domain: 40...120)
    }
}

struct StockChart: View {
    private let prices = (0..<60).map(price)

    nonisolated private static func price(_ index: Int) -> Double {
        let day = Double(index)
        let wave: Double = 12 * sin(day / 9)
        let noise: Double = 3 * sin(day * 1.7)
        return 180 + wave + noise + day / 6
    }

    var body: some View {
        Chart(0..<60) { index in
            let date = Date(timeIntervalSince1970: 1_767_571_200 + Double(index) * 86_400)
            AreaMark(x: .value("Day", date), yStart: .value("Low", 160), yEnd: .value("Price", prices[index]))
                .foregroundStyle(.linearGradient(colors: [.green.opacity(0.4), .green.opacity(0)], startPoint: .top, endPoint: .bottom))
            LineMark(x: .value("Day", date), y: .value("Price", prices[index]))
                .foregroundStyle(.green)
                .interpolationMethod(.catmullRom)
        }
        .chartYScale(domain: 160...210)
    }
}

struct BatteryChart: View {
    private let levels = [("iPhone", 0.82), ("Watch", 0.45), ("AirPods", 0.17)]

    var body: some View {
        Chart(levels, id: \.0) { name, level in
            BarMark(x: .value("Level", level), y: .value("Device", name), height: .ratio(0.5))
                .foregroundStyle(level < 0.2 ? Color.red : .green)
                .annotation(position: .trailing) { Text(level, format: .percent).font(.caption2) }
        }
        .chartXScale(domain: 0...1)
        .chartXAxis(.hidden)
    }
}

struct PrecipitationChart: View {
    private let hours = [0, 0, 0.2, 1.4, 3.2, 2.8, 0.9, 0.3, 0, 0, 0.6, 0.1]

    var body: some View {
        Chart(0..<12) { hour in
            BarMark(x: .value("Hour", "\(hour)"), y: .value("Rain", hours[hour]))
                .foregroundStyle(.linearGradient(colors: [.cyan, .blue], startPoint: .top, endPoint: .bottom))
                .alignsMarkStylesWithPlotArea()
        }
        .chartYAxis { AxisMarks(position: .leading, values: [0, 2, 4]) }
        .chartXAxis { AxisMarks(values: ["0", "3", "6", "9"]) }
        .chartYAxisLabel("mm")
    }
}

struct SectorChart: View {
    private let parts = [("Food", 320.0), ("Rent", 900), ("Travel", 140), ("Other", 210)]

    var body: some View {
        Chart(parts, id: \.0) { name, amount in
            SectorMark(angle: .value("Amount", amount), innerRadius: .ratio(0.62), angularInset: 1.5)
                .cornerRadius(4)
                .foregroundStyle(by: .value("Kind", name))
        }
        .chartBackground { proxy in
            GeometryReader { geometry in
                if let frame = proxy.plotFrame.map({ geometry[$0] }) {
                    VStack(spacing: 0) {
                        Text("1570").font(.headline)
                        Text("total").font(.caption2).foregroundStyle(.secondary)
                    }
                    .position(x: frame.midX, y: frame.midY)
                }
            }
        }
    }
}

struct SparklineChart: View {
    var body: some View {
        Chart(DayValue.steps) { day in
            LineMark(x: .value("Day", day.date), y: .value("Steps", day.value))
                .interpolationMethod(.monotone)
                .lineStyle(StrokeStyle(lineWidth: 3, lineCap: .round))
            if day.day == 6 {
                PointMark(x: .value("Day", day.date), y: .value("Steps", day.value)).symbolSize(60)
            }
        }
        .chartXAxis(.hidden)
        .chartYAxis(.hidden)
        .chartYScale(domain: .automatic(includesZero: false))
    }
}

struct StackedChart: View {
    private let values = (0..<5).flatMap(phases)

    nonisolated private static func phases(_ day: Int) -> [DayValue] {
        [
            DayValue(day: day, value: Double(90 + day * 13 % 40), kind: "Core"),
            DayValue(day: day, value: Double(60 + day * 29 % 30), kind: "Deep"),
            DayValue(day: day, value: Double(80 - day * 7 % 30), kind: "REM"),
        ]
    }

    var body: some View {
        Chart(values) { value in
            BarMark(x: .value("Day", value.date, unit: .day), y: .value("Minutes", value.value))
                .foregroundStyle(by: .value("Phase", value.kind))
        }
    }
}

struct GoalChart: View {
    var body: some View {
        Chart {
            ForEach(DayValue.steps) { day in
                BarMark(x: .value("Day", day.date, unit: .day), y: .value("Steps", day.value))
                    .foregroundStyle(day.value >= 9000 ? AnyShapeStyle(.green) : AnyShapeStyle(.gray.opacity(0.4)))
                    .cornerRadius(3)
            }
            RuleMark(y: .value("Goal", 9000))
                .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
                .foregroundStyle(.primary)
                .annotation(position: .top, alignment: .leading) { Text("Goal 9000").font(.caption2.bold()) }
        }
    }
}

struct TwoLinesChart: View {
    private let values = (0..<12).flatMap(temperatures)

    nonisolated private static func temperatures(_ month: Int) -> [DayValue] {
        let season: Double = cos(Double(month) * .pi / 6)
        return [
            DayValue(day: month * 30 + 10, value: 9 - 10 * season, kind: "Berlin"),
            DayValue(day: month * 30 + 10, value: 17 - 6 * season, kind: "Lisbon"),
        ]
    }

    var body: some View {
        Chart(values) { value in
            LineMark(x: .value("Month", value.date, unit: .month), y: .value("°C", value.value))
                .foregroundStyle(by: .value("City", value.kind))
                .symbol(by: .value("City", value.kind))
                .interpolationMethod(.catmullRom)
        }
        .chartForegroundStyleScale(["Berlin": Color.indigo, "Lisbon": .orange])
    }
}

struct GroupedChart: View {
    private let values: [(String, String, Double)] = [
        ("Q1", "2024", 31), ("Q1", "2025", 44), ("Q2", "2024", 28), ("Q2", "2025", 36), ("Q3", "2024", 52), ("Q3", "2025", 47),
    ]

    var body: some View {
        Chart(0..<6) { index in
            BarMark(x: .value("Quarter", values[index].0), y: .value("Sales", values[index].2))
                .foregroundStyle(by: .value("Year", values[index].1))
                .position(by: .value("Year", values[index].1))
        }
        .chartLegend(position: .top, alignment: .trailing)
    }
}

struct ScatterChart: View {
    var body: some View {
        Chart(0..<30) { index in
            PointMark(x: .value("x", Double(index * 37 % 100)), y: .value("y", Double(index * 53 % 80) - 20))
                .symbol(index.isMultiple(of: 2) ? .circle : .square)
                .foregroundStyle(index.isMultiple(of: 2) ? .blue : .pink)
        }
        .chartPlotStyle { $0.background(.gray.opacity(0.1)).border(.gray.opacity(0.4)) }
    }
}

struct HeatChart: View {
    var body: some View {
        Chart(0..<35) { index in
            RectangleMark(x: .value("Week", "\(index / 7)"), y: .value("Day", ["M", "T", "W", "Th", "F", "S", "Su"][index % 7]))
                .foregroundStyle(by: .value("Count", Double(index * 17 % 23)))
                .cornerRadius(2)
        }
        .chartForegroundStyleScale(range: Gradient(colors: [.green.opacity(0.15), .green]))
        .chartLegend(.hidden)
        .chartXAxis(.hidden)
    }
}

struct TemperatureRangeChart: View {
    var body: some View {
        Chart(0..<6) { day in
            let low = 8 + Double(day * 3 % 5)
            BarMark(
                xStart: .value("Low", low), xEnd: .value("High", low + 9 + Double(day * 5 % 4)), y: .value("Day", "Day \(day)"),
                height: .fixed(6)
            )
            .foregroundStyle(.linearGradient(colors: [.blue, .yellow, .orange], startPoint: .leading, endPoint: .trailing))
            .cornerRadius(3)
        }
        .chartXScale(domain: 0...30)
    }
}

struct LongNamesChart: View {
    private let parts = [("International department of deliveries", 42.0), ("Straßenverkehrsordnung", 31), ("A", 12)]

    var body: some View {
        Chart(parts, id: \.0) { name, value in
            BarMark(x: .value("Department", name), y: .value("Deliveries", value * 123_456))
                .foregroundStyle(by: .value("Department", name))
                .annotation(position: .top) { Text("\(Int(value)) of many deliveries").font(.caption2) }
        }
    }
}

struct LastValueChart: View {
    private let values = [3.2, 4.1, 3.7, 5.0, 4.6]

    var body: some View {
        Chart(0..<5) { index in
            LineMark(x: .value("Day", index), y: .value("Value", values[index])).foregroundStyle(.teal)
            if index == 4 {
                PointMark(x: .value("Day", index), y: .value("Value", values[index]))
                    .foregroundStyle(.teal)
                    .annotation(position: .trailing) { Text(values[index], format: .number).font(.caption.bold()) }
            }
        }
    }
}
