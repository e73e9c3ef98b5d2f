import Foundation
import SubdialBasics
import SubdialLayout

/// The scales of a chart, and the places of its marks on them.
struct MarkPlacement {
    let xScale: PlotScale
    let yScale: PlotScale
    /// The preferred numbers of labels.
    let counts: (x: Int, y: Int)
    /// The ends of stacked marks by the indices of the marks.
    private let stacks: [Int: ClosedRange<Double>]
    /// The marks that stand on others, or under them.
    private let stacked: Set<Int>
    /// The places beside each other in a category.
    private let positions: [_PlottedValue]
    /// The distance between neighbours without ranges, as fractions of the plot.
    private let gaps: (x: Double, y: Double)
    /// The start and the end of each sector, as fractions of a turn.
    private let turns: [Int: (Double, Double)]

    init(_ marks: [ChartMark], _ settings: ChartSettings, size: CGSize) {
        let (width, height) = (Double(size.width), Double(size.height))
        let counts = (
            x: width.isFinite && width > 0 ? min(max(Int(saturating: width / 65), 2), 7) : 5,
            y: height.isFinite && height > 0 ? min(max(Int(saturating: height / 45), 2), 5) : 4
        )
        self.counts = counts
        var positions: [_PlottedValue] = []
        var stacks: [Int: ClosedRange<Double>] = [:]
        var x = PlotScale.Values()
        var y = PlotScale.Values()
        stacked = Self.stack(marks, &stacks)
        var turns: [Int: (Double, Double)] = [:]
        let total = marks.reduce(0) { $0 + ($1.kind == .sector ? Self.angle($1) : 0) }
        var sum = 0.0
        for (index, mark) in marks.enumerated() {
            if let position = mark.style.position?.value, !positions.contains(position) { positions.append(position) }
            if mark.kind == .sector {
                let angle = Self.angle(mark)
                if angle > 0, total.isFinite, total > 0 { turns[index] = (sum / total, (sum + angle) / total) }
                sum += angle
                continue
            }
            if let stack = stacks[index] {
                let isVertical = mark.valueAxis == .vertical
                (isVertical ? mark.x : mark.y).map { if isVertical { x.add($0) } else { y.add($0) } }
                for end in [stack.lowerBound, stack.upperBound] {
                    let value = Self.value(end, like: isVertical ? mark.y : mark.x)
                    if isVertical { y.add(value) } else { x.add(value) }
                }
                if mark.stacking == .normalized {
                    if isVertical { y.isShare = true } else { x.isShare = true }
                }
            } else {
                mark.x.map { x.add($0) }
                mark.y.map { y.add($0) }
            }
        }
        (self.positions, self.stacks, self.turns) = (positions, stacks, turns)
        xScale = PlotScale(x, settings.xScale, marks: counts.x, startsAtTop: false)
        yScale = PlotScale(y, settings.yScale, marks: counts.y, startsAtTop: true)
        gaps = (x: Self.gap(marks.compactMap(\.x), xScale), y: Self.gap(marks.compactMap(\.y), yScale))
    }

    /// The part of a sector; 0 if it is negative or has no size.
    private static func angle(_ mark: ChartMark) -> Double {
        switch mark.angle?.low {
        case .number(let number)? where number.isFinite && number > 0:
            if case .number(let high)? = mark.angle?.high { return max(high - number, 0) }
            return number
        default: return 0
        }
    }

    private static func value(_ end: Double, like extent: PlottedExtent?) -> _PlottedValue {
        if case .date? = extent?.low { return .date(Date(timeIntervalSinceReferenceDate: end)) }
        return .number(end)
    }

    /// The smallest distance between two values of a scale: a tenth of the plot for a single one, and all of it without any.
    private static func gap(_ extents: [PlottedExtent], _ scale: PlotScale) -> Double {
        guard scale.kind == .numbers || scale.kind == .dates else { return scale.band }
        let places = Set(extents.filter { !$0.isRange }.compactMap { scale.position($0.low) }).sorted()
        return zip(places, places.dropFirst()).map { $1 - $0 }.filter { $0 > 1e-9 }.min() ?? (places.isEmpty ? 1 : 0.1)
    }

