import SubdialDrawing
import SubdialLayout

/// The frame of one level bar; fractions of 0 to 1 run upwards or to the right.
struct LevelBar {
    let frame: Rect
    let isVertical: Bool
    /// The distance from the edge of the frame across the bars, in points.
    let start: Double
    let thickness: Double
    /// Device pixels per point.
    let scale: Double

    /// The length of a full bar, in points.
    var along: Double { isVertical ? frame.height : frame.width }

    /// The bars of levels; nil if there is no space for them.
    static func bars(of levels: LevelsContent, in frame: Rect, scale: Double) -> [LevelBar]? {
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

    /// The areas in which levels differ from the previous ones: for a meter, only the changed parts.
    static func bands(from old: LevelsContent, to new: LevelsContent, in frame: Rect, scale: Double) -> [Rect] {
        // A rounded bar may end at any pixel; a different number of peaks or bars changes everything.
        var style = old
        (style.levels, style.peaks) = (new.levels, new.peaks)
        guard style == new, new.color == nil, old.levels.count == new.levels.count, old.peaks.count == new.peaks.count,
            let bars = bars(of: new, in: frame, scale: scale)
        else { return [frame] }
        func band(_ bar: LevelBar, _ old: Double, _ new: Double) -> Rect? {
            guard old != new else { return nil }
            // A line extends below its position, and both ends are on device pixels.
            let margin = (1 + 2 / scale) / bar.along
            let band = bar.part(max(0, min(old, new) - margin), min(1, max(old, new) + margin))
            return Rect(band.x, band.y, band.width, band.height)
        }
        return bars.indices.compactMap { band(bars[$0], old.levels[$0], new.levels[$0]) }
            + zip(bars, zip(old.peaks, new.peaks)).compactMap { band($0, $1.0, $1.1) }
    }

    /// One device pixel as a fraction of the length.
    var pixel: Double { 1 / (along * scale) }

    /// The fraction rounded down to a whole device pixel.
    func whole(_ share: Double) -> Double { (share * along * scale).rounded(.down) / (along * scale) }

    /// The frame between two fractions.
    func part(_ from: Double, _ to: Double) -> Rect {
        isVertical
            ? Rect(x: frame.x + start, y: frame.y + (1 - to) * along, width: thickness, height: (to - from) * along)
            : Rect(x: frame.x + from * along, y: frame.y + start, width: (to - from) * along, height: thickness)
    }

    /// A line of one point across the bar that ends at a fraction.
    func line(at share: Double) -> Rect {
        let width = max(1, scale.rounded()) * pixel
        let end = min(1, max(width, whole(share)))
        return part(end - width, end)
    }
}
