public import SubdialLayout

/// The background of an accessory: a disc, or a rounded box in a rectangular one; nothing in other families.
nonisolated public struct AccessoryWidgetBackground: View, Sendable {
    public typealias Body = Never

    /// The radius of the rounded box in points, estimated from pictures, as Apple publishes none.
    private static let cornerRadius = 8.0

    public init() {}

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let shape: SubdialLayout.Shape
        switch context.environment.widgetFamily {
        case .accessoryCircular, .accessoryCorner: shape = .circle
        case .accessoryRectangular: shape = .roundedRectangle(.fixed(cornerRadius))
        default: return []
        }
        return [context.element("AccessoryWidgetBackground").node(.shape(ShapeContent(shape, .color(ColorName("fill")))))]
    }
}
