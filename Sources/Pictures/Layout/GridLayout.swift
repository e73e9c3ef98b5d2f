/// The layout of a grid: rows whose cells share columns.
///
/// A column is as wide as its widest cell, a row as high as its highest. Columns share the proposed width like the views of an HStack, rows
/// share the height like those of a VStack: the least flexible first. A column or row is as flexible as its most flexible cell. Cells that
/// span several columns follow, those with fewer columns first. Each is proposed the width of its columns plus the rest of the proposal. If
/// it takes more than its columns have, they grow by equal parts. Finally, each cell is proposed the exact size of its area.
struct GridLayout {
    struct Row {
        let box: LayoutBox
        let cells: [Cell]
        let alignment: VerticalAlignment

        /// True for a `gridRow`; false for a view that is a row by itself.
        var isGridRow: Bool { box.isGridRow }
    }

    struct Cell {
        let box: LayoutBox
        let columns: Range<Int>
    }

    /// A row at its position, relative to the grid's top leading corner.
    struct PlacedRow {
        let row: Row
        var frame: Rect
        var origins: [Point]
        var proposals: [ProposedSize]
    }

    private let alignment: Alignment
    private let horizontalSpacing: Double
    /// The distance before each row.
    private let gaps: [Double]
    private let rows: [Row]
    private let columnCount: Int
    /// The alignment of each column: that of the first cell that sets one, or that of the grid.
    private let columnAlignments: [HorizontalAlignment]

