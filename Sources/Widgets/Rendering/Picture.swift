import Drawing
import Layout
import Timeline

/// A widget as it was drawn.
public struct Picture: Sendable {
    /// The pixels.
    public let bitmap: Bitmap
    /// Where everything stands, in points.
    public let layout: PlacedNode
    /// What it measures on the screen, in points.
    public let size: Layout.Size
    /// What `layout` is told in: `size`, but on an iPad, which scales a larger canvas down.
    public let canvas: Layout.Size
    /// What of it changes by itself.
    public let liveness: Liveness
    /// What its height does to its content, where the content decides; nil where it fits.
    public let diagnostic: ActivityHeight.Diagnostic?

    /// The picture as a PNG file.
    ///
    /// - Parameter mode: `.small` for pictures that are kept.
    public func png(_ mode: PNG.Mode = .fast) throws(WidgetError) -> [UInt8] {
        do {
            return try PNG.encode(bitmap, mode: mode)
        } catch {
            throw .image(error)
        }
    }
}

extension PlacedNode {
    /// The longest progress line in it, in device pixels; 0 where there is none.
    func progressSteps(scale: Double) -> Int {
        var steps = children.map { $0.progressSteps(scale: scale) }.max() ?? 0
        if case .progress(let progress) = drawn {
            let length = progress.style == .linear ? frame.size.width : min(frame.size.width, frame.size.height) * .pi
            steps = max(steps, Int(saturating: min(length * scale, 1e6)))
        }
        return steps
    }
}
