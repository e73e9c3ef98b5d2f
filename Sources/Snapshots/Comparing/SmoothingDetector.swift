/// Tells the pixels that a rasteriser has put on an edge to smooth it.
///
/// Such a pixel lies between its darkest and its lightest neighbour, and one of those two belongs to an even area in both pictures.
struct SmoothingDetector {
    let own: UnsafePointer<UInt32>
    let other: UnsafePointer<UInt32>
    let width: Int
    let height: Int

    func isSmoothed(x: Int, y: Int) -> Bool {
        let window = Window(x: x, y: y, width: width, height: height)
        // Most pixels in even areas are told by this, before anything is computed.
        let (equal, isOpaque) = survey(window)
        if equal > 2 { return false }
        guard let extremes = isOpaque ? opaqueExtremes(window) : extremes(window) else { return false }
        return isInEvenArea(extremes.darkest) || isInEvenArea(extremes.lightest)
    }

    private typealias Place = (x: Int, y: Int)

    /// How many of the pixels around it are just like it, the border counting as one, and whether all of them are opaque.
    private func survey(_ window: Window) -> (equal: Int, isOpaque: Bool) {
        var all = UInt32.max
        window.forEach { index, _, _ in all &= own[index] }
        return (equalNeighbours(own, window), all >= 0xFF00_0000)
    }

    /// The neighbours farthest away in brightness to either side; nil where all are to one side, or more than two are as bright.
    private func extremes(_ window: Window) -> (darkest: Place, lightest: Place)? {
        let color = own[window.center]
        var equal = window.equalAtStart
        var lightest = (difference: 0.0, place: Place(0, 0))
        var darkest = (difference: 0.0, place: Place(0, 0))
        window.forEach { index, x, y in
            let difference = YIQ.brightness(color, own[index], at: window.center)
            if difference == 0 {
                equal &+= 1
            } else if difference < lightest.difference {
                lightest = (difference, (x, y))
            } else if difference > darkest.difference {
                darkest = (difference, (x, y))
            }
        }
        return equal > 2 || darkest.difference == 0 || lightest.difference == 0 ? nil : (darkest.place, lightest.place)
    }

    /// The same for opaque pixels, where only the same colour is as bright.
    private func opaqueExtremes(_ window: Window) -> (darkest: Place, lightest: Place)? {
        let brightness = YIQ.opaqueBrightness(own[window.center])
        var lightest = (brightness: brightness, place: Place(0, 0))
        var darkest = (brightness: brightness, place: Place(0, 0))
        window.forEach { index, x, y in
            let brightness = YIQ.opaqueBrightness(own[index])
            if brightness > lightest.brightness { lightest = (brightness, (x, y)) }
            if brightness < darkest.brightness { darkest = (brightness, (x, y)) }
        }
        return darkest.brightness == brightness || lightest.brightness == brightness ? nil : (darkest.place, lightest.place)
    }

    private func isInEvenArea(_ place: Place) -> Bool {
        let window = Window(x: place.x, y: place.y, width: width, height: height)
        return equalNeighbours(own, window) > 2 && equalNeighbours(other, window) > 2
    }

    /// How many of the pixels around it are just like it, the border counting as one.
    private func equalNeighbours(_ pixels: UnsafePointer<UInt32>, _ window: Window) -> Int {
        var equal = window.equalAtStart
        let word = pixels[window.center]
        window.forEach { index, _, _ in equal &+= pixels[index] == word ? 1 : 0 }
        return equal
    }
}

/// A pixel and those around it, as far as the picture goes.
private struct Window {
    let center: Int
    private let width: Int
    private let left: Int
    private let right: Int
    private let top: Int
    private let bottom: Int
    /// Where counting its equals begins: the border is one, and the pixel itself, which is visited too, is none.
    let equalAtStart: Int

    init(x: Int, y: Int, width: Int, height: Int) {
        center = y &* width &+ x
        self.width = width
        left = max(0, x &- 1)
        right = min(width &- 1, x &+ 1)
        top = max(0, y &- 1)
        bottom = min(height &- 1, y &+ 1)
        equalAtStart = x == 0 || y == 0 || x == width &- 1 || y == height &- 1 ? 0 : -1
    }

    /// Calls `visit` with the number and the place of each pixel.
    ///
    /// Column by column: of neighbours that are equally far away, the algorithm takes the first.
    @inline(__always)
    func forEach(_ visit: (_ index: Int, _ x: Int, _ y: Int) -> Void) {
        var x = left
        while x <= right {
            var y = top
            while y <= bottom {
                visit(y &* width &+ x, x, y)
                y &+= 1
            }
            x &+= 1
        }
    }
}
