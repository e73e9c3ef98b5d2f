/// The fill of a shape.
public enum Paint: Hashable, Sendable {
    /// A single colour.
    case color(Color)
    /// A gradient along a line.
    case linear(LinearGradient)
    /// A gradient outwards from a point.
    case radial(RadialGradient)
    /// A gradient around a point.
    case angular(AngularGradient)
}

/// A colour stop of a gradient.
public struct GradientStop: Hashable, Sendable {
    /// The offset, 0 (start) … 1 (end).
    public var offset: Double
    /// The colour at the offset.
    public var color: Color

    /// Creates a stop.
    public init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

/// A gradient along a line; the colours of its ends continue beyond them.
public struct LinearGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    public var stops: [GradientStop]
    /// The point of offset 0, in drawing coordinates.
    public var start: Point
    /// The point of offset 1.
    public var end: Point

    /// Creates a gradient.
    public init(stops: [GradientStop], from start: Point, to end: Point) {
        self.stops = stops
        self.start = start
        self.end = end
    }
}

/// A gradient between two concentric circles; the colours of its ends continue inside and outside.
public struct RadialGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    public var stops: [GradientStop]
    /// The centre of both circles.
    public var center: Point
    /// The radius at offset 0.
    public var startRadius: Double
    /// The radius at offset 1.
    public var endRadius: Double

    /// Creates a gradient.
    public init(stops: [GradientStop], center: Point, startRadius: Double = 0, endRadius: Double) {
        self.stops = stops
        self.center = center
        self.startRadius = startRadius
        self.endRadius = endRadius
    }
}

/// A gradient around a centre, clockwise between two angles; the colours of its ends continue beyond them.
public struct AngularGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    public var stops: [GradientStop]
    /// The centre.
    public var center: Point
    /// The angle of offset 0 in degrees; 0 points to the right and 90 downwards.
    public var start: Double
    /// The angle of offset 1, up to 360 degrees after `start`.
    public var end: Double
    /// The radius of the painted area.
    public var radius: Double

    /// Creates a gradient.
    public init(stops: [GradientStop], center: Point, radius: Double, start: Double = 0, end: Double = 360) {
        self.stops = stops
        self.center = center
        self.radius = radius
        self.start = start
        self.end = end
    }
}

extension [GradientStop] {
    /// The colour at an offset, 0…1.
    public func color(at offset: Double) -> Color {
        guard let next = firstIndex(where: { $0.offset >= offset }) else { return last?.color ?? .clear }
        guard next > 0 else { return self[0].color }
        let (before, after) = (self[next - 1], self[next])
        let length = after.offset - before.offset
        return before.color.blended(with: after.color, by: length > 0 ? (offset - before.offset) / length : 1)
    }
}
