/// The looks in which something is drawn: every combination of the values of all axes.
package struct LookMatrix: Hashable, Sendable {
    /// The values of the axes that have some, each as a look that has only this value.
    private var values: [LookAxis: [WidgetLook]] = [:]
    /// The look in which the values are set.
    private static let empty = WidgetLook(family: .systemSmall)

    /// Makes a matrix without values.
    package init() {}

    /// The values of an axis; nil for its default value.
    package subscript(axis: LookAxis) -> [WidgetLook]? {
        get { values[axis] }
        set {
            values[axis] = newValue?.map { look in
                var value = Self.empty
                axis.copy(from: look, to: &value)
                return value
            }
        }
    }

    /// Sets the values of an axis.
    ///
    /// - Parameter change: Sets a value in a look.
    package mutating func set<Value>(_ axis: LookAxis, _ values: [Value], _ change: (inout WidgetLook, Value) -> Void) {
        self[axis] = values.map { value in
            var look = Self.empty
            change(&look, value)
            return look
        }
    }

    /// Every combination of the values of some axes, set in a look.
    package func looks(_ look: WidgetLook, over axes: some Sequence<LookAxis>) -> [WidgetLook] {
        axes.reduce([look]) { looks, axis in
            guard let values = values[axis] else { return looks }
            return looks.flatMap { look in
                values.map { value in
                    var look = look
                    axis.copy(from: value, to: &look)
                    return look
                }
            }
        }
    }
}
