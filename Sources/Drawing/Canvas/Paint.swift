/// What a shape is filled with.
public enum Paint: Hashable, Sendable {
    /// One colour.
    case color(Color)
    /// Colours that change along a line.
    case linear(LinearGradient)
    /// Colours that change outwards from a point.
    case radial(RadialGradient)
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
