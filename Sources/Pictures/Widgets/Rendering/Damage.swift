import SubdialBasics
import SubdialDrawing
import SubdialLayout

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
    static func areas(from old: PreparedWidget, to new: PreparedWidget) -> [PixelArea]? {
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
            case .shape(.path, _): 1e6
            default: 0
            }
        return Rect(
            frame.minX - margin, frame.minY - margin, frame.size.width + 2 * margin, frame.size.height + 2 * margin)
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
        case .offset, .rotation, .scale: true
        default: false
        }
    }
}
