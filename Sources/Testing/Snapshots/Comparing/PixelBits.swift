/// A bit for each pixel of a picture.
///
/// Each row begins with a new word; the leftmost pixel of a word is its lowest bit, and bits after the last column are 0.
struct PixelBits: Hashable, Sendable {
    let width: Int
    let height: Int
    /// The number of words of a row.
    let stride: Int
    /// The words, row by row from the top; empty if no bit is set.
    var words: [UInt64]

    /// Creates a set without bits.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        stride = (width + 63) / 64
        words = []
    }

    var isEmpty: Bool { words.isEmpty }

    /// True if the bit of a pixel of the picture is set.
    subscript(column: Int, row: Int) -> Bool { !isEmpty && words[row * stride + column / 64] >> UInt64(column % 64) & 1 == 1 }

    /// Calls `visit` with each run of set bits: rows from the top, each from the left.
    @inline(__always)
    func forEachRun(_ visit: (_ row: Int, _ columns: Range<Int>) -> Void) {
        guard !isEmpty else { return }
        words.withUnsafeBufferPointer { words in
            for row in 0..<height {
                // A run at the end of a word may continue in the next word.
                var begin = -1
                for word in 0..<stride {
                    var bits = words[row &* stride &+ word]
                    let start = word &* 64
                    if begin >= 0 {
                        let length = (~bits).trailingZeroBitCount
                        if length == 64 { continue }
                        visit(row, begin..<start &+ length)
                        begin = -1
                        bits &= UInt64.max << UInt64(length)
                    }
                    while bits != 0 {
                        let first = bits.trailingZeroBitCount
                        let length = (~(bits >> UInt64(first))).trailingZeroBitCount
                        if first &+ length >= 64 {
                            begin = start &+ first
                            break
                        }
                        visit(row, start &+ first..<start &+ first &+ length)
                        bits &= UInt64.max << UInt64(first &+ length)
                    }
                }
                if begin >= 0 { visit(row, begin..<min(width, stride &* 64)) }
            }
        }
    }
}

extension UInt64 {
    /// A mask of the `count` lowest bits; `count` may exceed 64.
    static func lowest(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << UInt64(Swift.max(0, count))) &- 1 }

    /// A mask of `columns`, relative to the word's first column.
    static func bits(_ columns: Range<Int>) -> UInt64 { lowest(columns.upperBound) & ~lowest(columns.lowerBound) }
}
