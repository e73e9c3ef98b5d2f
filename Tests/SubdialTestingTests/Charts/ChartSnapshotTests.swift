import SubdialSwiftUI
import SubdialTesting
import SubdialWidgetKit
import Testing

/// A chart as a widget has it.
enum ChartCase: String, CaseIterable, Sendable {
    case steps, heartRate, stock, battery, precipitation, sectors, sparkline, stacked, goal, twoLines, grouped, scatter, heat
    case temperatureRange, longNames, lastValue

    @MainActor var view: some View { chart.containerBackground(.background, for: .widget) }

    @MainActor @ViewBuilder private var chart: some View {
        switch self {
        case .steps: StepsChart()
        case .heartRate: HeartRateChart()
        case .stock: StockChart()
        case .battery: BatteryChart()
        case .precipitation: PrecipitationChart()
        case .sectors: SectorChart()
        case .sparkline: SparklineChart()
        case .stacked: StackedChart()
        default: further
        }
    }

    @MainActor @ViewBuilder private var further: some View {
        switch self {
        case .goal: GoalChart()
        case .twoLines: TwoLinesChart()
        case .grouped: GroupedChart()
        case .scatter: ScatterChart()
        case .heat: HeatChart()
        case .temperatureRange: TemperatureRangeChart()
        case .longNames: LongNamesChart()
        default: LastValueChart()
        }
    }

    /// The charts whose axes, legends and views at marks are of different kinds.
    static let varied = [ChartCase.battery, .stock, .stacked, .grouped, .longNames]
}

/// Charts from source to picture.
@Suite struct ChartSnapshotTests {
    @Test(arguments: ChartCase.allCases)
    func chart(_ chart: ChartCase) {
        assertSnapshot(of: chart.view, as: .widget(.systemMedium, .light).warnings(.fail))
    }

    @Test(arguments: ChartCase.allCases)
    func places(_ chart: ChartCase) {
        assertSnapshot(of: chart.view, as: .layout(.systemSmall, .light).warnings(.fail))
    }

    /// The leading edge is on the right.
    @Test(arguments: ChartCase.varied)
    func rightToLeft(_ chart: ChartCase) {
        assertSnapshot(of: chart.view, as: .layout(.systemMedium, .light).direction(.rightToLeft).language("ar"))
    }

    @Test(arguments: ChartCase.varied)
    func largeTexts(_ chart: ChartCase) {
        assertSnapshot(of: chart.view, as: .layout(.systemMedium, .light).typeSize(.accessibility3))
    }

    @Test(arguments: [ChartCase.battery, .stock, .stacked])
    func modes(_ chart: ChartCase) {
        assertSnapshots(
            of: chart.view, as: [.picture(.systemMedium).mode(.accented), .picture(.accessoryRectangular).mode(.vibrant)])
    }
}
