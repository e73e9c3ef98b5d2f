import SubdialBasics

/// The division of a chart's area between its plot and the labels of its scales.
struct ChartLayout {
    /// The distance between the plot and the labels, in points.
    static let spacing = 4.0

    /// A label at its position, relative to the chart's top leading corner.
    struct PlacedLabel {
        let box: LayoutBox
        let origin: Point
        let proposal: ProposedSize
    }

    /// The frame of the plot, relative to the chart's top leading corner.
    let plot: Rect
    /// The labels that fit.
    let labels: [PlacedLabel]

    /// Lays out `chart` in an area of `size`.
    ///
    /// - Parameters:
    ///   - xBoxes: The boxes of the horizontal labels.
    ///   - yBoxes: The boxes of the vertical labels.
    init(_ chart: ChartContent, xBoxes: [LayoutBox], yBoxes: [LayoutBox], in size: Size) {
        let free = ProposedSize(nil, nil)
        let (xSizes, ySizes) = (xBoxes.map { $0.measure(free).size }, yBoxes.map { $0.measure(free).size })
        let right = ySizes.map(\.width).max().map { $0 + Self.spacing } ?? 0
        let bottom = xSizes.map(\.height).max().map { $0 + Self.spacing / 2 } ?? 0
        // The upper half of the topmost label is above its grid line.
        let top = ySizes.map(\.height).max().map { $0 / 2 } ?? 0
        let lower = max(bottom, top)
        let plot = Rect(0, top, max(0, size.width - right), max(0, size.height - top - lower))
        var labels: [PlacedLabel] = []
        let lefts = zip(chart.xTicks, xSizes).map { tick, name in
            (tick.position * plot.size.width - name.width / 2).clamped(0, max(0, size.width - name.width))
        }
        for index in Self.apart(lefts, xSizes.map(\.width)) {
            labels.append(PlacedLabel(box: xBoxes[index], origin: Point(lefts[index], size.height - xSizes[index].height), proposal: free))
        }
        // If the grid lines are closer together than the height of the labels, only every second or third line has a label.
        let gap = chart.yTicks.count > 1 ? abs(chart.yTicks[1].position - chart.yTicks[0].position) * plot.size.height : .infinity
        let height = ySizes.map(\.height).max() ?? 0
        let stride = gap > 0 ? max(1, Int(saturating: (height / gap - .noise).rounded(.up))) : max(1, yBoxes.count)
        for (index, box) in yBoxes.enumerated() where index < chart.yTicks.count && index.isMultiple(of: stride) {
            let middle = plot.minY + (1 - chart.yTicks[index].position) * plot.size.height
            labels.append(
                PlacedLabel(box: box, origin: Point(plot.size.width + Self.spacing, middle - ySizes[index].height / 2), proposal: free))
        }
        self.plot = plot
        self.labels = labels
    }

    /// The indices of every label, or of every second, third and so on, so that labels do not overlap.
    private static func apart(_ lefts: [Double], _ widths: [Double]) -> [Int] {
        guard !lefts.isEmpty else { return [] }
        for stride in 1...lefts.count {
            let chosen = Array(Swift.stride(from: 0, to: lefts.count, by: stride))
            let areApart = zip(chosen, chosen.dropFirst()).allSatisfy { lefts[$0] + widths[$0] + spacing <= lefts[$1] + .noise }
            if areApart { return chosen }
        }
        return []
    }
}
