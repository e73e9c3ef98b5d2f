import Drawing
import Layout

/// The place of one bar, along which shares of 0 to 1 run upward or to the right.
struct LevelBar {
    let frame: Drawing.Rect
    let isVertical: Bool
    /// From the frame's edge, in points.
    let start: Double
    let thickness: Double
    /// Device pixels to a point.
    let scale: Double

    /// The length of a full bar, in points.
    var along: Double { isVertical ? frame.height : frame.width }

    /// The bars of levels; nil where there is no room for them.
    static func bars(of levels: LevelsContent, in frame: Drawing.Rect, scale: Double) -> [LevelBar]? {
        let isVertical = levels.axis == .vertical
        let (across, along) = isVertical ? (frame.width, frame.height) : (frame.height, frame.width)
        let count = Double(levels.levels.count)
        let thickness = (across - levels.spacing * (count - 1)) / count
        guard thickness > 0, along > 0 else { return nil }
        return levels.levels.indices.map { index in
            LevelBar(
                frame: frame, isVertical: isVertical, start: Double(index) * (thickness + levels.spacing), thickness: thickness,
                scale: scale)
        }
    }

    /// The parts in which levels differ from those before: of a meter no more than what has moved.
    static func bands(from old: LevelsContent, to new: LevelsContent, in frame: Layout.Rect, scale: Double) -> [Layout.Rect] {
        // A rounded bar has its end anywhere, and other peaks or bars change the whole.
        var style = old
        (style.levels, style.peaks) = (new.levels, new.peaks)
        guard style == new, new.color == nil, old.levels.count == new.levels.count, old.peaks.count == new.peaks.count,
            let bars = bars(of: new, in: Drawing.Rect(frame), scale: scale)
        else { return [frame] }
        func band(_ bar: LevelBar, _ old: Double, _ new: Double) -> Layout.Rect? {
            guard old != new else { return nil }
            // A line has its thickness below its place, and both end on a device pixel.
            let margin = (1 + 2 / scale) / bar.along
            let band = bar.part(max(0, min(old, new) - margin), min(1, max(old, new) + margin))
            return Layout.Rect(band.x, band.y, band.width, band.height)
        }
        return bars.indices.compactMap { band(bars[$0], old.levels[$0], new.levels[$0]) }
            + zip(bars, zip(old.peaks, new.peaks)).compactMap { band($0, $1.0, $1.1) }
    }

    /// A device pixel as a share of the length.
    var pixel: Double { 1 / (along * scale) }

    /// The share that ends on a device pixel.
    func whole(_ share: Double) -> Double { (share * along * scale).rounded(.down) / (along * scale) }

    /// The part between two shares.
    func part(_ from: Double, _ to: Double) -> Drawing.Rect {
        isVertical
            ? Drawing.Rect(x: frame.x + start, y: frame.y + (1 - to) * along, width: thickness, height: (to - from) * along)
            : Drawing.Rect(x: frame.x + from * along, y: frame.y + start, width: (to - from) * along, height: thickness)
    }

    /// A line of one point across the bar, with its end at a share.
    func line(at share: Double) -> Drawing.Rect {
        let width = max(1, scale.rounded()) * pixel
        let end = min(1, max(width, whole(share)))
        return part(end - width, end)
    }
}
