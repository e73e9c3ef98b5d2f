/// A width and a height in points.
///
/// Either may be infinite while a layout asks what a view could take.
public struct Size: Hashable, Sendable {
    /// The extent from leading to trailing.
    public var width: Double
    /// The extent from top to bottom.
    public var height: Double

    /// Makes a size of `width` by `height` points.
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

/// A place in points, y downwards.
public struct Point: Hashable, Sendable {
    /// The distance from the left.
    public var x: Double
    /// The distance from the top.
    public var y: Double

    /// Makes the place at (`x`, `y`).
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

    /// Makes the rectangle of `size` with its top left corner at `origin`.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Makes the rectangle with its top left corner at (`x`, `y`).
    public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(origin: Point(x, y), size: Size(width, height))
    }

    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge.
    public var maxY: Double { origin.y + size.height }
    /// The middle between left and right.
    public var midX: Double { origin.x + size.width / 2 }
    /// The middle between top and bottom.
    public var midY: Double { origin.y + size.height / 2 }

    /// The rectangle with its edges moved to whole device pixels, `scale` of them to a point.
    public func rounded(toScale scale: Double) -> Rect {
        let (left, top) = (minX.snapped(toScale: scale), minY.snapped(toScale: scale))
        return Rect(left, top, max(0, maxX.snapped(toScale: scale) - left), max(0, maxY.snapped(toScale: scale) - top))
    }
}

/// Distances from the four edges, in points.
public struct Insets: Hashable, Sendable {
    /// From the top edge.
    public var top: Double
    /// From the leading edge.
    public var leading: Double
    /// From the bottom edge.
    public var bottom: Double
    /// From the trailing edge.
    public var trailing: Double

    /// Makes the distances; those left out are 0.
    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// The same distance from each edge.
    public init(all: Double) {
        self.init(top: all, leading: all, bottom: all, trailing: all)
    }

    /// What the two edges across `axis` take together.
    public func total(along axis: Axis) -> Double {
        axis == .horizontal ? leading + trailing : top + bottom
    }
}

/// A direction in which things are laid out.
public enum Axis: String, Hashable, Sendable, CaseIterable {
    case horizontal, vertical

    /// The direction across this one.
    public var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// What a parent offers: per axis a length, nothing (the view's ideal), 0 (its least) or infinity (its most).
public struct ProposedSize: Hashable, Sendable {
    /// The offer from leading to trailing.
    public var width: Double?
    /// The offer from top to bottom.
    public var height: Double?

    /// Makes an offer of `width` by `height` points.
    public init(_ width: Double?, _ height: Double?) {
        self.width = width
        self.height = height
    }

    /// Offers exactly `size`.
    public init(_ size: Size) {
        self.init(size.width, size.height)
    }

    /// Asks for the ideal size.
    public static let unspecified = ProposedSize(nil, nil)

    /// The offer along `axis`.
    public subscript(axis: Axis) -> Double? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}
