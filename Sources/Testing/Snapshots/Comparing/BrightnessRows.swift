import SubdialCPixels

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
