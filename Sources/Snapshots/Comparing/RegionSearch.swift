/// Finds the boxes around differing pixels that stand close together.
struct RegionSearch {
    let width: Int
    let height: Int
    /// How many boxes there may be.
    let maximum: Int

    /// The boxes around `runs`, from the top, then from the left.
    ///
    /// Pixels in cells that touch share a box. The cells are 8 pixels large, and twice that again until there are few enough boxes.
    func regions(_ runs: [PixelRun]) -> [PixelRect] {
        var cell = 8
        while true {
            let boxes = merged(boxes(runs, cell: cell))
            // In a cell as large as the picture there is one box.
            if boxes.count <= max(1, maximum) || cell > max(width, height) {
                return boxes.map(\.rect).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
            }
            cell *= 2
        }
    }

    private func boxes(_ runs: [PixelRun], cell: Int) -> [Box] {
        let (columns, rows) = ((width + cell - 1) / cell, (height + cell - 1) / cell)
        var cells = [Box?](repeating: nil, count: columns * rows)
        for run in runs {
            let (row, end) = (Int(run.row), Int(run.end))
            var begin = Int(run.begin)
            while begin < end {
                let next = min(end, (begin / cell + 1) * cell)
                let part = Box(left: begin, top: row, right: next, bottom: row + 1)
                let index = row / cell * columns + begin / cell
                cells[index] = cells[index]?.union(part) ?? part
                begin = next
            }
        }
        var boxes: [Box] = []
        var pending: [Int] = []
        for index in cells.indices {
            guard var box = cells[index] else { continue }
            cells[index] = nil
            pending.append(index)
            while let index = pending.popLast() {
                let (x, y) = (index % columns, index / columns)
                for y in max(0, y - 1)...min(rows - 1, y + 1) {
                    for x in max(0, x - 1)...min(columns - 1, x + 1) {
                        guard let other = cells[y * columns + x] else { continue }
                        box = box.union(other)
                        cells[y * columns + x] = nil
                        pending.append(y * columns + x)
                    }
                }
            }
            boxes.append(box)
        }
        return boxes
    }

    /// The same with boxes that overlap made one, where there are few: of many, larger cells come.
    private func merged(_ boxes: [Box]) -> [Box] {
        guard boxes.count <= 4 * max(1, maximum) else { return boxes }
        var merged: [Box] = []
        for box in boxes {
            var box = box
            while let index = merged.firstIndex(where: { $0.overlaps(box) }) { box = box.union(merged.remove(at: index)) }
            merged.append(box)
        }
        return merged
    }
}

private struct Box {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    var rect: PixelRect { PixelRect(x: left, y: top, width: right - left, height: bottom - top) }

    func union(_ other: Box) -> Box {
        Box(left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
