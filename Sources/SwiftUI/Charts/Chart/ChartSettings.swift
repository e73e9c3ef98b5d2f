import Foundation
import SubdialLayout

/// What the modifiers of views set on charts inside.
struct ChartSettings {
    /// An axis.
    enum AxisSetting {
        case automatic
        case hidden
        case content((_AxisContext) -> Void)
    }

    /// The styles of categories.
    struct StyleScale<Style> {
        var domain: [String]?
        /// The styles in the order of the categories.
        var range: [Style]?
        var mapping: ((_PlottedValue) -> Style?)?
        /// True for numbers whose colours are between those of the range.
        var isContinuous = false
    }

    /// The legend.
    struct Legend {
        var visibility = Visibility.automatic
        var position = AnnotationPosition.automatic
        var alignment: SubdialSwiftUI.Alignment?
        var spacing: Double?
        var content: ((_ViewContext) -> Node)?
    }

    /// The title of an axis.
    struct Title {
        var position: AnnotationPosition
        var alignment: SubdialSwiftUI.Alignment?
        var spacing: Double?
        var make: (_ViewContext) -> Node
    }

    /// A view of the size of the chart.
    struct Layer {
        var alignment: SubdialSwiftUI.Alignment
        var make: (ChartProxy, _ViewContext) -> [Node]
    }

    var xAxis = AxisSetting.automatic
    var yAxis = AxisSetting.automatic
    var xScale = ScaleSetting()
    var yScale = ScaleSetting()
    var foreground = StyleScale<AnyShapeStyle>()
    var symbols = StyleScale<SymbolShape>()
    var lines = StyleScale<SubdialSwiftUI.StrokeStyle>()
    /// The areas of the smallest and the largest value.
    var symbolAreas: ClosedRange<Double>?
    var legend = Legend()
    var xTitle: Title?
    var yTitle: Title?
    var plotStyle: ((_ViewContext) -> Node)?
    var backgrounds: [Layer] = []
    var overlays: [Layer] = []
}

private struct ChartSettingsKey: EnvironmentKey { static var defaultValue: ChartSettings { ChartSettings() } }

extension EnvironmentValues {
    /// What is set on charts inside.
    var chart: ChartSettings {
        get { self[ChartSettingsKey.self] }
        set { self[ChartSettingsKey.self] = newValue }
    }
}

extension View {
    nonisolated func settingChart(_ change: @escaping (inout ChartSettings) -> Void) -> some View {
        settingEnvironment { change(&$0.chart) }
    }
}
