/// The error of an invalid edit log.
package struct ConsoleLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int

    /// The position and the problem.
    package var description: String { "line \(line) is no record of an edit" }
}

/// The log file of a console's edits: one record on each line, appended at the end.
package struct ConsoleLog: Hashable, Sendable {
    /// The queue after all records.
    package private(set) var queue = ConsoleQueue()
    /// The length in bytes up to the end of the last complete line; an incomplete line behind it was interrupted.
    package private(set) var length = 0
    /// The number of complete lines.
    package private(set) var count = 0

    /// Parses a file.
    ///
    /// - Throws: If a complete line is not a record: the file is damaged, or a newer release has written it.
    package init(_ bytes: [UInt8]) throws(ConsoleLogError) {
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
    package var isLong: Bool { count > 2 * (queue.waiting.count + queue.finished.count) + 256 }
}
