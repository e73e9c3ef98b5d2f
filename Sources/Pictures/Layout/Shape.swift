/// The radius of a corner.
public enum CornerRadius: Hashable, Sendable {
    /// A radius in points.
    case fixed(Double)
    /// The radius of the container minus the distance to its edge, at least 4.
    case concentric
}

/// A shape that fills its frame.
public enum Shape: Hashable, Sendable {
    case rectangle
    case roundedRectangle(CornerRadius)
    /// The largest circle at the centre of the frame.
    case circle
    case capsule
    /// An outline in SVG path syntax, stretched from its box to the frame.
    case path(String, box: Rect)
}