    /// Creates the grid of `children`: rows, and views that are rows spanning all columns.
    init(alignment: Alignment, horizontalSpacing: Double?, verticalSpacing: Double?, children: [LayoutBox]) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing ?? StackLayout.defaultSpacing
        let count = children.lazy.map { child in child.isGridRow ? child.children.reduce(0) { $0 + $1.gridColumns } : 1 }.max() ?? 0
        columnCount = count
        let rows: [Row] = children.compactMap { child in
            guard case .content(.gridRow(let own, let nodes)) = child.kind else {
                return Row(box: child, cells: [Cell(box: child, columns: 0..<count)], alignment: alignment.vertical)
            }
            // A row without cells is skipped.
            guard !nodes.isEmpty else { return nil }
            var next = 0
            let cells = child.children.map { cell in
                let columns = next..<next + cell.gridColumns
                next = columns.upperBound
                return Cell(box: cell, columns: columns)
            }
            return Row(box: child, cells: cells, alignment: own ?? alignment.vertical)
        }
        self.rows = rows
        gaps = rows.indices.map { $0 == 0 ? 0 : verticalSpacing ?? Self.distance(from: rows[$0 - 1], to: rows[$0]) }
        var named = [HorizontalAlignment?](repeating: nil, count: count)
        for cell in rows.lazy.flatMap(\.cells) where cell.columns.count == 1 && named[cell.columns.lowerBound] == nil {
            named[cell.columns.lowerBound] = cell.box.gridColumnAlignment
        }
        columnAlignments = named.map { $0 ?? alignment.horizontal }
    }

    /// The default distance between two rows, by the preferences of all their cells.
    private static func distance(from first: Row, to second: Row) -> Double {
        func edges(_ row: Row) -> Spacing.Edges {
            let all = row.cells.map { $0.box.edges(along: .vertical) }
            return all.dropFirst().reduce(all.first ?? .box(along: .vertical)) { $0.union($1) }
        }
        return edges(first).last.distance(to: edges(second).first)
    }

    func arrange(_ proposal: ProposedSize) -> (dimensions: Dimensions, rows: [PlacedRow]) {
        let widths = columnWidths(proposal.width)
        let heights = rowHeights(proposal.height, widths: widths)
        return place(widths: widths, heights: heights)
    }

    /// The width of `columns`, including the spacing between them.
    private func extent(of columns: Range<Int>, in widths: [Double]) -> Double {
        columns.isEmpty ? 0 : widths[columns].reduce(0, +) + Double(columns.count - 1) * horizontalSpacing
    }

    // MARK: Columns

    private func columnWidths(_ offered: Double?) -> [Double] {
        var cells = [[LayoutBox]](repeating: [], count: columnCount)
        for cell in rows.lazy.flatMap(\.cells) where cell.columns.count == 1 { cells[cell.columns.lowerBound].append(cell.box) }
        func width(_ column: Int, _ length: Double?) -> Double {
            var span = GuideSpan()
            for cell in cells[column] {
                let dimensions = cell.measure(ProposedSize(length, nil))
                span.add(length: dimensions.size.width, guide: dimensions[columnAlignments[column]])
            }
            return span.length
        }
        var widths: [Double]
        if let offered {
            let sharing = LengthSharing(priorities: cells.map { $0.lazy.map(\.priority).max() ?? 0 }, taken: width)
            let shares = sharing.shares(of: offered - Double(max(0, columnCount - 1)) * horizontalSpacing)
            widths = shares.indices.map { width($0, shares[$0]) }
        } else {
            widths = cells.indices.map { width($0, nil) }
        }
        widen(&widths, offered)
        return widths
    }

    /// Widens columns for cells that span several of them and need more width.
    private func widen(_ widths: inout [Double], _ offered: Double?) {
        let wide = rows.flatMap(\.cells).filter { $0.columns.count > 1 }.enumerated()
            .sorted { ($0.element.columns.count, $0.offset) < ($1.element.columns.count, $1.offset) }.map(\.element)
        for cell in wide {
            let own = extent(of: cell.columns, in: widths)
            let left = offered.map { max(0, $0.distance(from: extent(of: widths.indices, in: widths))) }
            let missing = cell.box.measure(ProposedSize(left.map { own + $0 }, nil)).size.width.distance(from: own)
            guard missing > .noise else { continue }
            for column in cell.columns { widths[column] += missing / Double(cell.columns.count) }
        }
    }

    // MARK: Rows

    private func rowHeights(_ offered: Double?, widths: [Double]) -> [Double] {
        func height(_ index: Int, _ length: Double?) -> Double {
            var span = GuideSpan()
            for cell in rows[index].cells {
                let dimensions = cell.box.measure(ProposedSize(extent(of: cell.columns, in: widths), length))
                span.add(length: dimensions.size.height, guide: dimensions[rows[index].alignment])
            }
            return span.length
        }
        guard let offered else { return rows.indices.map { height($0, nil) } }
        let priorities = rows.map { $0.cells.lazy.map(\.box.priority).max() ?? 0 }
        let sharing = LengthSharing(priorities: priorities, taken: height)
        let shares = sharing.shares(of: offered - gaps.reduce(0, +))
        return shares.indices.map { height($0, shares[$0]) }
    }

    // MARK: Positions

    private func place(widths: [Double], heights: [Double]) -> (dimensions: Dimensions, rows: [PlacedRow]) {
        let all = zip(rows, heights).map { row, height in
            row.cells.map { cell in
                let proposal = ProposedSize(extent(of: cell.columns, in: widths), height)
                return (proposal: proposal, answer: cell.box.measure(proposal))
            }
        }
        let lines = columnLines(widths, all.map { $0.map(\.answer) })
        let width = extent(of: widths.indices, in: widths)
        var placed: [PlacedRow] = []
        var (answers, positions): ([Dimensions], [Point]) = ([], [])
        var top = 0.0
        for (index, row) in rows.enumerated() {
            top += gaps[index]
            let height = heights[index]
            var span = GuideSpan()
            for cell in all[index] { span.add(length: cell.answer.size.height, guide: cell.answer[row.alignment]) }
            // If the row is higher than its cells, they move together.
            let slack = Dimensions(Size(0, height))[row.alignment.edge].distance(from: Dimensions(Size(0, span.length))[row.alignment.edge])
            let origins = zip(row.cells, all[index]).map { cell, measured in
                let left = extent(of: 0..<cell.columns.lowerBound, in: widths) + (cell.columns.lowerBound > 0 ? horizontalSpacing : 0)
                // A cell that spans several columns has the alignment of the grid.
                let isAlone = cell.columns.count == 1
                let guide = isAlone ? columnAlignments[cell.columns.lowerBound] : alignment.horizontal
                let line =
                    isAlone ? lines[cell.columns.lowerBound] : Dimensions(Size(extent(of: cell.columns, in: widths), 0))[guide]
                return Point(
                    left + line.distance(from: measured.answer[guide]),
                    top + slack + span.offset(guide: measured.answer[row.alignment]))
            }
            answers += all[index].map(\.answer)
            positions += origins
            placed.append(
                PlacedRow(row: row, frame: Rect(0, top, width, height), origins: origins, proposals: all[index].map(\.proposal)))
            top += height
        }
        var dimensions = Dimensions(Size(width, top))
        dimensions.adoptGuides(from: answers, at: positions)
        return (dimensions, placed)
    }

    /// The common guide of the cells of each column, as the distance from its leading edge.
    private func columnLines(_ widths: [Double], _ answers: [[Dimensions]]) -> [Double] {
        var spans = [GuideSpan](repeating: GuideSpan(), count: columnCount)
        for (row, dimensions) in zip(rows, answers) {
            for (cell, answer) in zip(row.cells, dimensions) where cell.columns.count == 1 {
                let column = cell.columns.lowerBound
                spans[column].add(length: answer.size.width, guide: answer[columnAlignments[column]])
            }
        }
        return columnAlignments.indices.map { column in
            let own = Dimensions(Size(spans[column].length, 0))[columnAlignments[column]]
            return spans[column].offset(guide: 0) + Dimensions(Size(widths[column], 0))[columnAlignments[column]].distance(from: own)
        }
    }
}

