import SubdialLayout

/// The fill of a shape.
package enum Paint: Hashable, Sendable {
    /// A single colour.
    case color(Color)
    /// A gradient along a line.
    case linear(LinearGradient)
    /// A gradient outwards from a point.
    case radial(RadialGradient)
    /// A gradient around a point.
    case angular(AngularGradient)
    /// A gradient outwards from a point, stretched to the ratio of a frame.
    case elliptical(EllipticalGradient)
    /// Colours at the points of a grid.
    case mesh(MeshGradient)
    /// A picture that is repeated in both directions.
    case tiles(PictureTiles)
}

/// A colour stop of a gradient.
package struct GradientStop: Hashable, Sendable {
    /// The offset, 0 (start) … 1 (end).
    package var offset: Double
    /// The colour at the offset.
    package var color: Color

    /// Creates a stop.
    package init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

/// A gradient along a line; the colours of its ends continue beyond them.
package struct LinearGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    package var stops: [GradientStop]
    /// The point of offset 0, in drawing coordinates.
    package var start: Point
    /// The point of offset 1.
    package var end: Point

    /// Creates a gradient.
    package init(stops: [GradientStop], from start: Point, to end: Point) {
        self.stops = stops
        self.start = start
        self.end = end
    }
}

/// A gradient between two concentric circles; the colours of its ends continue inside and outside.
package struct RadialGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    package var stops: [GradientStop]
    /// The centre of both circles.
    package var center: Point
    /// The radius at offset 0.
    package var startRadius: Double
    /// The radius at offset 1.
    package var endRadius: Double

    /// Creates a gradient.
    package init(stops: [GradientStop], center: Point, startRadius: Double = 0, endRadius: Double) {
        self.stops = stops
        self.center = center
        self.startRadius = startRadius
        self.endRadius = endRadius
    }
}

/// A gradient around a centre, clockwise between two angles; the colours of its ends continue beyond them.
package struct AngularGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    package var stops: [GradientStop]
    /// The centre.
    package var center: Point
    /// The angle of offset 0 in degrees; 0 points to the right and 90 downwards.
    package var start: Double
    /// The angle of offset 1, up to 360 degrees after `start`.
    package var end: Double
    /// The radius of the painted area.
    package var radius: Double

    /// Creates a gradient.
    package init(stops: [GradientStop], center: Point, radius: Double, start: Double = 0, end: Double = 360) {
        self.stops = stops
        self.center = center
        self.radius = radius
        self.start = start
        self.end = end
    }
}

/// A gradient between two concentric ellipses with the ratio of a frame; the colours of its ends continue inside and outside.
package struct EllipticalGradient: Hashable, Sendable {
    /// The colours, by ascending offset.
    package var stops: [GradientStop]
    /// The frame.
    package var frame: Rect
    /// The centre, in the unit square of the frame.
    package var center: Point
    /// The radii at offset 0, as a fraction of the frame's width and height.
    package var startRadius: Double
    /// The radii at offset 1.
    package var endRadius: Double

    /// Creates a gradient.
    package init(stops: [GradientStop], in frame: Rect, center: Point, startRadius: Double = 0, endRadius: Double = 0.5) {
        self.stops = stops
        self.frame = frame
        self.center = center
        self.startRadius = startRadius
        self.endRadius = endRadius
    }
}

/// A picture that is repeated in both directions from a point.
package struct PictureTiles: Hashable, Sendable {
    /// The picture.
    package var picture: Bitmap
    /// The place of one of the tiles.
    package var frame: Rect

    /// Creates tiles of the size of `frame`, one of which is there.
    package init(_ picture: Bitmap, in frame: Rect) {
        self.picture = picture
        self.frame = frame
    }
}

extension [GradientStop] {
    /// The colour at an offset, 0…1.
    package func color(at offset: Double) -> Color {
        guard let next = firstIndex(where: { $0.offset >= offset }) else { return last?.color ?? .clear }
        guard next > 0 else { return self[0].color }
        let (before, after) = (self[next - 1], self[next])
        let length = after.offset - before.offset
        return before.color.blended(with: after.color, by: length > 0 ? (offset - before.offset) / length : 1)
    }
}
