import SubdialBasics
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
    fileprivate var isPlain: Bool {
        environment.mode == .fullColor && !environment.isNight && !environment.isLuminanceReduced && environment.backdrop == nil
            && !layout.readsPixels && background?.readsPixels != true
    }

    /// True if everything but the layout equals that of another widget, so that equal nodes have equal pixels.
    fileprivate func looks(like other: PreparedWidget) -> Bool {
        var environment = other.environment
        environment.now = self.environment.now
        return isPlain && other.isPlain && environment == self.environment && target == other.target && place == other.place
            && theme.name == other.theme.name && palette == other.palette && cover == other.cover && folder == other.folder
            && entry.cover?.seed == other.entry.cover?.seed && label == other.label && background == other.background
    }
}

extension PlacedNode {
    /// True if a node reads pixels drawn before: a blur, a shadow, a filter, a material, a blend with what is behind.
    fileprivate var readsPixels: Bool {
        switch drawn {
        case .effect(.filter(.dimming)): children.contains(where: \.readsPixels)
        case .effect(.blur), .effect(.shadow), .effect(.filter), .effect(.blendMode), .effect(.rotation3D): true
        case .shape(let shape) where shape.paint.isMaterial: true
        default: children.contains(where: \.readsPixels)
        }
    }
}

/// The areas in which a picture differs from the previous one.
struct Damage {
    /// The maximum number of extra pixels of a merged area: drawing two close areas together is faster.
    private static let mergingCost = 4096
    /// The maximum number of areas; with more, the whole picture is drawn.
    private static let maximumAreas = 256
    /// The fraction of the picture above which all of it is drawn.
    private static let maximumShare = 0.6

    private var frames: [Rect] = []
    private var isWhole = false
    private let isAnimated: Bool
    /// Device pixels per point.
    private let scale: Double

    /// The disjoint areas, in device pixels, in which a widget differs from the previous one; nil for the whole picture.
    fileprivate static func areas(from old: PreparedWidget, to new: PreparedWidget) -> [PixelArea]? {
        guard new.looks(like: old) else { return nil }
        var damage = Damage(isAnimated: new.environment.isAnimated, scale: new.target.scale)
        damage.compare(old.layout, new.layout)
        guard !damage.isWhole else { return nil }
        let target = new.target
        let (horizontal, vertical) = (Double(target.width) / target.canvas.width, Double(target.height) / target.canvas.height)
        let areas = damage.frames.compactMap { frame -> PixelArea? in
            // Frames, and numbers in them, may lie outside of the picture.
            func pixel(_ value: Double, _ limit: Int) -> Int { Int(saturating: min(max(0, value), Double(limit))) }
            let left = pixel((frame.minX * horizontal).rounded(.down), target.width)
            let top = pixel((frame.minY * vertical).rounded(.down), target.height)
            let right = pixel((frame.maxX * horizontal).rounded(.up), target.width)
            let bottom = pixel((frame.maxY * vertical).rounded(.up), target.height)
            return right > left && bottom > top ? PixelArea(x: left, y: top, width: right - left, height: bottom - top) : nil
        }
        let merged = merged(areas)
        let share = Double(merged.reduce(0) { $0 + $1.count }) / Double(target.width * target.height)
        return merged.count > maximumAreas || share > maximumShare ? nil : merged
    }

    private init(isAnimated: Bool, scale: Double) { (self.isAnimated, self.scale) = (isAnimated, scale) }

    private mutating func compare(_ old: PlacedNode, _ new: PlacedNode) {
        guard old.frame == new.frame, old.direction == new.direction, old.children.count == new.children.count else {
            add(old)
            return add(new)
        }
        if case .levels(let before) = old.drawn, case .levels(let after) = new.drawn {
            if before != after { frames += LevelBar.bands(from: before, to: after, in: new.frame, scale: scale) }
            return
        }
        guard old.drawn == new.drawn else {
            add(old)
            return add(new)
        }
        if case .effect(let modifier) = new.drawn, modifier.movesInk {
            // The frames of the children are not where their ink is drawn.
            if old.children != new.children || isAnimated && new.hasSymbolEffect { isWhole = true }
            return
        }
        if case .image(let image) = new.drawn, isAnimated && image.effect != nil || image.kind.mayChange { frames.append(new.ink) }
        for index in old.children.indices { compare(old.children[index], new.children[index]) }
    }

    /// Adds the ink of a node and its children.
    private mutating func add(_ node: PlacedNode) {
        switch node.drawn {
        case .nothing: break
        case .effect(let modifier):
            if modifier.movesInk { isWhole = true }
            // An effect covers its frame, with or without children.
            frames.append(node.ink)
        default: frames.append(node.ink)
        }
        for child in node.children { add(child) }
    }

    /// The areas, merged where the cost is low.
    private static func merged(_ areas: [PixelArea]) -> [PixelArea] {
        var result: [PixelArea] = []
        for area in areas {
            var area = area
            // A merged area may touch further areas.
            while let index = result.firstIndex(where: { $0.union(area).count <= $0.count + area.count + mergingCost }) {
                area = area.union(result.remove(at: index))
            }
            result.append(area)
        }
        return result
    }
}

extension PlacedNode {
    /// True if the node draws only itself.
    var isLeaf: Bool {
        switch drawn {
        case .nothing, .effect: false
        default: children.isEmpty
        }
    }

    /// The maximum extent of the node's own ink: its frame, and the reach of glyphs, rims and lines beyond it.
    var ink: Rect {
        let margin: Double =
            switch drawn {
            case .text(_, _, _, let metrics): 2 + frame.size.height / Double(max(1, metrics.lineCount))
            case .image: 2 + 0.25 * min(frame.size.width, frame.size.height)
            case .progress: 2 + max(4, min(frame.size.width, frame.size.height))
            case .chart, .effect: 12
            // An outline may extend anywhere.
            case .shape(let shape): shape.reach
            default: 0
            }
        return Rect(
            frame.minX - margin, frame.minY - margin, frame.size.width + 2 * margin, frame.size.height + 2 * margin)
    }
}

extension ShapeContent {
    /// The maximum distance of the ink from the frame.
    fileprivate var reach: Double {
        let line = stroke.map { $0.lineWidth * max(1, $0.miterLimit) } ?? 0
        return shape.mayLeaveFrame ? 1e6 : line
    }
}

extension Shape {
    /// True for an outline that may extend anywhere.
    fileprivate var mayLeaveFrame: Bool {
        switch self {
        case .path, .elements: true
        case .inset(let shape, let inset): inset < 0 || shape.mayLeaveFrame
        default: false
        }
    }
}

extension SubdialLayout.Paint {
    /// True for a translucent layer that blurs what is behind it.
    var isMaterial: Bool {
        if case .color(let color) = self { Material(rawValue: color.name) != nil } else { false }
    }
}

extension Rect {
    /// True if the intersection has an area.
    func meets(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}

extension ImageContent.Kind {
    /// True for a picture in a file, which may have been replaced.
    fileprivate var mayChange: Bool {
        if case .artwork(_, of: .some) = self { true } else { false }
    }
}

extension Modifier {
    /// True if the children's ink is drawn outside their frames.
    fileprivate var movesInk: Bool {
        switch self {
        case .offset, .rotation, .scale, .rotation3D: true
        default: false
        }
    }
}

/// A rectangle of device pixels.
struct PixelArea: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// The number of pixels.
    var count: Int { width * height }

    /// The bounding rectangle of both areas.
    fileprivate func union(_ other: PixelArea) -> PixelArea {
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
