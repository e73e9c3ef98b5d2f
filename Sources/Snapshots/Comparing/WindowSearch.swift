/// Finds where the most pixels differ in a square window, in steps as many as the picture has pixels at most.
struct WindowSearch {
    let width: Int
    let height: Int
    private let columns: Int
    private let rows: Int

    /// The window is held to the picture's size.
    init(size: Int, width: Int, height: Int) {
        self.width = width
        self.height = height
        columns = min(max(1, size), width)
        rows = min(max(1, size), height)
    }

    /// The window with the most pixels of `runs`, which go from the top down; nil without any.
    ///
    /// Of several it is the uppermost, then leftmost that begins no higher and no farther left than the pixels do.
    func densest(_ runs: [PixelRun]) -> DenseWindow? {
        guard let first = runs.first, let last = runs.last, let left = runs.lazy.map(\.begin).min(),
            let right = runs.lazy.map(\.end).max()
        else { return nil }
        // No window beyond these can hold more than one within.
        let leftmost = max(0, min(Int(left), width - columns))
        let places = leftmost...max(leftmost, min(width - columns, Int(right) - columns))
        let tops = min(Int(first.row), height - rows)...min(Int(last.row), height - rows)
        // The differing pixels in each column of the window's rows, from the first place's left edge to the last one's right edge.
        var counts = [Int32](repeating: 0, count: places.count + columns - 1)
        var best = (count: 0, x: 0, y: 0)
        var (entering, leaving) = (0, 0)
        counts.withUnsafeMutableBufferPointer { counts in
            func add(_ run: PixelRun, _ step: Int32) {
                for column in Int(run.begin) - places.lowerBound..<Int(run.end) - places.lowerBound { counts[column] &+= step }
            }
            for top in tops {
                while entering < runs.count, Int(runs[entering].row) < top + rows {
                    add(runs[entering], 1)
                    entering += 1
                }
                while leaving < entering, Int(runs[leaving].row) < top {
                    add(runs[leaving], -1)
                    leaving += 1
                }
                var count = 0
                for column in 0..<columns { count &+= Int(counts[column]) }
                if count > best.count { best = (count, places.lowerBound, top) }
                for step in 0..<places.count - 1 {
                    count &+= Int(counts[step &+ columns]) &- Int(counts[step])
                    if count > best.count { best = (count, places.lowerBound &+ step &+ 1, top) }
                }
            }
        }
        return DenseWindow(place: PixelRect(x: best.x, y: best.y, width: columns, height: rows), count: best.count)
    }
}
