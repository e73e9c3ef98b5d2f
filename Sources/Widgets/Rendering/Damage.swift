import Drawing
import Layout

/// The parts of a picture that differ from the one before.
struct Damage {
    /// Pixels that one more area may cost at most: drawing two that are near each other at once is faster.
    private static let mergingCost = 4096
    /// The most areas; more are drawn as a whole.
    private static let maximumAreas = 256
    /// The share of the picture from which all of it is drawn.
    private static let maximumShare = 0.6

    private var frames: [Layout.Rect] = []
    private var isWhole = false
    private let isAnimated: Bool
    /// Device pixels to a point.
    private let scale: Double

    /// The device pixels in which a widget differs from the one before, apart from each other; nil for all.
    static func areas(from old: PreparedWidget, to new: PreparedWidget) -> [PixelArea]? {
        guard new.looks(like: old) else { return nil }
        var damage = Damage(isAnimated: new.environment.isAnimated, scale: new.target.scale)
        damage.compare(old.layout, new.layout)
        guard !damage.isWhole else { return nil }
        let target = new.target
        let (horizontal, vertical) = (Double(target.width) / target.canvas.width, Double(target.height) / target.canvas.height)
        let areas = damage.frames.compactMap { frame -> PixelArea? in
            // Neither a frame nor a number of its own need be within the picture.
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
            // Where its ink ends up is not told by the frames below.
            if old.children != new.children || isAnimated && new.hasSymbolEffect { isWhole = true }
            return
        }
        if case .image(let image) = new.drawn, isAnimated && image.effect != nil || image.source.mayChange { frames.append(new.ink) }
        for index in old.children.indices { compare(old.children[index], new.children[index]) }
    }

    /// Adds all that is drawn of a node.
    private mutating func add(_ node: PlacedNode) {
        switch node.drawn {
        case .nothing: break
        case .effect(let modifier):
            if modifier.movesInk { isWhole = true }
            // An effect reaches as far as its frame, with or without children.
            frames.append(node.ink)
        default: frames.append(node.ink)
        }
        for child in node.children { add(child) }
    }

    /// The areas, joined where that costs little.
    private static func merged(_ areas: [PixelArea]) -> [PixelArea] {
        var result: [PixelArea] = []
        for area in areas {
            var area = area
            // An area that has grown may touch one that it did not touch before.
            while let index = result.firstIndex(where: { $0.union(area).count <= $0.count + area.count + mergingCost }) {
                area = area.union(result.remove(at: index))
            }
            result.append(area)
        }
        return result
    }
}

extension PlacedNode {
    /// True where only the node itself is drawn.
    var isLeaf: Bool {
        switch drawn {
        case .nothing, .effect: false
        default: children.isEmpty
        }
    }

    /// Where the ink of the node itself may be: its frame, and what letters, rims and lines of its kind reach beyond it.
    var ink: Layout.Rect {
        let margin: Double =
            switch drawn {
            case .text(_, _, _, let metrics): 2 + frame.size.height / Double(max(1, metrics.lineCount))
            case .image: 2 + 0.25 * min(frame.size.width, frame.size.height)
            case .progress: 2 + max(4, min(frame.size.width, frame.size.height))
            case .chart, .effect: 12
            // An outline may go anywhere.
            case .shape(.path, _): 1e6
            default: 0
            }
        return Layout.Rect(
            frame.minX - margin, frame.minY - margin, frame.size.width + 2 * margin, frame.size.height + 2 * margin)
    }
}

extension Layout.Rect {
    /// True where they have more than an edge in common.
    func meets(_ other: Layout.Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}

extension ImageContent.Source {
    /// True for a picture of a file, which may have been replaced at its place.
    fileprivate var mayChange: Bool {
        if case .artwork(_, of: .some) = self { true } else { false }
    }
}

extension Modifier {
    /// True where the ink of its children ends up elsewhere than in their frames.
    fileprivate var movesInk: Bool {
        switch self {
        case .offset, .rotation, .scale: true
        default: false
        }
    }
}
