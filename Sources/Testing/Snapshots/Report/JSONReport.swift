import FoundationEssentials

/// Writes and reads a report as JSON.
package enum JSONReport {
    /// The report with sorted keys: equal reports have equal texts.
    ///
    /// - Parameter isIndented: True for human readers; otherwise the text is on one line, and a third shorter.
    /// - Throws: `unwritable` if a number is infinite or NaN.
    package static func text(_ report: SnapshotReport, isIndented: Bool = true) throws(ReportError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isIndented ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// Parses the output of ``text(_:)``.
    ///
    /// - Throws: `unreadable` for any other input.
    package static func report(_ bytes: [UInt8]) throws(ReportError) -> SnapshotReport {
        do {
            return try JSONDecoder().decode(SnapshotReport.self, from: Data(bytes))
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
