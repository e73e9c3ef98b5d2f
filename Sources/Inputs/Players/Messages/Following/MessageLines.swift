/// Splits a byte stream into lines and counts them.
struct MessageLines {
    /// The location of a line.
    enum Place: Hashable, Sendable, CustomStringConvertible {
        /// The line's number, from 1.
        case number(Int)
        /// The number of bytes before the line, in a file of which a part was skipped.
        case byte(Int)

        var description: String {
            switch self {
            case .number(let number): "line \(number)"
            case .byte(let byte): "the line at byte \(byte)"
            }
        }
    }

    /// A line without its line end.
    struct Line: Hashable, Sendable {
        let place: Place
        /// nil if the line exceeds the maximum length.
        let bytes: [UInt8]?
    }

    private let maximum: Int
    private var waiting: [UInt8] = []
    private var isTooLong = false
    /// True if the incomplete line was already delivered.
    private var isTold = false
    /// nil after a skipped part.
    private var number: Int? = 1
    /// The number of bytes so far, and the number of those before the incomplete line.
    private var (offset, start) = (0, 0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Returns the lines that end in `bytes`, without empty ones.
    ///
    /// A line that becomes too long is returned immediately, since its end may never come.
    mutating func parse(_ bytes: ArraySlice<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            if let line = buffer(rest[..<end]) { lines.append(line) }
            offset += 1
            if let line = finish() { lines.append(line) }
            rest = rest[(end + 1)...]
        }
        if let line = buffer(rest) { lines.append(line) }
        return lines
    }

    /// Counts the lines that end in `bytes` and discards them together with the incomplete line.
    mutating func skip(_ bytes: ArraySlice<UInt8>) {
        offset += bytes.count
        start(after: bytes.count { $0 == 0x0A })
    }

    /// Continues at byte `offset` of the file, without a count of the lines before it.
    mutating func jump(to offset: Int) {
        self.offset = offset
        number = nil
        start(after: 0)
    }

    /// Ends the incomplete line; returns nil if it is blank, too long or was already delivered.
    mutating func finish() -> Line? {
        defer { start(after: 1) }
        guard !isTooLong, !isTold else { return nil }
        if waiting.last == 0x0D { waiting.removeLast() }
        return waiting.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : Line(place: place, bytes: waiting)
    }

    /// Returns the incomplete line before its end if it ends with `}` and `isWhole` returns true for its bytes.
    mutating func unendedLine(where isWhole: ([UInt8]) -> Bool) -> Line? {
        guard !isTooLong, !isTold, waiting.last == UInt8(ascii: "}"), isWhole(waiting) else { return nil }
        isTold = true
        return Line(place: place, bytes: waiting)
    }

    private var place: Place { number.map(Place.number) ?? .byte(start) }

    private mutating func start(after ends: Int) {
        waiting.removeAll(keepingCapacity: true)
        (isTooLong, isTold) = (false, false)
        number = number.map { $0 + ends }
        start = offset
    }

    private mutating func buffer(_ bytes: ArraySlice<UInt8>) -> Line? {
        offset += bytes.count
        guard !isTooLong else { return nil }
        guard waiting.count + bytes.count <= maximum else {
            isTooLong = true
            waiting.removeAll()
            return Line(place: place, bytes: nil)
        }
        // Only white space may follow a line that was already delivered; anything else makes it another line.
        if isTold, bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { isTold = false }
        waiting += bytes
        return nil
    }
}
