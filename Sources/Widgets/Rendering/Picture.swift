import Drawing
import Expressions
import FoundationEssentials
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
    /// When it looks otherwise by itself; nil where it never does.
    public let nextChange: Date?
    /// What its height does to its content, where the content decides; nil where it fits.
    public let diagnostic: ActivityHeight.Diagnostic?

    /// The picture as a PNG file.
    ///
    /// - Parameter mode: `.small` or `.best` for pictures that are kept.
    public func png(_ mode: PNG.Mode = .fast) throws(WidgetError) -> [UInt8] {
        do {
            return try PNG.encode(bitmap, mode: mode)
        } catch {
            throw .image(error)
        }
    }
}

extension PlacedNode {
    /// True where a symbol in it moves in animations.
    var hasSymbolEffect: Bool {
        if case .image(let image) = drawn, image.effect != nil { return true }
        return children.contains(where: \.hasSymbolEffect)
    }

    /// Notes when the progress lines in it that run are a device pixel longer.
    ///
    /// - Parameters:
    ///   - now: The moment that they show.
    ///   - scale: Device pixels to a point.
    func noteProgress(in changes: NextChange, at now: Date, scale: Double) {
        for child in children { child.noteProgress(in: changes, at: now, scale: scale) }
        guard case .progress(let progress) = drawn, progress.rate > 0, progress.fraction < 1 else { return }
        let length = progress.style == .linear ? frame.size.width : min(frame.size.width, frame.size.height) * .pi
        let steps = min(length * scale, 1e6).rounded(.down)
        guard steps >= 1 else { return }
        // A step that is due within the microsecond is taken.
        let next = ((progress.fraction + 1e-6 * progress.rate) * steps).rounded(.down) + 1
        guard next <= steps else { return changes.note(now.addingTimeInterval((1 - progress.fraction) / progress.rate)) }
        changes.note(now.addingTimeInterval((next / steps - progress.fraction) / progress.rate))
    }
}
