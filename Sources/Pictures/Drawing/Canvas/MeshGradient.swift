import SubdialBasics
import SubdialLayout

/// Colours at the points of a grid, with smooth transitions between them.
package struct MeshGradient: Hashable, Sendable {
    /// The maximum number of columns, and of rows.
    package static let maximumSide = 16

    /// The points of the grid, row by row, in drawing coordinates.
    private let points: [Point]
    /// The colour at each point.
    private let colors: [Color]
    private let columns: Int
    private let rows: Int

    /// Creates a gradient; nil unless there are 2 to ``maximumSide`` columns and rows, with a colour for each point.
    package init?(columns: Int, rows: Int, points: [Point], colors: [Color]) {
        let sides = 2...Self.maximumSide
        guard sides.contains(columns), sides.contains(rows), points.count == columns * rows, colors.count == points.count,
            points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return nil }
        (self.columns, self.rows, self.points, self.colors) = (columns, rows, points, colors)
    }
}

extension MeshGradient {
    /// A point with its colour.
    struct Corner {
        let point: Point
        let color: Color
    }

    /// A part of the gradient, with its four corners in their order around it.
    struct Patch {
        let corners: [Corner]
    }

    /// The number of parts along each side of a cell.
    private static let division = 8

    /// The parts of all cells, row by row.
    ///
    /// Points and colours are interpolated by Catmull-Rom splines through the points of a row and of a column.
    var patches: [Patch] {
        let (width, height) = ((columns - 1) * Self.division + 1, (rows - 1) * Self.division + 1)
        var grid: [Corner] = []
        grid.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { grid.append(corner(Double(x) / Double(Self.division), Double(y) / Double(Self.division))) }
        }
        var patches: [Patch] = []
        patches.reserveCapacity((width - 1) * (height - 1))
        for y in 0..<height - 1 {
            for x in 0..<width - 1 {
                let first = y * width + x
                patches.append(Patch(corners: [grid[first], grid[first + 1], grid[first + 1 + width], grid[first + width]]))
            }
        }
        return patches
    }

    private func corner(_ x: Double, _ y: Double) -> Corner {
        let (across, down) = (Weights(x, count: columns), Weights(y, count: rows))
        func sum(_ value: (Int) -> Double) -> Double {
            var sum = 0.0
            for (row, rowWeight) in down.all {
                for (column, weight) in across.all { sum += weight * rowWeight * value(row * columns + column) }
            }
            return sum
        }
        return Corner(
            point: Point(sum { points[$0].x }, sum { points[$0].y }),
            color: Color(
                red: sum { colors[$0].red }, green: sum { colors[$0].green }, blue: sum { colors[$0].blue }, alpha: sum { colors[$0].alpha }
            ))
    }

    /// The weights of the four values around a position on a spline; beyond its ends, the values continue in a straight line.
    private struct Weights {
        var all: [(index: Int, weight: Double)]

        init(_ position: Double, count: Int) {
            let cell = min(max(0, Int(saturating: position)), count - 2)
            let t = position - Double(cell)
            let (t2, t3) = (t * t, t * t * t)
            let before = (-t3 + 2 * t2 - t) / 2
            let after = (t3 - t2) / 2
            var start = (3 * t3 - 5 * t2 + 2) / 2
            var end = (-3 * t3 + 4 * t2 + t) / 2
            all = []
            if cell > 0 {
                all.append((cell - 1, before))
            } else {
                start += 2 * before
                end -= before
            }
            if cell + 2 < count {
                all.append((cell + 2, after))
            } else {
                end += 2 * after
                start -= after
            }
            all += [(cell, start), (cell + 1, end)]
        }
    }
}
