/// An error in the creation of a surface or in drawing.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side that is not positive or too long, or a surface of more than `limit` pixels.
    case size(width: Int, height: Int, limit: Int)
    /// An error reported by Cairo, with its message.
    case cairo(String)

    /// The problem and its solution.
    public var description: String {
        switch self {
        case .size(let width, let height, let limit):
            "cannot draw on \(width)×\(height) pixels: both sides must be at least 1 and at most \(Surface.maximumSide),"
                + " and the area at most \(limit) pixels"
        case .cairo(let message):
            "drawing failed: \(message)"
        }
    }
}
