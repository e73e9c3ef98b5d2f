import FoundationEssentials

/// The report itself, as JSON.
public enum JSONReport {
    /// The report with its keys sorted: the same report always gives the same text.
    ///
    /// - Parameter isIndented: Whether people read it; else it is all on one line, and a third shorter.
    /// - Throws: `unwritable` where a number is infinite or none.
    public static func text(_ report: SnapshotReport, isIndented: Bool = true) throws(ReportError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isIndented ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// Reads what ``text(_:)`` has written.
    ///
    /// - Throws: `unreadable` where the bytes are anything else.
    public static func report(_ bytes: [UInt8]) throws(ReportError) -> SnapshotReport {
        do {
            return try JSONDecoder().decode(SnapshotReport.self, from: Data(bytes))
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
