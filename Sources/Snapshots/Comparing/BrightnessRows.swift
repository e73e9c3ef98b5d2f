/// The brightness of a picture's pixels as sortable numbers, cached for three rows.
///
/// The three lowest bits of a number are free for the index of a neighbour. Interpreted as floating-point numbers, which processors compare
/// with SIMD instructions, the bits have the same order.
final class BrightnessRows {
    private let pixels: UnsafePointer<UInt32>
    private let width: Int
    private let stride: Int
    /// For each of three rows and each word, the numbers of its pixels and of one more pixel on either side.
    private let numbers: UnsafeMutablePointer<UInt32>
    /// The state of each word: 0 not computed, 1 computed and with translucent pixels, 2 computed.
    private let known: UnsafeMutablePointer<UInt8>
    private let rows: UnsafeMutablePointer<Int>
    private static let span = 66

    /// The quantization step of brightness.
    ///
    /// Two different colours differ in brightness by at least 229 units of 1e-8, in which the weights of red, green and blue are integers;
    /// a smaller difference maps to the same number.
    private static let unit = 228.5e-8
    /// Ensures that the bits are not those of a subnormal number.
    private static let base: UInt32 = 0x0080_0000

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

    /// The numbers of a word's pixels, beginning with the pixel to the left of the first.
    func row(_ row: Int, _ word: Int) -> UnsafePointer<UInt32> {
        UnsafePointer(numbers + ((row % 3) * stride + word) * Self.span)
    }

    /// Writes the numbers of the darkest and the lightest neighbour of each pixel of a word, with the neighbour's index in the lowest bits.
    ///
    /// The neighbours are numbered column by column, in reverse order for the lightest, so that the first of several equal ones is chosen.
    ///
    /// - Returns: False if a pixel or a neighbour is translucent; then nothing is written.
    func extremes(row: Int, word: Int, _ darkest: UnsafeMutablePointer<UInt32>, _ lightest: UnsafeMutablePointer<UInt32>) -> Bool {
        guard learn(row - 1, word), learn(row, word), learn(row + 1, word) else { return false }
        let (above, own, below) = (self.row(row - 1, word), self.row(row, word), self.row(row + 1, word))
        for x in 0..<64 {
            @inline(__always) func number(_ row: UnsafePointer<UInt32>, _ column: Int, _ neighbour: UInt32) -> Float {
                Float(bitPattern: row[x &+ column] &+ neighbour)
            }
            @inline(__always) func least(_ first: Float, _ second: Float) -> Float { first < second ? first : second }
            @inline(__always) func most(_ first: Float, _ second: Float) -> Float { first > second ? first : second }
            var low = least(number(above, 0, 0), number(own, 0, 1))
            low = least(low, least(number(below, 0, 2), number(above, 1, 3)))
            low = least(low, least(number(below, 1, 4), number(above, 2, 5)))
            low = least(low, least(number(own, 2, 6), number(below, 2, 7)))
            darkest[x] = low.bitPattern
            var high = most(number(above, 0, 7), number(own, 0, 6))
            high = most(high, most(number(below, 0, 5), number(above, 1, 4)))
            high = most(high, most(number(below, 1, 3), number(above, 2, 2)))
            high = most(high, most(number(own, 2, 1), number(below, 2, 0)))
            lightest[x] = high.bitPattern
        }
        return true
    }

    private func learn(_ row: Int, _ word: Int) -> Bool {
        let slot = row % 3
        if rows[slot] != row {
            rows[slot] = row
            (known + slot * stride).update(repeating: 0, count: stride)
        }
        let index = slot * stride + word
        if known[index] == 0 {
            let columns = max(0, word * 64 - 1)..<min(width, word * 64 + 65)
            known[index] = fill(numbers + index * Self.span + (columns.lowerBound - word * 64 + 1), row, columns) ? 2 : 1
        }
        return known[index] == 2
    }

    private func fill(_ target: UnsafeMutablePointer<UInt32>, _ row: Int, _ columns: Range<Int>) -> Bool {
        let source = pixels + row * width + columns.lowerBound
        let (red, green, blue) = (YIQ.weights.red / Self.unit, YIQ.weights.green / Self.unit, YIQ.weights.blue / Self.unit)
        var all = UInt32.max
        for x in 0..<columns.count {
            let word = source[x]
            all &= word
            @inline(__always) func channel(_ shift: UInt32) -> Double { Double(Int32(bitPattern: word >> shift & 0xFF)) }
            // Adding 2^52 rounds a number and puts it into the lowest bits.
            let number = (channel(16) * red + channel(8) * green + channel(0) * blue + 0x1p52).bitPattern
            target[x] = UInt32(truncatingIfNeeded: number) << 3 &+ Self.base
        }
        return all >= 0xFF00_0000
    }
}
