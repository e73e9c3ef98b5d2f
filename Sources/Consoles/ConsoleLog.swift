/// Why the file of a console's edits cannot be used.
public struct ConsoleLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int

    /// The place and the problem.
    public var description: String { "line \(line) is no record of an edit" }
}

/// The file of a console's edits: a record a line, added to at its end.
public struct ConsoleLog: Hashable, Sendable {
    /// The queue that the records tell of.
    public private(set) var queue = ConsoleQueue()
    /// Bytes up to the end of the last whole line: what is behind them was being written when its writer ended.
    public private(set) var length = 0
    /// The whole lines.
    public private(set) var count = 0

    /// Reads a file.
    ///
    /// - Throws: Where a whole line is no record; the file has been damaged, or a newer program has written it.
    public init(_ bytes: [UInt8]) throws(ConsoleLogError) {
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard let record = ConsoleRecord(bytes[start..<end]) else { throw ConsoleLogError(line: count + 1) }
            queue.apply(record)
            start = end + 1
            count += 1
        }
        length = start
    }

    /// True where the file has grown far beyond what it has to tell.
    public var isLong: Bool { count > 2 * (queue.waiting.count + queue.finished.count) + 256 }
}
