import SubdialBasics
import SubdialDrawing
import SubdialLayout

/// The properties on which the mask of the corners depends.
struct CornerMaskKey: Hashable {
    let width: Int
    let height: Int
    let canvas: Size
    let radius: Double
}

extension WidgetRenderer {
    /// The maximum number of pixels of a picture whose mask is kept.
    private static let maximumCornerPixels = 1 << 22

    /// The mask that cuts off the corners of a widget.
    func cornerMask(_ widget: PreparedWidget) throws(DrawingError) -> OutlineMask {
        let target = widget.target
        let key = CornerMaskKey(width: target.width, height: target.height, canvas: target.canvas, radius: widget.place.cornerRadius)
        if let mask = cornerMasks[key] { return mask }
        let outline = widget.outline.transformed(
            scaleX: Double(target.width) / target.canvas.width, scaleY: Double(target.height) / target.canvas.height)
        let mask = try OutlineMask(outline, width: target.width, height: target.height, areas: key.areas)
        if target.width * target.height <= Self.maximumCornerPixels { cornerMasks[key] = mask }
        return mask
    }
}

extension CornerMaskKey {
    /// The areas that contain the corners of the outline; they do not overlap.
    ///
    /// The outline's sides are on the edges of the picture, so that all other pixels are inside.
    fileprivate var areas: [(x: Int, y: Int, width: Int, height: Int)] {
        let reach = radius * SubdialDrawing.Path.continuousCornerReach
        func ranges(_ length: Int, _ points: Double) -> [Range<Int>] {
            let reach = Int(saturating: (reach * Double(length) / points).rounded(.up))
            return reach < length / 2 ? [0..<reach, length - reach..<length] : [0..<length]
        }
        let columns = ranges(width, canvas.width)
        return ranges(height, canvas.height).flatMap { rows in
            columns.map { (x: $0.lowerBound, y: rows.lowerBound, width: $0.count, height: rows.count) }
        }
    }
}
