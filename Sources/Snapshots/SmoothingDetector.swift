/// Tells the pixels that a rasteriser has put on an edge to smooth it.
///
/// Such a pixel lies between its darkest and its lightest neighbour, and one of those two belongs to an even area in both pictures.
struct SmoothingDetector {
    let own: UnsafeBufferPointer<UInt32>
    let other: UnsafeBufferPointer<UInt32>
    let width: Int
    let height: Int

    func isSmoothed(_ center: Int) -> Bool {
        let window = Window(center, width: width, height: height)
        var equal = window.isAtBorder ? 1 : 0
        var darkest = (difference: 0.0, index: center)
        var lightest = (difference: 0.0, index: center)
        // Column by column: of neighbours that are equally far away, the first counts.
        for x in window.columns {
            for y in window.rows {
                let index = y * width + x
                if index == center { continue }
                let difference = YIQ.brightness(own[center], own[index], at: center)
                if difference == 0 {
                    equal += 1
                    if equal > 2 { return false }
                } else if difference < darkest.difference {
                    darkest = (difference, index)
                } else if difference > lightest.difference {
                    lightest = (difference, index)
                }
            }
        }
        guard darkest.difference != 0, lightest.difference != 0 else { return false }
        return isInEvenArea(darkest.index) || isInEvenArea(lightest.index)
    }

    private func isInEvenArea(_ index: Int) -> Bool {
        Self.hasEqualNeighbours(own, index, width: width, height: height)
            && Self.hasEqualNeighbours(other, index, width: width, height: height)
    }

    /// Whether three or more of the pixels around it are just like it, the border counting as one.
    private static func hasEqualNeighbours(_ pixels: UnsafeBufferPointer<UInt32>, _ center: Int, width: Int, height: Int) -> Bool {
        let window = Window(center, width: width, height: height)
        var equal = window.isAtBorder ? 1 : 0
        for x in window.columns {
            for y in window.rows where y * width + x != center && pixels[y * width + x] == pixels[center] {
                equal += 1
            }
        }
        return equal > 2
    }
}

/// A pixel and those around it, as far as the picture goes.
private struct Window {
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>
    let isAtBorder: Bool

    init(_ center: Int, width: Int, height: Int) {
        let (x, y) = (center % width, center / width)
        columns = max(0, x - 1)...min(width - 1, x + 1)
        rows = max(0, y - 1)...min(height - 1, y + 1)
        isAtBorder = x == 0 || y == 0 || x == width - 1 || y == height - 1
    }
}
