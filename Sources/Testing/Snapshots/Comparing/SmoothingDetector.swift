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
    /// True if a neighbour of equal brightness and another opacity is no equal one, as in pixelmatch 8.
    private let comparesOpacity: Bool
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

    init(
        _ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, width: Int, height: Int, ground: ColorGround,
        metric: ColorMetric
    ) {
        self.width = width
        self.height = height
        // pixelmatch 8 looks for smoothed edges on white, because a pattern would distort the ramps.
        self.ground = metric == .oklab ? .white : ground
        comparesOpacity = metric == .oklab
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
            var difference = YIQ.brightness(color, pixels[y * width + x], on: ground)
            if difference == 0, comparesOpacity { difference = Double(Int(color >> 24) - Int(pixels[y * width + x] >> 24)) / 2 }
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

/// The brightness of a picture's pixels as sortable numbers, cached for three rows.
///
/// The three lowest bits of a number are free for the index of a neighbour.
struct BrightnessRows: ~Copyable {
    private let pixels: UnsafePointer<UInt32>
    private let width: Int
    private let stride: Int
    /// For each of three rows and each word, the numbers of its pixels and of one more pixel on either side.
    private let numbers: UnsafeMutablePointer<Int32>
    /// The state of each word: 0 not computed, 1 computed and with translucent pixels, 2 computed.
    private let known: UnsafeMutablePointer<UInt8>
    private let rows: UnsafeMutablePointer<Int>
    private static let span = 66

    init(_ pixels: UnsafePointer<UInt32>, width: Int) {
        self.pixels = pixels
        self.width = width
        stride = (width + 63) / 64
        numbers = .allocate(capacity: 3 * stride * Self.span)
        numbers.initialize(repeating: 0, count: 3 * stride * Self.span)
        known = .allocate(capacity: 3 * stride)
        known.initialize(repeating: 0, count: 3 * stride)
        rows = .allocate(capacity: 3)
        rows.initialize(repeating: -1, count: 3)
    }

    deinit {
        numbers.deallocate()
        known.deallocate()
        rows.deallocate()
    }

    /// The pixels of a word that are brighter than their darkest neighbour and darker than their lightest, one of which is in `set`.
    ///
    /// - Parameter set: A byte for each pixel, with a bit for each of its eight neighbours, column by column.
    /// - Returns: Nil if a pixel or a neighbour is translucent.
    @_optimize(speed)
    func between(row: Int, word: Int, set: UnsafePointer<UInt8>) -> UInt64? {
        guard learn(row - 1, word), learn(row, word), learn(row + 1, word) else { return nil }
        return subdial_compare_between(numbers(row - 1, word), numbers(row, word), numbers(row + 1, word), set)
    }

    /// The numbers of a word's pixels, beginning with the pixel to the left of the first.
    private func numbers(_ row: Int, _ word: Int) -> UnsafeMutablePointer<Int32> { numbers + ((row % 3) * stride + word) * Self.span }

    /// True if all pixels of a word are opaque; its numbers are computed if they are not cached.
    @inline(__always)
    private func learn(_ row: Int, _ word: Int) -> Bool {
        let slot = row % 3
        let index = slot &* stride &+ word
        if rows[slot] != row || known[index] == 0 { compute(row, word, slot, index) }
        return known[index] == 2
    }

    @_optimize(speed) @inline(never)
    private func compute(_ row: Int, _ word: Int, _ slot: Int, _ index: Int) {
        if rows[slot] != row {
            rows[slot] = row
            (known + slot * stride).update(repeating: 0, count: stride)
        }
        let columns = max(0, word * 64 - 1)..<min(width, word * 64 + 65)
        let target = numbers + index * Self.span + (columns.lowerBound - word * 64 + 1)
        known[index] = subdial_compare_brightness(pixels + row * width + columns.lowerBound, Int32(columns.count), target) ? 2 : 1
    }
}

/// The pixels of two pictures that have more than two neighbours of the same colour; the picture's border counts as one neighbour.
///
/// They are computed per word on request, and cached for three rows.
struct EvenAreas: ~Copyable {
    private let pictures: (expected: UnsafePointer<UInt32>, actual: UnsafePointer<UInt32>)
    private let width: Int
    private let height: Int
    private let stride: Int
    /// For each of three rows and each word, the bits of the expected picture and of the actual one.
    private let words: UnsafeMutablePointer<UInt64>
    /// 1 for each word that has been computed, else 0.
    private let known: UnsafeMutablePointer<UInt8>
    /// The row numbers of the cached rows.
    private let rows: UnsafeMutablePointer<Int>

    init(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, width: Int, height: Int) {
        pictures = (expected, actual)
        self.width = width
        self.height = height
        stride = (width + 63) / 64
        words = .allocate(capacity: 6 * stride)
        known = .allocate(capacity: 3 * stride)
        known.initialize(repeating: 0, count: 3 * stride)
        rows = .allocate(capacity: 3)
        rows.initialize(repeating: -1, count: 3)
    }

    deinit {
        words.deallocate()
        known.deallocate()
        rows.deallocate()
    }

    /// The pixels with equal neighbours in a word of 64 pixels, for each picture.
    fileprivate func own(_ row: Int, _ word: Int) -> (expected: UInt64, actual: UInt64) {
        let index = learn(row, word)
        return (words[2 * index], words[2 * index + 1])
    }

    /// The even areas common to both pictures in a word and in those beside it; 0 outside of the pictures.
    @_optimize(speed)
    func both(_ row: Int, around word: Int) -> (left: UInt64, center: UInt64, right: UInt64) {
        guard row >= 0, row < height else { return (0, 0, 0) }
        let index = learn(row, word)
        let left = word > 0 ? common(learn(row, word - 1)) : 0
        let right = word + 1 < stride ? common(learn(row, word + 1)) : 0
        return (left, common(index), right)
    }

    private func common(_ index: Int) -> UInt64 { words[2 * index] & words[2 * index + 1] }

    /// The index of a word, whose bits are computed if they are not cached.
    @inline(__always)
    private func learn(_ row: Int, _ word: Int) -> Int {
        let slot = row % 3
        let index = slot &* stride &+ word
        if rows[slot] != row || known[index] == 0 { compute(row, word, slot, index) }
        return index
    }

    @_optimize(speed) @inline(never)
    private func compute(_ row: Int, _ word: Int, _ slot: Int, _ index: Int) {
        if rows[slot] != row {
            rows[slot] = row
            (known + slot * stride).update(repeating: 0, count: stride)
        }
        known[index] = 1
        words[2 * index] = even(pictures.expected, row, word)
        words[2 * index + 1] = even(pictures.actual, row, word)
    }

    @_optimize(speed)
    private func even(_ pixels: UnsafePointer<UInt32>, _ row: Int, _ word: Int) -> UInt64 {
        let columns = word * 64..<min(width, word * 64 + 64)
        let inner = max(1, columns.lowerBound)..<max(1, min(width - 1, columns.upperBound))
        guard row > 0, row < height - 1, !inner.isEmpty else { return border(pixels, row, columns) }
        let start = pixels + row * width
        var even: UInt64 = 0
        if inner.count < 32 {
            for x in inner where equalNeighbours(start + x) > 2 { even |= 1 << UInt64(x & 63) }
        } else {
            // The second half may overlap the first.
            even = bits(start, at: inner.lowerBound) | bits(start, at: inner.upperBound - 32)
        }
        if columns.lowerBound == 0 { even |= border(pixels, row, 0..<1) }
        if columns.upperBound == width { even |= border(pixels, row, max(columns.lowerBound, width - 1)..<width) }
        return even
    }

    /// The bits of 32 pixels from column `x` in their word; all of them have eight neighbours.
    private func bits(_ start: UnsafePointer<UInt32>, at x: Int) -> UInt64 {
        UInt64(subdial_compare_even(start + x, Int64(width))) << UInt64(x & 63)
    }

    private func equalNeighbours(_ pixel: UnsafePointer<UInt32>) -> Int {
        var equal = 0
        for row in [pixel - width, pixel, pixel + width] {
            for x in -1...1 where row[x] == pixel[0] { equal += 1 }
        }
        return equal - 1
    }

    @_optimize(speed)
    private func border(_ pixels: UnsafePointer<UInt32>, _ row: Int, _ columns: Range<Int>) -> UInt64 {
        var even: UInt64 = 0
        for x in columns {
            let color = pixels[row * width + x]
            // The border counts as one neighbour; -1 compensates for the pixel itself, which the loop visits too.
            var equal = x == 0 || row == 0 || x == width - 1 || row == height - 1 ? 0 : -1
            for y in max(0, row - 1)...min(height - 1, row + 1) {
                for x in max(0, x - 1)...min(width - 1, x + 1) where pixels[y * width + x] == color { equal += 1 }
            }
            if equal > 2 { even |= 1 << UInt64(x & 63) }
        }
        return even
    }
}
