/// Neighbouring pixels of a row that are judged alike.
struct PixelRun: Hashable, Sendable {
    let row: Int32
    let begin: Int32
    /// The column behind the last.
    var end: Int32
    let isSmoothed: Bool
}

/// What a scan has found.
struct PixelTally {
    private(set) var different = 0
    private(set) var smoothed = 0
    /// The pixels that count and those that are smoothed, row by row from the top, each row from the left.
    private(set) var runs: [PixelRun] = []

    mutating func add(row: Int, column: Int, isSmoothed: Bool) {
        if isSmoothed { smoothed &+= 1 } else { different &+= 1 }
        let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        if let last = runs.last, last.row == row, last.end == column, last.isSmoothed == isSmoothed {
            runs[runs.count - 1].end &+= 1
        } else {
            runs.append(PixelRun(row: row, begin: column, end: column &+ 1, isSmoothed: isSmoothed))
        }
    }
}
