public import Foundation
public import SubdialLayout

extension ChartContent {
    nonisolated private func styled(_ change: @escaping (inout MarkStyle) -> Void) -> some ChartContent { StyledContent(self, change) }

    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent {
        styled { ($0.foreground, $0.foregroundBy) = (AnyShapeStyle(style), nil) }
    }

    /// The colour of a category.
    nonisolated public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        styled { ($0.foreground, $0.foregroundBy) = (nil, value.encoding) }
    }

    nonisolated public func opacity(_ opacity: Double) -> some ChartContent {
        styled { $0.opacity *= opacity.isFinite ? min(max(opacity, 0), 1) : 1 }
    }

    nonisolated public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
        styled { $0.cornerRadius = radius.isFinite ? Double(max(radius, 0)) : 0 }
    }

    nonisolated public func lineStyle(_ style: SubdialSwiftUI.StrokeStyle) -> some ChartContent {
        styled { ($0.line, $0.lineBy) = (style, nil) }
    }

    /// The dashes of a category.
    nonisolated public func lineStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        styled { ($0.line, $0.lineBy) = (nil, value.encoding) }
    }

    nonisolated public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent { styled { $0.interpolation = method } }

    nonisolated public func symbol<S: ChartSymbolShape>(_ symbol: S) -> some ChartContent {
        styled { ($0.symbol, $0.symbolBy, $0.symbolView) = (SymbolShape(symbol), nil, nil) }
    }

    /// A view at each point.
    nonisolated public func symbol<V: View>(@ViewBuilder symbol: () -> V) -> some ChartContent {
        let view = symbol()
        return styled { style in
            (style.symbol, style.symbolBy) = (nil, nil)
            style.symbolView = { $0.element("symbol").node(of: view) }
        }
    }

    /// The symbol of a category.
    nonisolated public func symbol<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        styled { ($0.symbol, $0.symbolBy, $0.symbolView) = (nil, value.encoding, nil) }
    }

    /// The area of symbols, in square points.
    nonisolated public func symbolSize(_ area: CGFloat) -> some ChartContent {
        styled { ($0.symbolArea, $0.symbolSizeBy) = (Double(area), nil) }
    }

    nonisolated public func symbolSize(_ size: CGSize) -> some ChartContent { symbolSize(.pi / 4 * size.width * size.height) }

    /// The area of a value, between those of the smallest and of the largest one.
    nonisolated public func symbolSize<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        styled { ($0.symbolArea, $0.symbolSizeBy) = (nil, value.extent.low) }
    }

    /// The place beside other marks of the same category.
    nonisolated public func position<P: Plottable>(
        by value: PlottableValue<P>, axis: SubdialSwiftUI.Axis? = nil, span: MarkDimension = .automatic
    ) -> some ChartContent {
        styled {
            $0.position = MarkStyle.Position(
                value: value.extent.low, axis: axis.map { $0 == .horizontal ? .horizontal : .vertical }, span: span)
        }
    }

    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent {
        styled { style in
            guard x.isFinite, y.isFinite else { return }
            style.offset = Point(style.offset.x + Double(x), style.offset.y + Double(y))
        }
    }

    nonisolated public func offset(_ offset: CGSize) -> some ChartContent { self.offset(x: offset.width, y: offset.height) }

    nonisolated public func zIndex(_ value: Double) -> some ChartContent { styled { $0.zIndex = value.isNaN ? 0 : value } }

    /// A gradient covers the whole plot, so that equal values have equal colours.
    nonisolated public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent {
        styled { $0.alignsWithPlot = aligns }
    }

    /// Warns in a picture: the mark is drawn without the blur.
    nonisolated public func blur(radius: CGFloat, file: StaticString = #fileID, line: UInt = #line) -> some ChartContent {
        unsupported("blur(radius:)", SourcePlace(file, line))
    }

    /// Warns in a picture: the mark is drawn without the shadow.
    nonisolated public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0,
        file: StaticString = #fileID, line: UInt = #line
    ) -> some ChartContent { unsupported("shadow(color:radius:x:y:)", SourcePlace(file, line)) }

    /// Warns in a picture: the mark is drawn as a whole.
    nonisolated public func mask<C: ChartContent>(
        @ChartContentBuilder content: () -> C, file: StaticString = #fileID, line: UInt = #line
    ) -> some ChartContent { unsupported("mask(content:)", SourcePlace(file, line)) }

    /// Warns in a picture: the mark is drawn as a whole.
    nonisolated public func clipShape<S: SubdialSwiftUI.Shape>(
        _ shape: S, style: FillStyle = FillStyle(), file: StaticString = #fileID, line: UInt = #line
    ) -> some ChartContent { unsupported("clipShape(_:style:)", SourcePlace(file, line)) }

    nonisolated private func unsupported(_ name: String, _ place: SourcePlace) -> some ChartContent {
        let content = self
        return Collected<_ChartContext> { context in
            context.view.warn("\(name): marks of a chart are drawn without it", at: place)
            Self._add(content, to: context)
        }
    }

    /// No effect in a picture: marks are drawn one on the other in any case.
    nonisolated public func compositingLayer() -> some ChartContent { self }

    /// No effect in a picture: marks are drawn one on the other in any case.
    nonisolated public func compositingLayer<V: View>(style: @escaping (PlaceholderContentView<Self>) -> V) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    nonisolated public func accessibilityLabel(_ description: Text) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    @_disfavoredOverload nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    nonisolated public func accessibilityValue(_ description: Text) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    @_disfavoredOverload nonisolated public func accessibilityValue<S: StringProtocol>(_ value: S) -> some ChartContent { self }

    /// No effect in a picture: a screen reader reads the chart as a whole.
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { self }

    /// No effect in a picture: nobody searches it.
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some ChartContent { self }
}

/// The marks that a layer would change.
nonisolated public struct PlaceholderContentView<Value>: View {
    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { [] }
}

extension PlottableValue {
    /// The value as a category of a look.
    var encoding: MarkStyle.Encoding { MarkStyle.Encoding(value: extent.low, name: extent.low.name) }
}
