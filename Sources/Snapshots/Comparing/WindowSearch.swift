/// Finds the square window with the most different pixels.
struct WindowSearch {
    /// The side length of the window, clipped to the picture's size.
    let size: Int

    /// The window with the most set bits; nil if no bit is set.
    ///
    /// Of several it is the topmost, then leftmost, among the positions that do not begin above or to the left of the first set bits.
    func densest(_ bits: PixelBits) -> DenseWindow? {
        guard let extent = bits.extent else { return nil }
        let (columns, rows) = (min(max(1, size), bits.width), min(max(1, size), bits.height))
        // With 16-bit counts eight additions run at once; larger windows need 32 bits.
        let (place, count) =
            columns * rows <= Int(Int16.max)
            ? WindowCount<Int16>(bits, extent, columns, rows).densest() : WindowCount<Int32>(bits, extent, columns, rows).densest()
        return DenseWindow(place: PixelRect(x: place.x, y: place.y, width: columns, height: rows), count: count)
    }
}

/// Counts the set bits in windows of one size, row by row.
private struct WindowCount<Number: FixedWidthInteger> {
    private let bits: PixelBits
    private let columns: Int
    private let rows: Int
    private let places: ClosedRange<Int>
    private let tops: ClosedRange<Int>

    init(_ bits: PixelBits, _ extent: (columns: Range<Int>, rows: Range<Int>), _ columns: Int, _ rows: Int) {
        self.bits = bits
        self.columns = columns
        self.rows = rows
        // No window outside of this range can contain more bits than one inside.
        let leftmost = max(0, min(extent.columns.lowerBound, bits.width - columns))
        places = leftmost...max(leftmost, min(bits.width, extent.columns.upperBound) - columns)
        tops = min(extent.rows.lowerBound, bits.height - rows)...min(extent.rows.upperBound - 1, bits.height - rows)
    }

    @inline(__always)
    func densest() -> (place: (x: Int, y: Int), count: Int) {
        var best: (place: (x: Int, y: Int), count: Number) = ((places.lowerBound, tops.lowerBound), 0)
        let length = bits.stride * 64
        withUnsafeTemporaryAllocation(of: Number.self, capacity: 3 * length + 16) { memory in
            guard let counts = memory.baseAddress else { return }
            counts.initialize(repeating: 0, count: 3 * length + 16)
            let (partial, sums, masks) = (counts + length, counts + 2 * length, counts + 3 * length)
            for bit in 0..<16 where bit < Number.bitWidth { masks[bit] = 1 << Number(bit) }
            for line in tops.lowerBound..<tops.lowerBound + rows { _ = change(counts, masks, leaving: nil, entering: line) }
            for top in tops {
                let isChanged = top == tops.lowerBound || change(counts, masks, leaving: top - 1, entering: top + rows - 1)
                // An unchanged row cannot have a higher count.
                guard isChanged else { continue }
                add(counts, partial, sums)
                var most: Number = 0
                for x in places { most = sums[x] > most ? sums[x] : most }
                guard most > best.count, let x = places.first(where: { sums[$0] == most }) else { continue }
                best = ((x, top), most)
                // A full window cannot be exceeded.
                if Int(most) == columns * rows { break }
            }
        }
        return (best.place, Int(best.count))
    }

    /// Adds one row to each column's count and removes another; returns false if both rows are equal.
    private func change(
        _ counts: UnsafeMutablePointer<Number>, _ masks: UnsafeMutablePointer<Number>, leaving: Int?, entering: Int
    ) -> Bool {
        var isChanged = false
        for word in 0..<bits.stride {
            let (old, new) = (leaving.map { bits.words[$0 * bits.stride + word] } ?? 0, bits.words[entering * bits.stride + word])
            guard old != new else { continue }
            isChanged = true
            for part in 0..<4 {
                let (less, more) = (
                    Number(truncatingIfNeeded: (old & ~new) >> UInt64(part * 16)),
                    Number(truncatingIfNeeded: (new & ~old) >> UInt64(part * 16))
                )
                let target = counts + word * 64 + part * 16
                for bit in 0..<16 {
                    target[bit] &+= (more & masks[bit] != 0 ? 1 : 0) &- (less & masks[bit] != 0 ? 1 : 0)
                }
            }
        }
        return isChanged
    }

    /// Computes the sums of adjacent columns of a window from each position, through sums of 1, 2, 4 and so on.
    private func add(
        _ counts: UnsafeMutablePointer<Number>, _ partial: UnsafeMutablePointer<Number>, _ sums: UnsafeMutablePointer<Number>
    ) {
        let end = places.upperBound + columns
        for x in places.lowerBound..<end { partial[x] = counts[x] }
        for x in places { sums[x] = 0 }
        var (size, offset, rest) = (1, 0, columns)
        while true {
            if rest & 1 == 1 {
                for x in places { sums[x] &+= partial[x &+ offset] }
                offset += size
            }
            rest >>= 1
            guard rest > 0 else { return }
            for x in places.lowerBound..<max(places.lowerBound, end - 2 * size + 1) { partial[x] = partial[x] &+ partial[x &+ size] }
            size *= 2
        }
    }
}

extension PixelBits {
    /// The columns and the rows from the first set bit to the last; nil if no bit is set.
    var extent: (columns: Range<Int>, rows: Range<Int>)? {
        guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 }) else { return nil }
        let rows = first / stride..<last / stride + 1
        var all = [UInt64](repeating: 0, count: stride)
        for row in rows {
            for word in 0..<stride { all[word] |= words[row * stride + word] }
        }
        guard let left = all.firstIndex(where: { $0 != 0 }), let right = all.lastIndex(where: { $0 != 0 }) else { return nil }
        return (left * 64 + all[left].trailingZeroBitCount..<right * 64 + 64 - all[right].leadingZeroBitCount, rows)
    }
}