extension LayoutBox {
    /// True for a row of a grid; false for a cell.
    fileprivate var isGridRow: Bool {
        if case .content(.gridRow) = kind { true } else { false }
    }
}

extension VerticalAlignment {
    /// The edge of the row to which baselines are fixed if the row is higher than its cells.
    fileprivate var edge: VerticalAlignment {
        switch self {
        case .firstTextBaseline: .top
        case .lastTextBaseline: .bottom
        case .top, .center, .bottom, .custom: self
        }
    }
}

/// The distribution of a length among views in a row: by stacks, by grids for their columns and rows, and by islands for their rows.
///
/// Views of a higher priority go first; the minimum lengths of those with a lower priority are reserved. Among views of equal priority the
/// least flexible goes first. Each is proposed an equal share of the remaining length, and the length that it does not take remains for the
/// views after it.
struct LengthSharing {
    /// The priority of each view.
    let priorities: [Double]
    /// The length that the view at an index takes for a proposed length, from 0 to infinity.
    let taken: (Int, Double) -> Double

    /// The proposed length for each view; `length` must not include the spacing.
    func shares(of length: Double) -> [Double] {
        let indices = priorities.indices
        guard length.isFinite else { return indices.map { _ in length } }
        guard indices.count > 1 else { return indices.map { _ in max(0, length) } }
        var shares = [Double](repeating: 0, count: indices.count)
        var left = length
        var waiting = Array(indices)
        while let highest = waiting.lazy.map({ priorities[$0] }).max() {
            let group = waiting.filter { priorities[$0] == highest }
            waiting.removeAll { priorities[$0] == highest }
            let reserved = waiting.reduce(0) { $0 + taken($1, 0) }
            var members = group.count
            for index in byFlexibility(group) {
                let share = max(0, (left - reserved) / Double(members))
                shares[index] = share
                left -= taken(index, share)
                members -= 1
            }
        }
        return shares
    }

    /// Sorts the least flexible first, and infinitely flexible ones by descending minimum length; otherwise the order stays.
    private func byFlexibility(_ group: [Int]) -> [Int] {
        guard group.count > 1 else { return group }
        var sorted: [(index: Int, least: Double, flexibility: Double)] = []
        sorted.reserveCapacity(group.count)
        for index in group {
            let least = taken(index, 0)
            let candidate = (index: index, least: least, flexibility: taken(index, .infinity).distance(from: least))
            // An insertion sort keeps the order of views that differ by less than `noise`.
            var place = sorted.count
            while place > 0, Self.goesBefore(candidate, sorted[place - 1]) { place -= 1 }
            sorted.insert(candidate, at: place)
        }
        return sorted.map(\.index)
    }

    private static func goesBefore(
        _ one: (index: Int, least: Double, flexibility: Double), _ other: (index: Int, least: Double, flexibility: Double)
    ) -> Bool {
        if one.flexibility.isInfinite, other.flexibility.isInfinite { return one.least > other.least + .noise }
        return one.flexibility + .noise < other.flexibility
    }
}
