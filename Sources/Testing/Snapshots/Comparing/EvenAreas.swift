import SubdialCPixels

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

    /// The even areas of each picture in a word.
    func own(_ row: Int, _ word: Int) -> (expected: UInt64, actual: UInt64) {
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
