/// Finds the bounding boxes of groups of different pixels.
struct RegionSearch {
    /// The maximum number of boxes.
    let maximum: Int

    /// The bounding boxes of the set bits, from the top, then from the left.
    ///
    /// Pixels in touching cells share a box. A cell has 8 pixels; its size doubles until there are few enough boxes.
    func regions(_ bits: PixelBits) -> [PixelRect] {
        var cells = CellGrid(bits)
        while true {
            let boxes = merged(cells.connectedBoxes())
            // A single cell has a single box.
            if boxes.count <= max(1, maximum) || cells.columns * cells.rows <= 1 {
                return boxes.map(\.rect).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
            }
            cells = cells.coarser()
        }
    }

    /// The boxes with overlapping ones merged; if there are many, they stay, because larger cells follow.
    private func merged(_ boxes: [Box]) -> [Box] {
        guard boxes.count <= 4 * max(1, maximum) else { return boxes }
        var merged: [Box] = []
        for box in boxes {
            var box = box
            while let index = merged.firstIndex(where: { $0.overlaps(box) }) { box.form(merged.remove(at: index)) }
            merged.append(box)
        }
        return merged
    }
}

/// A grid of square cells, each with the bounding box of its set bits.
private struct CellGrid {
    let columns: Int
    let rows: Int
    /// The cells, row by row; an empty box if no bit is set.
    private var cells: [Box]

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = [Box](repeating: .empty, count: columns * rows)
    }

    /// Cells of 8 × 8 pixels: each byte of a word is one cell wide.
    init(_ bits: PixelBits) {
        self.init(columns: (bits.width + 7) / 8, rows: (bits.height + 7) / 8)
        guard !bits.isEmpty else { return }
        let words = bits.words
        for row in 0..<rows {
            let lines = row * 8..<min(bits.height, row * 8 + 8)
            for word in 0..<bits.stride {
                var all: UInt64 = 0
                for line in lines { all |= words[line * bits.stride + word] }
                while all != 0 {
                    let byte = all.trailingZeroBitCount / 8
                    let mask: UInt64 = 0xFF << UInt64(byte * 8)
                    let set = all & mask
                    all &= ~mask
                    var (top, bottom) = (lines.lowerBound, lines.upperBound - 1)
                    while words[top * bits.stride + word] & mask == 0 { top += 1 }
                    while words[bottom * bits.stride + word] & mask == 0 { bottom -= 1 }
                    cells[row * self.columns + word * 8 + byte] = Box(
                        left: word * 64 + set.trailingZeroBitCount, top: top, right: word * 64 + 64 - set.leadingZeroBitCount,
                        bottom: bottom + 1)
                }
            }
        }
    }

    /// A grid of cells of twice the size.
    func coarser() -> CellGrid {
        var grid = CellGrid(columns: (columns + 1) / 2, rows: (rows + 1) / 2)
        for row in 0..<rows {
            for column in 0..<columns where !cells[row * columns + column].isEmpty {
                grid.cells[row / 2 * grid.columns + column / 2].form(cells[row * columns + column])
            }
        }
        return grid
    }

    /// A box for each group of touching cells, including at corners: runs of cells in a row are joined with those of the row above.
    func connectedBoxes() -> [Box] {
        var groups = Groups()
        var above: [(columns: Range<Int>, group: Int)] = []
        for row in 0..<rows {
            var runs: [(columns: Range<Int>, group: Int)] = []
            var (next, column) = (0, 0)
            while column < columns {
                guard !cells[row * columns + column].isEmpty else {
                    column += 1
                    continue
                }
                let begin = column
                var box = Box.empty
                while column < columns, !cells[row * columns + column].isEmpty {
                    box.form(cells[row * columns + column])
                    column += 1
                }
                let group = groups.add(box)
                while next < above.count, above[next].columns.upperBound < begin { next += 1 }
                var index = next
                while index < above.count, above[index].columns.lowerBound <= column {
                    groups.join(group, above[index].group)
                    index += 1
                }
                runs.append((begin..<column, group))
            }
            above = runs
        }
        return groups.boxes
    }
}

/// A disjoint-set forest of boxes.
private struct Groups {
    private var all: [Box] = []
    /// The parent of each group; a root is its own parent.
    private var parents: [Int] = []

    mutating func add(_ box: Box) -> Int {
        all.append(box)
        parents.append(all.count - 1)
        return all.count - 1
    }

    mutating func join(_ first: Int, _ second: Int) {
        let (one, other) = (root(first), root(second))
        guard one != other else { return }
        parents[one] = other
        all[other].form(all[one])
    }

    private mutating func root(_ group: Int) -> Int {
        var group = group
        while parents[group] != group {
            parents[group] = parents[parents[group]]
            group = parents[group]
        }
        return group
    }

    var boxes: [Box] { all.indices.filter { parents[$0] == $0 }.map { all[$0] } }
}

private struct Box {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    static let empty = Box(left: .max, top: .max, right: 0, bottom: 0)

    var isEmpty: Bool { right == 0 }

    var rect: PixelRect { PixelRect(x: left, y: top, width: right - left, height: bottom - top) }

    /// Extends the box to contain another one.
    mutating func form(_ other: Box) {
        (left, top) = (min(left, other.left), min(top, other.top))
        (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
    }

    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
