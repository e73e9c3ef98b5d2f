/// What a shape is filled with.
public enum Paint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// Colours that change along a line.
    case linear(LinearGradient)
    /// Colours that change outwards from a point.
    case radial(RadialGradient)
    /// Colours that change around a point.
    case angular(AngularGradient)
}

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
    /// The place, 0 (start) … 1 (end).
    public var offset: Double
    /// The colour there.
    public var color: Color

    /// Creates a stop.
    public init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

/// Colours that change along a line and stay as they are beyond its ends.
public struct LinearGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    public var stops: [GradientStop]
    /// Where offset 0 is, in the coordinates of what is drawn.
    public var start: Point
    /// Where offset 1 is.
    public var end: Point

    /// Creates a gradient.
    public init(stops: [GradientStop], from start: Point, to end: Point) {
        self.stops = stops
        self.start = start
        self.end = end
    }
}

/// Colours that change from one circle to another around the same centre, and stay as they are inside and outside.
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

/// Colours that change around a centre, clockwise from one angle to another, and stay as they are beyond these.
public struct AngularGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    public var stops: [GradientStop]
    /// The point around which they change.
    public var center: Point
    /// The angle of offset 0 in degrees, 0 to the right and 90 downward.
    public var start: Double
    /// The angle of offset 1, up to 360 degrees behind `start`.
    public var end: Double
    /// The radius up to which colours are painted; nothing is painted beyond it.
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
