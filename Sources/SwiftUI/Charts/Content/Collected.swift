/// What code adds to a chart, to an axis or to a position of one.
nonisolated struct Collected<Context> {
    typealias Body = Never

    private let add: (Context) -> Void

    init(_ add: @escaping (Context) -> Void) { self.add = add }
}

extension Collected: ChartContent where Context == _ChartContext {
    static func _add(_ content: Self, to context: _ChartContext) { content.add(context) }
}

extension Collected: AxisContent where Context == _AxisContext {
    static func _add(_ content: Self, to axis: _AxisContext) { content.add(axis) }
}

extension Collected: AxisMark where Context == _AxisMarkContext {
    static func _add(_ mark: Self, to context: _AxisMarkContext) { mark.add(context) }
}
