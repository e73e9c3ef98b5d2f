/// Detects antialiased pixels.
///
/// The brightness of such a pixel is between those of its darkest and its lightest neighbour, one of which belongs to an even area in both
/// pictures. The pixel itself is in no even area of its picture. Pixels are tested in words of 64: most are decided by the bits of their
/// even areas.
///
/// The results of three rows are cached, because a row's pixels depend on the rows above and below.
final class SmoothingDetector {
    private let pictures: [UnsafePointer<UInt32>]
    private let width: Int
    private let height: Int
    private let ground: ColorGround
    private let areas: EvenAreas
    private let brightness: [BrightnessRows]
    /// The even areas of both pictures around the pixels of a word: for each of eight neighbours a word with a bit per pixel.
    private let around: UnsafeMutablePointer<UInt64>
    private let darkest: UnsafeMutablePointer<UInt32>
    private let lightest: UnsafeMutablePointer<UInt32>

    /// The minimum number of candidate pixels in a word for the word-wise test; fewer are tested one by one.
    private static let fewest = 6

    init(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, width: Int, height: Int, ground: ColorGround) {
        pictures = [expected, actual]
        self.width = width
        self.height = height
        self.ground = ground
        areas = EvenAreas(expected, actual, width: width, height: height)
        brightness = pictures.map { BrightnessRows($0, width: width) }
        around = .allocate(capacity: 8)
        darkest = .allocate(capacity: 64)
        lightest = .allocate(capacity: 64)
    }

    deinit {
        around.deallocate()
        darkest.deallocate()
        lightest.deallocate()
    }

    /// The pixels of a word that look antialiased in either picture.
    func smoothed(row: Int, word: Int, among pixels: UInt64) -> UInt64 {
        let own = areas.own(row, word)
        var candidates = (pixels & ~own.expected, pixels & ~own.actual)
        guard candidates.0 | candidates.1 != 0 else { return 0 }
        let reach = lookAround(row, word)
        candidates.0 &= reach
        var smoothed: UInt64 = 0
        if candidates.0 != 0 { smoothed = self.smoothed(in: 0, row, word, candidates.0) }
        candidates.1 &= reach & ~smoothed
        if candidates.1 != 0 { smoothed |= self.smoothed(in: 1, row, word, candidates.1) }
        return smoothed
    }

    /// Stores the even areas around the word, and returns the pixels that have any.
    private func lookAround(_ row: Int, _ word: Int) -> UInt64 {
        var reach: UInt64 = 0
        for (index, line) in (row - 1...row + 1).enumerated() {
            let center = areas.both(line, word)
            let left = center << 1 | areas.both(line, word - 1) >> 63
            let right = center >> 1 | areas.both(line, word + 1) << 63
            around[index] = left
            around[5 + index] = right
            if index != 1 { around[index == 0 ? 3 : 4] = center }
            reach |= left | right | (index == 1 ? 0 : center)
        }
        return reach
    }

    private func smoothed(in picture: Int, _ row: Int, _ word: Int, _ candidates: UInt64) -> UInt64 {
        var (smoothed, rest): (UInt64, UInt64) = (0, candidates)
        if row > 0, row < height - 1, candidates.nonzeroBitCount >= Self.fewest,
            brightness[picture].extremes(row: row, word: word, darkest, lightest)
        {
            let center = brightness[picture].row(row, word) + 1
            // Pixels at the border have fewer neighbours.
            let start = word * 64
            rest &= .bits((start == 0 ? 1 : 0)..<max(start == 0 ? 1 : 0, width - 1 - start))
            let border = candidates & ~rest
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                rest &= rest &- 1
                let (low, high, own) = (darkest[bit], lightest[bit], center[bit])
                // At least one neighbour must be darker, and one lighter.
                guard low < own, high > own | 7 else { continue }
                let even = around[Int(low & 7)] | around[Int(7 &- (high & 7))]
                smoothed |= even & (1 << UInt64(bit))
            }
            rest = border
        }
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            rest &= rest &- 1
            if isSmoothed(pictures[picture], x: word * 64 + bit, y: row) { smoothed |= 1 << UInt64(bit) }
        }
        return smoothed
    }
    /// Tests a single pixel at any position and with any alpha, exactly like the original algorithm.
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
