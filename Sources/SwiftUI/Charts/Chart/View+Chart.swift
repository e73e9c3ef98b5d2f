public import Foundation
public import SubdialLayout

extension View {
    // MARK: Legend

    nonisolated public func chartLegend(_ visibility: Visibility) -> some View { settingChart { $0.legend.visibility = visibility } }

    nonisolated public func chartLegend(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { settingChart { $0.legend = ChartSettings.Legend(.automatic, position, alignment, spacing) } }

    nonisolated public func chartLegend<Content: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) -> some View {
        let content = content()
        return settingChart { settings in
            settings.legend = ChartSettings.Legend(.visible, position, alignment, spacing)
            settings.legend.content = { $0.node(of: content) }
        }
    }

    // MARK: Layers

    /// The plot in a view of the source's, such as with a background.
    nonisolated public func chartPlotStyle<Content: View>(@ViewBuilder content: @escaping (ChartPlotContent) -> Content) -> some View {
        nonisolated(unsafe) let make = EnvironmentReader.capture(content)
        return settingChart { settings in
            settings.plotStyle = { context in
                nonisolated(unsafe) let view = onMainActor { make(ChartPlotContent()) }
                return context.node(of: view)
            }
        }
    }

    /// A view in front of the chart, which can ask where values are.
    nonisolated public func chartOverlay<V: View>(
        alignment: SubdialSwiftUI.Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> V
    ) -> some View {
        let layer = ChartSettings.Layer(alignment, content)
        return settingChart { $0.overlays.insert(layer, at: 0) }
    }

    /// A view behind the chart, which can ask where values are.
    nonisolated public func chartBackground<V: View>(
        alignment: SubdialSwiftUI.Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> V
    ) -> some View {
        let layer = ChartSettings.Layer(alignment, content)
        return settingChart { $0.backgrounds.append(layer) }
    }

    // MARK: What nobody does in a picture

    /// No effect in a picture: nobody selects a value.
    nonisolated public func chartXSelection<P: Plottable>(value: Binding<P?>) -> some View { self }

    /// No effect in a picture: nobody selects values.
    nonisolated public func chartXSelection<P: Plottable & Comparable>(range: Binding<ClosedRange<P>?>) -> some View { self }

    /// No effect in a picture: nobody selects a value.
    nonisolated public func chartYSelection<P: Plottable>(value: Binding<P?>) -> some View { self }

    /// No effect in a picture: nobody selects values.
    nonisolated public func chartYSelection<P: Plottable & Comparable>(range: Binding<ClosedRange<P>?>) -> some View { self }

    /// No effect in a picture: nobody selects a sector.
    nonisolated public func chartAngleSelection<P: Plottable>(value: Binding<P?>) -> some View { self }

    /// No effect in a picture: nobody touches the chart.
    nonisolated public func chartGesture<G: Gesture>(_ gesture: @escaping (ChartProxy) -> G) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartScrollableAxes(_ axes: SubdialSwiftUI.Axis.Set) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartXVisibleDomain<P: Plottable & Numeric>(length: P) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartYVisibleDomain<P: Plottable & Numeric>(length: P) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartScrollPosition(initialX: some Plottable) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartScrollPosition(initialY: some Plottable) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartScrollPosition<P: Plottable>(x: Binding<P>) -> some View { self }

    /// No effect in a picture: the whole chart is drawn, as nothing scrolls in a widget.
    nonisolated public func chartScrollPosition<P: Plottable>(y: Binding<P>) -> some View { self }
}

/// The plot of a chart, whose modifiers a chart takes.
nonisolated public struct ChartPlotContent: View {
    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        [context.node(.chart(SubdialLayout.ChartContent(marks: [])))]
    }
}

extension ChartSettings.Legend {
    fileprivate init(
        _ visibility: Visibility, _ position: AnnotationPosition, _ alignment: SubdialSwiftUI.Alignment?, _ spacing: CGFloat?
    ) {
        (self.visibility, self.position, self.alignment) = (visibility, position, alignment)
        self.spacing = spacing.flatMap { $0.isFinite ? Double($0) : nil }
    }
}

extension ChartSettings.Layer {
    fileprivate init<V: View>(_ alignment: SubdialSwiftUI.Alignment, _ content: @escaping (ChartProxy) -> V) {
        nonisolated(unsafe) let make = EnvironmentReader.capture(content)
        self.init(alignment: alignment) { proxy, context in
            nonisolated(unsafe) let view = onMainActor { make(proxy) }
            return context.nodes(of: view)
        }
    }
}
