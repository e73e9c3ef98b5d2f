import Expressions
import Layout

/// Charts: marks with values of any type, brought to shares of a plot.
extension Expander {
    /// The kinds of marks by the names of their elements.
    static let marks: [String: ChartContent.Kind] = [
        "BarMark": .bar, "LineMark": .line, "AreaMark": .area, "PointMark": .point, "RuleMark": .rule,
    ]

    /// A series of marks as it is written, before its values have a scale.
    private struct Series {
        let kind: ChartContent.Kind
        var points: [(x: Value, y: Value, base: Value, label: String?)] = []
        var mark: ChartContent.Mark
    }

    func chart(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        guard case .list(let values) = content.kind else { return .chart(ChartContent(marks: [])) }
        let series = try values.enumerated().map { try self.series($1, inherited, scope, "\(path)[\($0)]") }
        let points = series.flatMap(\.points)
        let horizontal = ChartScale(
            points.map(\.x), isBanded: series.contains { $0.kind == .bar },
            longest: series.lazy.filter { $0.kind != .rule }.map(\.points.count).max() ?? 0)
        let axis = value["yAxis"]
        let domain: [Double?] = try axis?["domain"].map { try numbers($0, scope, path) } ?? []
        let vertical = ChartRange(
            points.flatMap { [$0.y.number, $0.base.number] }.compactMap { $0 }.filter(\.isFinite),
            domain: domain.count == 2 ? (domain[0], domain[1]) : nil,
            includesZero: try axis?["includesZero"].map { try truth($0, scope, path) } ?? true,
            marks: try axis?["marks"].map { Int(saturating: try number($0, scope, path)) } ?? 3)
        let marks = series.map { series in
            var mark = series.mark
            mark.points = series.points.enumerated().map { index, point in
                ChartContent.MarkPoint(
                    // Without an x a rule goes from side to side.
                    x: series.kind == .rule && point.x.isEmpty ? nil : horizontal.position(of: point.x, index: index),
                    y: vertical.position(of: point.y.number),
                    base: vertical.position(of: point.base.number) ?? vertical.position(of: 0).map { min(max($0, 0), 1) } ?? 0)
            }
            if mark.width == 0 { mark.width = horizontal.band * 0.7 }
            return mark
        }
        let axes = try value["axes"].map { try text($0, scope, path) } ?? "none"
        var chart = ChartContent(marks: marks)
        func label(_ text: String) -> Node {
            Node(.text(TextContent(text, font: inherited.font, color: ColorName("secondary"), lineLimit: 1)), path: path)
        }
        if axes == "y" || axes == "both" {
            let unit = try axis?["unit"].map { try text($0, scope, path) } ?? ""
            chart.yTicks = vertical.ticks.map {
                .init(vertical.position(of: $0) ?? 0, label(Value.double($0).text.replacing("-", with: "−") + unit))
            }
        }
        if axes == "x" || axes == "both" {
            let most = try value["xAxis"]?["marks"].map { Int(saturating: try number($0, scope, path)) } ?? 4
            let named = series.first { $0.kind != .rule }?.points ?? []
            let stride = max(1, (named.count + max(most, 1) - 1) / max(most, 1))
            chart.xTicks = named.enumerated().filter { $0.offset.isMultiple(of: stride) && most > 0 }.compactMap { index, point in
                let text = point.label ?? point.x.text
                guard !text.isEmpty, let position = horizontal.position(of: point.x, index: index) else { return nil }
                return .init(position, label(text))
            }
        }
        return .chart(chart)
    }

    /// The marks of one value of a chart's list: as many as its `for` repeats it.
    private func series(
        _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Series {
        guard case .map(let members) = value.kind, let own = members.first(where: { Self.marks[$0.key] != nil }),
            let kind = Self.marks[own.key]
        else {
            throw problem("a chart takes \(Self.marks.keys.sorted().joined(separator: ", "))", value, path)
        }
        var inherited = inherited
        try inherit(value, &inherited, scope, path)
        var mark = ChartContent.Mark(kind, [], color: inherited.color)
        mark.fill = try value["fill"].map { try paint($0, scope, path) }
        mark.lineWidth = try value["lineWidth"].map { try length($0, scope, path) }
        if let interpolation = value["interpolation"] { mark.interpolation = try word(interpolation, scope, path) }
        mark.cornerRadius = try value["cornerRadius"].map { try length($0, scope, path) }
        if let width = value["width"] { mark.width = try length(width, scope, path) }
        var series = Series(kind: kind, mark: mark)
        try repeated(value, scope, path) { scope in
            func part(_ key: String) throws -> Value { try own.value[key].map { try self.value($0, scope, path) } ?? .missing }
            series.points.append(
                (try part("x"), try part("y"), try part("yStart"), try value["label"].map { try text($0, scope, path) }))
        }
        return series
    }

    /// The course of numbers as a line, with a dot at the last one: a sparkline.
    func sparkline(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        let numbers: [Double?]
        if case .list = content.kind {
            numbers = try self.numbers(content, scope, path)
        } else {
            let found = try self.value(content, scope, path)
            switch found {
            case .missing: numbers = []
            case .list(let values): numbers = values.prefix(Self.maximumRepeats).map { $0.number.flatMap { $0.isFinite ? $0 : nil } }
            default: throw problem("a list of numbers should come out here, not \(found.kind)", content, path)
            }
        }
        let known = numbers.compactMap { $0 }
        let (least, most) = (known.min() ?? 0, known.max() ?? 0)
        let points = numbers.enumerated().map { index, number in
            ChartContent.MarkPoint(
                x: numbers.count > 1 ? Double(index) / Double(numbers.count - 1) : 0.5,
                // A course without ups and downs runs through the middle.
                y: number.map { most > least ? ($0 - least) / (most - least) : 0.5 })
        }
        var line = ChartContent.Mark(.line, points, color: inherited.color)
        line.lineWidth = try value["lineWidth"].map { try length($0, scope, path) } ?? 1.5
        if let interpolation = value["interpolation"] { line.interpolation = try word(interpolation, scope, path) }
        let last = ChartContent.Mark(
            .point, points.last { $0.y != nil }.map { [$0] } ?? [], color: inherited.color, lineWidth: (line.lineWidth ?? 1.5) * 3)
        return .chart(ChartContent(marks: [line, last]))
    }

    private func numbers(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> [Double?] {
        guard case .list(let values) = value.kind else { return [] }
        return try values.map { element in
            if element.literal == nil, try self.value(element, scope, path).isEmpty { return nil }
            return try quantity(element, scope, path)
        }
    }
}
