import Drawing
import Layout

/// A picture that is drawn again and again, such as a meter's: of each widget only what differs from the one before is drawn.
///
/// Its pixels are those that ``WidgetRenderer/draw(_:)`` draws. It belongs to its renderer's task.
public final class WidgetCanvas {
    /// The renderer, which lays out what is drawn.
    public let renderer: WidgetRenderer
    private var last: (widget: PreparedWidget, surface: Surface, bitmap: Bitmap)?
    /// The device pixels that the last call has drawn, as a share of all: 0 to 1.
    public private(set) var drawnShare = 0.0

    /// Makes a canvas that shows nothing yet.
    public init(_ renderer: WidgetRenderer) { self.renderer = renderer }

    /// Draws what was laid out by the same renderer.
    public func draw(_ widget: PreparedWidget) throws(WidgetError) -> Picture {
        do throws(DrawingError) {
            // After a failure nothing is known of the pixels.
            guard let (old, surface, bitmap) = last.take(), widget.isPlain, old.target == widget.target else {
                drawnShare = 1
                guard widget.isPlain else { return try renderer.picture(widget) }
                let surface = try Surface(width: widget.target.width, height: widget.target.height)
                try renderer.draw(widget, nil, on: surface)
                let bitmap = try surface.bitmap()
                last = (widget, surface, bitmap)
                return widget.picture(bitmap)
            }
            let areas = Damage.areas(from: old, to: widget)
            try renderer.draw(widget, areas, on: surface)
            // In place, where nobody keeps the picture before.
            var pixels = consume bitmap
            for area in areas ?? [PixelArea(x: 0, y: 0, width: widget.target.width, height: widget.target.height)] {
                try surface.copy(x: area.x, y: area.y, width: area.width, height: area.height, into: &pixels)
            }
            drawnShare = areas.map { Double($0.reduce(0) { $0 + $1.count }) / Double(widget.target.width * widget.target.height) } ?? 1
            last = (widget, surface, pixels)
            return widget.picture(pixels)
        } catch {
            throw .drawing(error)
        }
    }
}

extension PreparedWidget {
    /// The picture with those pixels.
    func picture(_ bitmap: Bitmap) -> Picture {
        Picture(
            bitmap: bitmap, layout: layout, size: place.size, canvas: place.canvas, nextChange: nextChange, diagnostic: diagnostic)
    }

    /// True where its pixels are drawn once: nothing is done to the whole picture afterwards.
    var isPlain: Bool {
        environment.mode == .fullColor && !environment.isNight && !environment.isLuminanceReduced && environment.backdrop == nil
            && !layout.readsPixels && background?.readsPixels != true
    }

    /// True where all but the layout is that of another widget, so that equal nodes are equal pixels.
    func looks(like other: PreparedWidget) -> Bool {
        var environment = other.environment
        environment.now = self.environment.now
        return isPlain && other.isPlain && environment == self.environment && target == other.target && place == other.place
            && theme.name == other.theme.name && palette == other.palette && cover == other.cover && folder == other.folder
            && entry.cover?.seed == other.entry.cover?.seed && label == other.label && background == other.background
    }
}

extension PlacedNode {
    /// True where something in it is made of pixels that were drawn before: a blur, a shadow, a material.
    fileprivate var readsPixels: Bool {
        switch drawn {
        case .effect(.blur), .effect(.shadow): true
        case .shape(_, .color(let color)) where Material(rawValue: color.name) != nil: true
        default: children.contains(where: \.readsPixels)
        }
    }
}
