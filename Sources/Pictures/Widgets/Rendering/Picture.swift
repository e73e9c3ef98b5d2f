import FoundationEssentials
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTimeline

/// A drawn widget.
public struct Picture: Sendable {
    /// The pixels.
    public let bitmap: Bitmap
    /// The placed tree, in points.
    public let layout: PlacedNode
    /// The size on the screen, in points.
    public let size: Size
    /// The coordinate space of `layout`: `size`, except on an iPad, which scales down a larger canvas.
    public let canvas: Size
    /// The time at which the widget changes by itself; nil for never.
    public let nextChange: Date?
    /// The effect of the height on the content, where the content decides the height; nil if it fits.
    public let diagnostic: ActivityHeight.Diagnostic?

    /// The picture as a PNG file.
    ///
    /// - Parameter mode: `.small` or `.best` for pictures to store.
    public func png(_ mode: PNG.Mode = .fast) throws(WidgetError) -> [UInt8] {
        do {
            return try PNG.encode(bitmap, mode: mode)
        } catch {
            throw .image(error)
        }
    }
}

extension PlacedNode {
    /// True if it contains an animated symbol.
    var hasSymbolEffect: Bool {
        if case .image(let image) = drawn, image.effect != nil { return true }
        return children.contains(where: \.hasSymbolEffect)
    }

    /// Records when the running progress lines in the tree grow by one device pixel.
    ///
    /// - Parameters:
    ///   - now: The time that they show.
    ///   - scale: Device pixels per point.
    func recordProgress(in changes: NextChange, at now: Date, scale: Double) {
        for child in children { child.recordProgress(in: changes, at: now, scale: scale) }
        guard case .progress(let progress) = drawn, progress.rate != 0 else { return }
        // A line that shrinks changes as its rest grows.
        let (fraction, rate) = progress.rate > 0 ? (progress.fraction, progress.rate) : (1 - progress.fraction, -progress.rate)
        guard fraction < 1 else { return }
        let length = progress.style == .linear ? frame.size.width : min(frame.size.width, frame.size.height) * .pi
        let steps = min(length * scale, 1e6).rounded(.down)
        guard steps >= 1 else { return }
        // A step due within the next microsecond counts as reached.
        let next = ((fraction + 1e-6 * rate) * steps).rounded(.down) + 1
        guard next <= steps else { return changes.record(now.addingTimeInterval((1 - fraction) / rate)) }
        changes.record(now.addingTimeInterval((next / steps - fraction) / rate))
    }
}
