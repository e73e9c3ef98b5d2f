import SubdialDrawing
import SubdialLayout

/// A canvas for pictures drawn in succession, such as those of a meter: only the changes to the previous widget are drawn.
///
/// The pixels equal those of ``WidgetRenderer/draw(_:)``. A canvas belongs to the task of its renderer.
public final class WidgetCanvas {
    /// The renderer that lays out the widgets.
    public let renderer: WidgetRenderer
    // The surface is nil before the first change, so that a single picture needs none.
    private var last: (widget: PreparedWidget, surface: Surface?, bitmap: Bitmap)?
    private var encoder = PNGBands()
    /// The rows drawn since the last PNG; nil for all.
    private var changedRows: [Range<Int>]?
    private var drawings = 0
    /// The fraction of the device pixels that the last call drew, 0 to 1.
    public private(set) var drawnShare = 0.0

    /// Creates an empty canvas.
    public init(_ renderer: WidgetRenderer) { self.renderer = renderer }

    /// Draws a widget laid out by the same renderer.
    public func draw(_ widget: PreparedWidget) throws(WidgetError) -> Picture {
        let picture: Picture
        do throws(DrawingError) {
            picture = try drawDamage(of: widget)
        } catch {
            throw .drawing(error)
        }
        if let error = widget.measurer.symbolError { throw error }
        return picture
    }

    /// The picture that was drawn last as a PNG file.
    ///
    /// From the second picture on, only rows that have changed are compressed again.
    public func png(of picture: Picture) throws(WidgetError) -> [UInt8] {
        // A single picture is smaller in one piece.
        guard drawings > 1, last != nil else { return try picture.png() }
        do {
            let bytes = try encoder.encode(picture.bitmap, changedRows: changedRows)
            changedRows = []
            return bytes
        } catch {
            throw .image(error)
        }
    }

    private func drawDamage(of widget: PreparedWidget) throws(DrawingError) -> Picture {
        drawings += 1
        let drawnRows = changedRows
        // After an error, the state of the pixels is unknown.
        changedRows = nil
        guard let (old, kept, bitmap) = last.take(), widget.isPlain, old.target == widget.target else {
            drawnShare = 1
            let picture = try renderer.picture(widget)
            if widget.isPlain { last = (widget, nil, picture.bitmap) }
            return picture
        }
        let surface = if let kept { kept } else { try Surface(bitmap) }
        let areas = Damage.areas(from: old, to: widget)
        try renderer.draw(widget, areas, on: surface)
        // In place, unless the previous picture is still in use.
        var pixels = consume bitmap
        for area in areas ?? [PixelArea(x: 0, y: 0, width: widget.target.width, height: widget.target.height)] {
            try surface.copy(x: area.x, y: area.y, width: area.width, height: area.height, into: &pixels)
        }
        drawnShare = areas.map { Double($0.reduce(0) { $0 + $1.count }) / Double(widget.target.width * widget.target.height) } ?? 1
        last = (widget, surface, pixels)
        if let areas, let drawnRows { changedRows = drawnRows + areas.map { $0.y..<$0.y + $0.height } }
        return widget.picture(pixels)
    }
}

extension PreparedWidget {
    /// The picture with the given pixels.
    func picture(_ bitmap: Bitmap) -> Picture {
        Picture(
            bitmap: bitmap, layout: layout, size: place.size, canvas: place.canvas, nextChange: nextChange, diagnostic: diagnostic)
    }

    /// True if no later pass changes the pixels of the whole picture.
    var isPlain: Bool {
        environment.mode == .fullColor && !environment.isNight && !environment.isLuminanceReduced && environment.backdrop == nil
            && !layout.readsPixels && background?.readsPixels != true
    }

    /// True if everything but the layout equals that of another widget, so that equal nodes have equal pixels.
    func looks(like other: PreparedWidget) -> Bool {
        var environment = other.environment
        environment.now = self.environment.now
        return isPlain && other.isPlain && environment == self.environment && target == other.target && place == other.place
            && theme.name == other.theme.name && palette == other.palette && cover == other.cover && folder == other.folder
            && entry.cover?.seed == other.entry.cover?.seed && label == other.label && background == other.background
    }
}

extension PlacedNode {
    /// True if a node reads pixels drawn before: a blur, a shadow, a material.
    fileprivate var readsPixels: Bool {
        switch drawn {
        case .effect(.blur), .effect(.shadow): true
        case .shape(_, .color(let color)) where Material(rawValue: color.name) != nil: true
        default: children.contains(where: \.readsPixels)
        }
    }
}
