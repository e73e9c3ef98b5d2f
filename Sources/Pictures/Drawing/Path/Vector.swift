import SubdialLayout

extension Point {
    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }
}
