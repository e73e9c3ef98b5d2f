public import SubdialLayout

/// Marks on two scales, with axes and a legend.
nonisolated public struct Chart<Content: ChartContent>: View {
    private let content: Content

    public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    public init<Data: RandomAccessCollection, C: ChartContent>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
        self.content = ForEach(data, content: content)
    }

    public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, ID, C> {
        self.content = ForEach(data, id: id, content: content)
    }

    public init<C: ChartContent>(
        _ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> C
    ) where Content == ForEach<Range<Int>, Int, C> {
        self.content = ForEach(data, content: content)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Chart")
        let collector = _ChartContext.Collector()
        Content._add(view.content, to: _ChartContext(inner, collector))
        return [ChartLowering(collector.marks, in: inner).node()]
    }
}
