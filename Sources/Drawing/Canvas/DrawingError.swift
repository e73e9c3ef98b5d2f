/// Why a surface could not be made or drawn on.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side is not positive, or the surface would have more pixels than `limit`.
    case size(width: Int, height: Int, limit: Int)
    /// Cairo reports a failure, in its own words.
    case cairo(String)

    /// What is wrong and what to do.
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
