/// A point on a canvas; x grows to the right, y downwards.
public struct Point: Hashable, Sendable {
    /// The distance from the left edge.
    public var x: Double
    /// The distance from the top edge.
    public var y: Double

    /// The top left corner.
    public static let zero = Point(0, 0)

    /// Creates a point.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

extension Point {
    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }
}
