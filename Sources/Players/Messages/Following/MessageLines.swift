/// Bytes as they come, cut into lines that are counted.
struct MessageLines {
    /// One line without its end.
    struct Line: Hashable, Sendable {
        /// Counted from 1.
        let number: Int
        /// nil where the line is longer than it may be.
        let bytes: [UInt8]?
    }

    private let maximum: Int
    private var waiting: [UInt8] = []
    private var isTooLong = false
    private(set) var number = 1

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// The lines that end in `bytes`; those that hold nothing are left out.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            hold(rest[..<end])
            if let line = finish() { lines.append(line) }
            rest = rest[(end + 1)...]
        }
        hold(rest)
        return lines
    }

    /// Counts the lines that end in `bytes`, and keeps nothing but the fact that one is cut in two.
    mutating func skip(_ bytes: ArraySlice<UInt8>) {
        number += bytes.count { $0 == 0x0A }
        waiting.removeAll()
        isTooLong = false
    }

    /// Ends the line that has not ended by itself; nil where there is none.
    mutating func finish() -> Line? {
        defer {
            waiting.removeAll(keepingCapacity: true)
            isTooLong = false
            number += 1
        }
        if isTooLong { return Line(number: number, bytes: nil) }
        if waiting.last == 0x0D { waiting.removeLast() }
        return waiting.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : Line(number: number, bytes: waiting)
    }

    private mutating func hold(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong, waiting.count + bytes.count <= maximum else {
            isTooLong = true
            waiting.removeAll()
            return
        }
        waiting += bytes
    }
}
