/// The error of an invalid edit log.
public struct ConsoleLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int

    /// The position and the problem.
    public var description: String { "line \(line) is no record of an edit" }
}

/// The log file of a console's edits: one record on each line, appended at the end.
public struct ConsoleLog: Hashable, Sendable {
    /// The queue after all records.
    public private(set) var queue = ConsoleQueue()
    /// The length in bytes up to the end of the last complete line; an incomplete line behind it was interrupted.
    public private(set) var length = 0
    /// The number of complete lines.
    public private(set) var count = 0

    /// Parses a file.
    ///
    /// - Throws: If a complete line is not a record: the file is damaged, or a newer release has written it.
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

    /// True if most records are obsolete, so that the file should be compacted.
    public var isLong: Bool { count > 2 * (queue.waiting.count + queue.finished.count) + 256 }
}