    /// Puts marks at the same place on each other, and returns those that are not alone.
    private static func stack(_ marks: [ChartMark], _ stacks: inout [Int: ClosedRange<Double>]) -> Set<Int> {
        var stacked: Set<Int> = []
        struct Place: Hashable {
            var kind: ChartMark.Kind
            var across: _PlottedValue?
            var position: _PlottedValue?
        }
        var groups: [Place: [Int]] = [:]
        var places: [Place] = []
        for (index, mark) in marks.enumerated() where mark.isStackable {
            let across = mark.valueAxis == .vertical ? mark.x : mark.y
            let place = Place(kind: mark.kind, across: across?.low, position: mark.style.position?.value)
            if groups[place] == nil { places.append(place) }
            groups[place, default: []].append(index)
        }
        for place in places {
            let indices = groups[place] ?? []
            if indices.count > 1 { stacked.formUnion(indices.filter { marks[$0].stacking != .unstacked }) }
            let values = indices.map { index -> Double in
                let extent = marks[index].valueAxis == .vertical ? marks[index].y : marks[index].x
                return extent?.low.quantity ?? .nan
            }
            let known = values.filter(\.isFinite)
            let total = known.reduce(0) { $0 + abs($1) }
            var (above, below) = (0.0, 0.0)
            let center = known.reduce(0, +) / 2
            for (index, value) in zip(indices, values) where value.isFinite {
                let method = marks[index].stacking
                guard method != .unstacked else {
                    stacks[index] = min(0, value)...max(0, value)
                    continue
                }
                let (from, to) = value < 0 ? (below + value, below) : (above, above + value)
                if value < 0 { below += value } else { above += value }
                let shift = method == .center ? -center : 0
                let scale = method == .normalized ? (total > 0 ? 1 / total : 0) : 1
                let (low, high) = ((from + shift) * scale, (to + shift) * scale)
                if low.isFinite, high.isFinite, low <= high { stacks[index] = low...high }
            }
        }
        return stacked
    }

    /// True for a mark that stands on another one, or under it.
    func isStacked(at index: Int) -> Bool { stacked.contains(index) }

    // MARK: Places

    /// The place of a mark along its values' axis: its two ends.
    ///
    /// Nil for a missing value.
    func ends(_ mark: ChartMark, at index: Int) -> (low: Double, high: Double)? {
        let isVertical = mark.valueAxis == .vertical
        let scale = isVertical ? yScale : xScale
        if let stack = stacks[index] {
            guard let low = scale.position(stack.lowerBound), let high = scale.position(stack.upperBound) else { return nil }
            return (low, high)
        }
        guard let extent = isVertical ? mark.y : mark.x else { return (0, 1) }
        guard let range = scale.range(extent) else { return nil }
        return (range.lowerBound, range.upperBound)
    }

    /// The middle and the width of a mark across its values' axis, as fractions, with what it is smaller by on both sides in points.
    func across(_ mark: ChartMark, ratio: Double) -> (middle: Double, width: Double, inset: Double)? {
        let isVertical = mark.valueAxis == .vertical
        return slot(isVertical ? mark.x : mark.y, isVertical ? .horizontal : .vertical, isVertical ? mark.width : mark.height, mark, ratio)
    }

    /// The middle and the width of an extent along an axis.
    func slot(
        _ extent: PlottedExtent?, _ axis: SubdialLayout.Axis, _ dimension: MarkDimension, _ mark: ChartMark, _ ratio: Double
    ) -> (middle: Double, width: Double, inset: Double)? {
        let scale = axis == .horizontal ? xScale : yScale
        guard let extent else { return (0.5, 1, 0) }
        guard let range = scale.range(extent) else { return nil }
        let isCategory = scale.kind == .categories
        var middle = (range.lowerBound + range.upperBound) / 2
        var space = range.upperBound - range.lowerBound
        if !extent.isRange, !isCategory { space = axis == .horizontal ? gaps.x : gaps.y }
        // A range between two values is all that the mark covers; a unit of a date is a space like a category.
        let isGiven = extent.high != nil && extent.unit == nil && !isCategory
        var size = dimension.size(automatic: isGiven ? 1 : ratio)
        if let position = mark.style.position, (position.axis ?? axis) == axis, positions.count > 1,
            let place = positions.firstIndex(of: position.value)
        {
            let whole = position.span.size(automatic: ratio)
            let part = space * (whole.share > 0 ? whole.share : ratio) / Double(positions.count)
            middle += part * (Double(place) + 0.5 - Double(positions.count) / 2)
            space = part
            if case .automatic = dimension.kind { size = (0.9, 0) }
        }
        return (middle, space * size.share, size.inset)
    }

    /// The centre of an extent on an axis; the middle of the plot without one.
    func center(_ extent: PlottedExtent?, _ axis: SubdialLayout.Axis, _ mark: ChartMark) -> Double? {
        slot(extent, axis, .automatic, mark, 1)?.middle
    }

    /// The start and the end of a sector, as fractions of a turn.
    func turn(at index: Int) -> (Double, Double)? { turns[index] }
}

extension ChartMark {
    /// The axis along which the values of a mark grow.
    var valueAxis: SubdialLayout.Axis {
        guard let x else { return y?.isNumber ?? true ? .vertical : .horizontal }
        guard let y else { return x.isNumber ? .horizontal : .vertical }
        // A range that is given is the value; a unit of the calendar is a place.
        if x.isGivenRange != y.isGivenRange { return x.isGivenRange ? .horizontal : .vertical }
        return x.isNumber && !y.isNumber ? .horizontal : .vertical
    }

    /// True for a mark from zero to a number, which others can stand on.
    fileprivate var isStackable: Bool {
        guard kind == .bar || kind == .area, let value = valueAxis == .vertical ? y : x else { return false }
        return value.isNumber && !value.isRange
    }
}

extension PlottedExtent {
    fileprivate var isGivenRange: Bool { high != nil && unit == nil }

    fileprivate var isNumber: Bool { if case .number = low { true } else { false } }
}
