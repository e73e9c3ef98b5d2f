import SubdialCPixels

/// Detects antialiased pixels.
///
/// The brightness of such a pixel is between those of its darkest and its lightest neighbour, one of which belongs to an even area in both
/// pictures. The pixel itself is in no even area of its picture. Pixels are tested in words of 64: most are decided by the bits of their
/// even areas.
///
/// The results of three rows are cached, because a row's pixels depend on the rows above and below.
struct SmoothingDetector: ~Copyable {
    private let width: Int
    private let height: Int
    private let ground: ColorGround
    private let areas: EvenAreas
    private let expected: Picture
    private let actual: Picture
    /// The even areas of both pictures around the pixels of a word: for each of eight neighbours a word with a bit per pixel.
    private let around: UnsafeMutablePointer<UInt64>

    /// The same by pixels: for each a byte with a bit per neighbour.
    private let set: UnsafeMutablePointer<UInt8>

    /// One of the two pictures.
    private struct Picture: ~Copyable {
        let pixels: UnsafePointer<UInt32>
        let brightness: BrightnessRows
    }

    /// The minimum number of candidate pixels in a word for the word-wise test; fewer are tested one by one.
    private static let fewest = 2

    init(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, width: Int, height: Int, ground: ColorGround) {
        self.width = width
        self.height = height
        self.ground = ground
        areas = EvenAreas(expected, actual, width: width, height: height)
        self.expected = Picture(pixels: expected, brightness: BrightnessRows(expected, width: width))
        self.actual = Picture(pixels: actual, brightness: BrightnessRows(actual, width: width))
        around = .allocate(capacity: 8)
        set = .allocate(capacity: 64)
    }

    deinit {
        around.deallocate()
        set.deallocate()
    }

    /// The pixels of a word that look antialiased in either picture.
    @_optimize(speed)
    func smoothed(row: Int, word: Int, among pixels: UInt64) -> UInt64 {
        let own = areas.own(row, word)
        var candidates = (pixels & ~own.expected, pixels & ~own.actual)
        guard candidates.0 | candidates.1 != 0 else { return 0 }
        let reach = lookAround(row, word)
        candidates.0 &= reach
        var smoothed: UInt64 = 0
        if candidates.0 != 0 { smoothed = self.smoothed(in: expected, row, word, candidates.0) }
        candidates.1 &= reach & ~smoothed
        if candidates.1 != 0 { smoothed |= self.smoothed(in: actual, row, word, candidates.1) }
        return smoothed
    }

    /// Stores the even areas around the word, and returns the pixels that have any.
    @_optimize(speed)
    private func lookAround(_ row: Int, _ word: Int) -> UInt64 {
        let above = lookAround(row - 1, word, left: 0, right: 5)
        let own = lookAround(row, word, left: 1, right: 6)
        let below = lookAround(row + 1, word, left: 2, right: 7)
        around[3] = above.center
        around[4] = below.center
        let reach = above.sides | above.center | own.sides | below.sides | below.center
        if reach != 0 { subdial_compare_spread(around, set) }
        return reach
    }

    /// Stores the even areas of a row to the left and to the right of each pixel, by the numbers of these neighbours.
    private func lookAround(_ row: Int, _ word: Int, left: Int, right: Int) -> (sides: UInt64, center: UInt64) {
        let areas = areas.both(row, around: word)
        around[left] = areas.center << 1 | areas.left >> 63
        around[right] = areas.center >> 1 | areas.right << 63
        return (around[left] | around[right], areas.center)
    }

    @_optimize(speed)
    private func smoothed(in picture: borrowing Picture, _ row: Int, _ word: Int, _ candidates: UInt64) -> UInt64 {
        var (smoothed, rest): (UInt64, UInt64) = (0, candidates)
        if row > 0, row < height - 1, candidates.nonzeroBitCount >= Self.fewest,
            let between = picture.brightness.between(row: row, word: word, set: set)
        {
            // Pixels at the border have fewer neighbours.
            let start = word * 64
            let inner = UInt64.bits((start == 0 ? 1 : 0)..<max(start == 0 ? 1 : 0, width - 1 - start))
            smoothed = candidates & inner & between
            rest = candidates & ~inner
        }
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            rest &= rest &- 1
            if isSmoothed(picture.pixels, x: word * 64 + bit, y: row) { smoothed |= 1 << UInt64(bit) }
        }
        return smoothed
    }

    /// Tests a single pixel at any position and with any alpha, exactly like the original algorithm.
    @_optimize(speed)
    private func isSmoothed(_ pixels: UnsafePointer<UInt32>, x: Int, y: Int) -> Bool {
        let center = y * width + x
        let ground = ground.color(at: center)
        let color = pixels[center]
        var equal = x == 0 || y == 0 || x == width - 1 || y == height - 1 ? 1 : 0
        var (darkest, lightest) = ((difference: 0.0, neighbour: 0), (difference: 0.0, neighbour: 0))
        for (neighbour, place) in Self.neighbours.enumerated() {
            let (x, y) = (x + place.x, y + place.y)
            guard x >= 0, y >= 0, x < width, y < height else { continue }
            let difference = YIQ.brightness(color, pixels[y * width + x], on: ground)
            if difference == 0 {
                equal += 1
                if equal > 2 { return false }
            } else if difference > darkest.difference {
                darkest = (difference, neighbour)
            } else if difference < lightest.difference {
                lightest = (difference, neighbour)
            }
        }
        guard darkest.difference != 0, lightest.difference != 0 else { return false }
        return (around[darkest.neighbour] | around[lightest.neighbour]) >> UInt64(x & 63) & 1 == 1
    }

    /// The neighbours column by column: of equally distant neighbours, the algorithm takes the first.
    private static let neighbours: [(x: Int, y: Int)] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
}
