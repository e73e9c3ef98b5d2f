public import Foundation
public import SubdialLayout

extension View {
    nonisolated public func chartXAxis(_ visibility: Visibility) -> some View {
        settingChart { $0.xAxis = visibility == .hidden ? .hidden : .automatic }
    }

    nonisolated public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
        let content = content()
        return settingChart { $0.xAxis = .content { Content._add(content, to: $0) } }
    }

    nonisolated public func chartYAxis(_ visibility: Visibility) -> some View {
        settingChart { $0.yAxis = visibility == .hidden ? .hidden : .automatic }
    }

    nonisolated public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
        let content = content()
        return settingChart { $0.yAxis = .content { Content._add(content, to: $0) } }
    }

    /// Warns in a picture: the axis is drawn without the style.
    nonisolated public func chartXAxisStyle<Content: View>(
        @ViewBuilder content: @escaping (ChartAxisContent) -> Content, file: StaticString = #fileID, line: UInt = #line
    ) -> some View { warning("chartXAxisStyle(content:): the axis is drawn without the style", at: SourcePlace(file, line)) }

    /// Warns in a picture: the axis is drawn without the style.
    nonisolated public func chartYAxisStyle<Content: View>(
        @ViewBuilder content: @escaping (ChartAxisContent) -> Content, file: StaticString = #fileID, line: UInt = #line
    ) -> some View { warning("chartYAxisStyle(content:): the axis is drawn without the style", at: SourcePlace(file, line)) }

    // MARK: Titles

    nonisolated public func chartXAxisLabel<C: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some View {
        let title = ChartSettings.Title(content(), position, alignment, spacing)
        return settingChart { $0.xTitle = title }
    }

    nonisolated public func chartXAxisLabel(
        _ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil,
        spacing: CGFloat? = nil
    ) -> some View { chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(labelKey) } }

    @_disfavoredOverload nonisolated public func chartXAxisLabel<S: StringProtocol>(
        _ label: S, position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) } }

    nonisolated public func chartXAxisLabel(
        _ label: Text, position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { label } }

    nonisolated public func chartYAxisLabel<C: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some View {
        let title = ChartSettings.Title(content(), position, alignment, spacing)
        return settingChart { $0.yTitle = title }
    }

    nonisolated public func chartYAxisLabel(
        _ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil,
        spacing: CGFloat? = nil
    ) -> some View { chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(labelKey) } }

    @_disfavoredOverload nonisolated public func chartYAxisLabel<S: StringProtocol>(
        _ label: S, position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) } }

    nonisolated public func chartYAxisLabel(
        _ label: Text, position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { label } }
}

/// The axis that a style would change.
nonisolated public struct ChartAxisContent: View {
    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { [] }
}

extension ChartSettings.Title {
    fileprivate init(
        _ content: some View, _ position: AnnotationPosition, _ alignment: SubdialSwiftUI.Alignment?, _ spacing: CGFloat?
    ) {
        self.init(
            position: position, alignment: alignment, spacing: spacing.flatMap { $0.isFinite ? Double($0) : nil },
            make: { $0.node(of: content) })
    }
}
