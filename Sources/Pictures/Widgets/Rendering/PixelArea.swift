import SubdialLayout

/// A rectangle of device pixels.
struct PixelArea: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// The number of pixels.
    var count: Int { width * height }

    /// The bounding rectangle of both areas.
    func union(_ other: PixelArea) -> PixelArea {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelArea(
            x: left, y: top, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - top)
    }

    /// The area in points of the canvas.
    func points(in target: PixelSize) -> Rect {
        let (horizontal, vertical) = (target.canvas.width / Double(target.width), target.canvas.height / Double(target.height))
        return Rect(Double(x) * horizontal, Double(y) * vertical, Double(width) * horizontal, Double(height) * vertical)
    }
}
