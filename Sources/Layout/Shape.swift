/// How round a corner is.
public enum CornerRadius: Hashable, Sendable {
    /// Points.
    case fixed(Double)
    /// The container's radius less the distance to it, and never under 4.
    case concentric
}

/// A shape that fills the frame it is given.
public enum Shape: Hashable, Sendable {
    case rectangle
    case roundedRectangle(CornerRadius)
    /// The largest circle in the middle of the frame.
    case circle
    case capsule
    /// An outline in SVG's path syntax, stretched from its box to the frame.
    case path(String, box: Rect)
}
