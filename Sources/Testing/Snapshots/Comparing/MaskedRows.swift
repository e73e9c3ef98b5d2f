/// The unmasked columns of each row of a picture.
struct MaskedRows {
    private let masks: [(columns: Range<Int>, rows: Range<Int>)]
    private let width: Int
    private let height: Int

    init(_ masks: [PixelRect], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.masks = masks.map { ($0.columns(within: width), $0.rows(within: height)) }
            .filter { !$0.columns.isEmpty && !$0.rows.isEmpty }
            .sorted { $0.columns.lowerBound < $1.columns.lowerBound }
    }

    /// Calls `visit` with each unmasked run of columns of `row`, from the left.
    func forEachOpenRun(in row: Int, _ visit: (Range<Int>) -> Void) {
        var begin = 0
        for mask in masks where mask.rows.contains(row) {
            if mask.columns.lowerBound > begin { visit(begin..<mask.columns.lowerBound) }
            begin = max(begin, mask.columns.upperBound)
        }
        if begin < width { visit(begin..<width) }
    }

    /// Sets the bits of the unmasked columns of `row`, in words that begin with the leftmost column.
    ///
    /// - Returns: False if no mask covers the row; then nothing is written.
    func write(row: Int, to words: inout [UInt64]) -> Bool {
        guard masks.contains(where: { $0.rows.contains(row) }) else { return false }
        for index in words.indices { words[index] = 0 }
        forEachOpenRun(in: row) { columns in
            for word in columns.lowerBound / 64...(columns.upperBound - 1) / 64 where words.indices.contains(word) {
                words[word] |= .bits(columns.lowerBound - word * 64..<columns.upperBound - word * 64)
            }
        }
        return true
    }

    /// The number of masked pixels, each counted once.
    var count: Int {
        // Between two adjacent edges all rows are equal.
        let edges = Set(masks.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] }).sorted()
        var count = 0
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            var open = 0
            forEachOpenRun(in: top) { open += $0.count }
            count += (width - open) * (bottom - top)
        }
        return count
    }
}
