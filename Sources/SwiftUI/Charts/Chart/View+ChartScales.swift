public import Foundation

extension View {
    nonisolated public func chartXScale<Domain: ScaleDomain, Range: PositionScaleRange>(
        domain: Domain, range: Range, type: ScaleType? = nil
    ) -> some View { settingChart { $0.xScale.set(domain, range._padding, type) } }

    nonisolated public func chartXScale<Domain: ScaleDomain>(domain: Domain, type: ScaleType? = nil) -> some View {
        settingChart { $0.xScale.set(domain, nil, type) }
    }

    nonisolated public func chartXScale<Range: PositionScaleRange>(range: Range, type: ScaleType? = nil) -> some View {
        settingChart { $0.xScale.set(nil, range._padding, type) }
    }

    nonisolated public func chartXScale(type: ScaleType? = nil) -> some View { settingChart { $0.xScale.set(nil, nil, type) } }

    nonisolated public func chartYScale<Domain: ScaleDomain, Range: PositionScaleRange>(
        domain: Domain, range: Range, type: ScaleType? = nil
    ) -> some View { settingChart { $0.yScale.set(domain, range._padding, type) } }

    nonisolated public func chartYScale<Domain: ScaleDomain>(domain: Domain, type: ScaleType? = nil) -> some View {
        settingChart { $0.yScale.set(domain, nil, type) }
    }

    nonisolated public func chartYScale<Range: PositionScaleRange>(range: Range, type: ScaleType? = nil) -> some View {
        settingChart { $0.yScale.set(nil, range._padding, type) }
    }

    nonisolated public func chartYScale(type: ScaleType? = nil) -> some View { settingChart { $0.yScale.set(nil, nil, type) } }

    // MARK: Colours

    nonisolated public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
        _ mapping: KeyValuePairs<DataValue, S>
    ) -> some View {
        let scale = ChartSettings.StyleScale(mapping) { AnyShapeStyle($0) }
        return settingChart { $0.foreground = scale }
    }

    nonisolated public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
        domain: [DataValue], range: [S], type: ScaleType? = nil
    ) -> some View {
        settingChart { $0.foreground = .init(domain: domain.map(\.plotted.name), range: range.map { AnyShapeStyle($0) }) }
    }

    nonisolated public func chartForegroundStyleScale<S: ShapeStyle>(range: [S], type: ScaleType? = nil) -> some View {
        settingChart { $0.foreground = .init(range: range.map { AnyShapeStyle($0) }, isContinuous: range is [Color]) }
    }

    /// Colours between those of a gradient, for numbers.
    nonisolated public func chartForegroundStyleScale(range: Gradient, type: ScaleType? = nil) -> some View {
        settingChart { $0.foreground = .init(range: range.stops.map { AnyShapeStyle($0.color) }, isContinuous: true) }
    }

    nonisolated public func chartForegroundStyleScale<DataValue: Plottable>(domain: [DataValue], type: ScaleType? = nil) -> some View {
        settingChart { $0.foreground.domain = domain.map(\.plotted.name) }
    }

    nonisolated public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
        domain: [DataValue], mapping: @escaping (DataValue) -> S
    ) -> some View {
        settingChart { $0.foreground = .init(domain: domain.map(\.plotted.name), mapping: { $0.map(mapping).map { AnyShapeStyle($0) } }) }
    }

    nonisolated public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
        mapping: @escaping (DataValue) -> S
    ) -> some View { settingChart { $0.foreground = .init(mapping: { $0.map(mapping).map { AnyShapeStyle($0) } }) } }

    // MARK: Symbols and lines

    nonisolated public func chartSymbolScale<DataValue: Plottable, S: ChartSymbolShape>(
        _ mapping: KeyValuePairs<DataValue, S>
    ) -> some View {
        let scale = ChartSettings.StyleScale(mapping) { SymbolShape($0) }
        return settingChart { $0.symbols = scale }
    }

    nonisolated public func chartSymbolScale<DataValue: Plottable, S: ChartSymbolShape>(domain: [DataValue], range: [S]) -> some View {
        settingChart { $0.symbols = .init(domain: domain.map(\.plotted.name), range: range.map { SymbolShape($0) }) }
    }

    nonisolated public func chartSymbolScale<S: ChartSymbolShape>(range: [S]) -> some View {
        settingChart { $0.symbols = .init(range: range.map { SymbolShape($0) }) }
    }

    nonisolated public func chartSymbolScale<DataValue: Plottable>(domain: [DataValue]) -> some View {
        settingChart { $0.symbols.domain = domain.map(\.plotted.name) }
    }

    nonisolated public func chartSymbolScale<DataValue: Plottable, S: ChartSymbolShape>(
        mapping: @escaping (DataValue) -> S
    ) -> some View { settingChart { $0.symbols = .init(mapping: { $0.map(mapping).map { SymbolShape($0) } }) } }

    nonisolated public func chartLineStyleScale<DataValue: Plottable>(_ mapping: KeyValuePairs<DataValue, SubdialSwiftUI.StrokeStyle>)
        -> some View
    {
        let scale = ChartSettings.StyleScale(mapping) { $0 }
        return settingChart { $0.lines = scale }
    }

    nonisolated public func chartLineStyleScale<DataValue: Plottable>(domain: [DataValue], range: [SubdialSwiftUI.StrokeStyle]) -> some View
    {
        settingChart { $0.lines = .init(domain: domain.map(\.plotted.name), range: range) }
    }

    nonisolated public func chartLineStyleScale(range: [SubdialSwiftUI.StrokeStyle]) -> some View {
        settingChart { $0.lines = .init(range: range) }
    }

    nonisolated public func chartLineStyleScale<DataValue: Plottable>(domain: [DataValue]) -> some View {
        settingChart { $0.lines.domain = domain.map(\.plotted.name) }
    }

    nonisolated public func chartLineStyleScale<DataValue: Plottable>(mapping: @escaping (DataValue) -> SubdialSwiftUI.StrokeStyle)
        -> some View
    {
        settingChart { $0.lines = .init(mapping: { $0.map(mapping) }) }
    }

    /// The areas of the symbols of the smallest and the largest value, in square points.
    nonisolated public func chartSymbolSizeScale(range: ClosedRange<CGFloat>, type: ScaleType? = nil) -> some View {
        settingChart { $0.symbolAreas = Double(range.lowerBound)...Double(range.upperBound) }
    }
}

extension ChartSettings.StyleScale {
    /// The styles of given categories.
    fileprivate init<Value: Plottable, Given>(_ mapping: KeyValuePairs<Value, Given>, _ style: (Given) -> Style) {
        self.init(domain: mapping.map(\.key.plotted.name), range: mapping.map { style($0.value) })
    }
}

extension ScaleSetting {
    fileprivate mutating func set(_ domain: (any ScaleDomain)?, _ padding: (start: CGFloat, end: CGFloat)?, _ type: ScaleType?) {
        if let domain { self.domain = domain.setting }
        if let padding { self.padding = (Double(padding.start), Double(padding.end)) }
        if let type { self.type = type }
    }
}

extension _PlottedValue {
    /// The result of code for the value as a type; nil if it has another one.
    fileprivate func map<Value: Plottable, Result>(_ code: (Value) -> Result) -> Result? {
        Value.PrimitivePlottable._value(of: self).flatMap { Value(primitivePlottable: $0) }.map(code)
    }
}
