/// A width and a height in points.
///
/// Either may be infinite while a layout requests the maximum size of a view.
public struct Size: Hashable, Sendable {
    /// The extent from leading to trailing.
    public var width: Double
    /// The extent from top to bottom.
    public var height: Double

    /// Creates a size of `width` by `height` points.
    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    /// A size without extent.
    public static let zero = Size(0, 0)

    /// The extent along `axis`.
    public subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

/// A position in points; y increases downwards.
public struct Point: Hashable, Sendable {
    /// The distance from the left.
    public var x: Double
    /// The distance from the top.
    public var y: Double

    /// Creates the position (`x`, `y`).
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The top left corner.
    public static let zero = Point(0, 0)

    /// The coordinate along `axis`.
    public subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? x : y }
        set { if axis == .horizontal { x = newValue } else { y = newValue } }
    }
}

/// A rectangle in points.
public struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The extent to the right and downwards.
    public var size: Size

    /// Creates a rectangle of `size` with its top left corner at `origin`.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle with its top left corner at (`x`, `y`).
    public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(origin: Point(x, y), size: Size(width, height))
    }

    /// Creates a rectangle with its top left corner at (`x`, `y`).
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x, y), size: Size(width, height))
    }

    /// An empty rectangle in the top left corner.
    public static let zero = Rect(0, 0, 0, 0)

    /// The left edge.
    public var x: Double {
        get { origin.x }
        set { origin.x = newValue }
    }
    /// The top edge.
    public var y: Double {
        get { origin.y }
        set { origin.y = newValue }
    }
    /// The extent to the right.
    public var width: Double {
        get { size.width }
        set { size.width = newValue }
    }
    /// The extent downwards.
    public var height: Double {
        get { size.height }
        set { size.height = newValue }
    }
    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge.
    public var maxY: Double { origin.y + size.height }
    /// The horizontal centre.
    public var midX: Double { origin.x + size.width / 2 }
    /// The vertical centre.
    public var midY: Double { origin.y + size.height / 2 }
    /// The centre.
    public var center: Point { Point(midX, midY) }
    /// True if the rectangle has no area.
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// The rectangle inset by `amount` on every side; larger if `amount` is negative.
    public func inset(by amount: Double) -> Rect {
        Rect(x + amount, y + amount, max(0, width - 2 * amount), max(0, height - 2 * amount))
    }

    /// The intersection of both; without area if they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        return Rect(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
    }

    /// The bounding rectangle of both.
    public func union(_ other: Rect) -> Rect {
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
    }

    /// The rectangle with its edges rounded to whole device pixels, at `scale` pixels per point.
    public func rounded(toScale scale: Double) -> Rect {
        let (left, top) = (minX.snapped(toScale: scale), minY.snapped(toScale: scale))
        return Rect(left, top, max(0, maxX.snapped(toScale: scale) - left), max(0, maxY.snapped(toScale: scale) - top))
    }
}

/// Distances from the four edges, in points.
public struct Insets: Hashable, Sendable {
    /// The distance from the top edge.
    public var top: Double
    /// The distance from the leading edge.
    public var leading: Double
    /// The distance from the bottom edge.
    public var bottom: Double
    /// The distance from the trailing edge.
    public var trailing: Double

    /// Creates insets; omitted ones are 0.
    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Creates insets with the same distance from each edge.
    public init(all: Double) {
        self.init(top: all, leading: all, bottom: all, trailing: all)
    }

    /// The sum of the two insets along `axis`.
    public func total(along axis: Axis) -> Double {
        axis == .horizontal ? leading + trailing : top + bottom
    }
}

/// A layout axis.
public enum Axis: String, Hashable, Sendable, CaseIterable {
    case horizontal, vertical

    /// The perpendicular axis.
    public var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The size that a parent proposes, per axis: a length, nil (the ideal size), 0 (the minimum) or infinity (the maximum).
public struct ProposedSize: Hashable, Sendable {
    /// The proposed width.
    public var width: Double?
    /// The proposed height.
    public var height: Double?

    /// Creates a proposal of `width` by `height` points.
    public init(_ width: Double?, _ height: Double?) {
        self.width = width
        self.height = height
    }

    /// Creates a proposal of exactly `size`.
    public init(_ size: Size) {
        self.init(size.width, size.height)
    }

    /// Requests the ideal size.
    public static let unspecified = ProposedSize(nil, nil)

    /// The proposed length along `axis`.
    public subscript(axis: Axis) -> Double? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}
