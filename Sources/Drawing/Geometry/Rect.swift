/// A rectangle with its sides parallel to the axes.
public struct Rect: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The extent along x.
    public var width: Double
    /// The extent along y.
    public var height: Double

    /// An empty rectangle in the top left corner.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle from its top left corner and its size.
    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// The left edge.
    public var minX: Double { x }
    /// The top edge.
    public var minY: Double { y }
    /// The right edge.
    public var maxX: Double { x + width }
    /// The bottom edge.
    public var maxY: Double { y + height }
    /// The centre.
    public var center: Point { Point(x + width / 2, y + height / 2) }
    /// The extent.
    public var size: Size { Size(width, height) }
    /// True if the rectangle has no area.
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// The rectangle inset by `amount` on every side; larger if `amount` is negative.
    public func inset(by amount: Double) -> Rect {
        Rect(x: x + amount, y: y + amount, width: max(0, width - 2 * amount), height: max(0, height - 2 * amount))
    }

    /// The bounding rectangle of both.
    public func union(_ other: Rect) -> Rect {
        let (x, y) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
    }
}
