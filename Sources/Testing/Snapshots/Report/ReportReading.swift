import FoundationEssentials
import SubdialBasics
import SubdialSystem

/// Reads the files of a run, which may come from others: in the artifact of a job, for example.
///
/// The paths of what it returns lead nowhere but to the snapshot's own files in the report's folder, and the texts contain no control
/// characters. Where references are, neither file decides: ``ReviewedReferences``.
package enum ReportReading {
    /// The maximum size of a report and of a record, in bytes.
    package static let (maximumReport, maximumRecord) = (64 << 20, 16 << 20)
    /// The maximum number of cases, of warnings, and of lines of a case.
    private static let (maximumCases, maximumWarnings, maximumLines) = (100_000, 1000, 100_000)
    /// The maximum size of an id, in bytes.
    private static let maximumID = 4096

    /// Parses a report.
    ///
    /// - Throws: `unreadable` for anything else, `refused` for a report of which an entry breaks a rule.
    package static func report(_ bytes: [UInt8]) throws(ReportError) -> SnapshotReport {
        var report = try JSONReport.report(bytes)
        try check("cases", count: report.cases.count, limit: maximumCases)
        try check("warnings", count: report.warnings.count, limit: maximumWarnings)
        var ids: Set<String> = []
        for index in report.cases.indices {
            let entry = "cases[\(index)]"
            report.cases[index] = try checked(report.cases[index], entry)
            let id = report.cases[index].id
            guard ids.insert(id).inserted else { throw .refused(entry: "\(entry).id", reason: "'\(id.shown)' is there twice") }
        }
        (report.suite, report.platform, report.date) = (report.suite.cleaned(), report.platform.cleaned(), report.date.cleaned())
        report.warnings = report.warnings.map { $0.cleaned() }
        report.duration = report.duration.limited
        return report
    }

    /// Parses the record of a run.
    ///
    /// - Throws: `noRecord` for anything else, `refused` for a record of which an entry breaks a rule.
    package static func record(_ bytes: [UInt8]) throws(ReportError) -> RunRecord {
        let record: RunRecord
        do { record = try JSONDecoder().decode(RunRecord.self, from: Data(bytes)) } catch { throw .noRecord }
        try record.check()
        return record
    }

    private static func checked(_ item: SnapshotCase, _ entry: String) throws(ReportError) -> SnapshotCase {
        var item = item
        guard (1...maximumID).contains(item.id.utf8.count), item.id.isSafeInLine else {
            throw .refused(entry: "\(entry).id", reason: "'\(item.id.shown)' is empty or too long, or has a control character")
        }
        let files: [(key: String, path: String?, folder: String)] = [
            ("expected", item.expected, "expected"), ("actual", item.actual, "actual"), ("difference", item.difference, "difference"),
            ("expectedText", item.expectedText, "expected"), ("actualText", item.actualText, "actual"),
        ]
        for file in files {
            guard let path = file.path else { continue }
            try check(path, "\(entry).\(file.key)")
            let place = item.place(in: file.folder)
            guard ReferenceFolder.endings.values.contains(where: { path.utf8.elementsEqual("\(place).\($0)".utf8) }) else {
                throw .refused(entry: "\(entry).\(file.key)", reason: "'\(path.shown)' is no file of '\(item.id.shown)'")
            }
        }
        // What can be accepted is written to a file of that name.
        if item.drawnLevels != nil || item.reference != nil { try check(item.id, "\(entry).id") }
        if let reference = item.reference {
            try check(reference.id, "\(entry).reference.id")
            guard item.id.utf8.drop(while: { $0 != UInt8(ascii: "/") }).elementsEqual("/\(reference.id)".utf8) else {
                throw .refused(entry: "\(entry).reference.id", reason: "'\(reference.id.shown)' is not that of '\(item.id.shown)'")
            }
            guard reference.folder.isSafeInLine else {
                throw .refused(entry: "\(entry).reference.folder", reason: "'\(reference.folder.shown)' has a control character")
            }
        }
        try check("\(entry).drawnLevels", count: item.drawnLevels?.count ?? 0, limit: SnapshotLevel.allCases.count)
        for (key, count) in [
            ("nodeChanges", item.nodeChanges.count), ("fontWarnings", item.fontWarnings.count),
            ("unmatchedMasks", item.unmatchedMasks?.count ?? 0),
        ] { try check("\(entry).\(key)", count: count, limit: maximumLines) }
        (item.group, item.message) = (item.group.cleaned(), item.message.cleaned(keepingLines: true))
        (item.nodeChanges, item.fontWarnings) = (item.nodeChanges.map { $0.cleaned() }, item.fontWarnings.map { $0.cleaned() })
        item.unmatchedMasks = item.unmatchedMasks?.map {
            UnmatchedMask(node: $0.node.cleaned(), hint: $0.hint.cleaned(), picture: $0.picture?.cleaned())
        }
        item.source = item.source?.cleaned()
        item.change = item.change.map { SourceLine(file: $0.file.cleaned(), line: $0.line) }
        item.cause = item.cause?.cleaned()
        item.duration = item.duration.limited
        item.newFaces = nil
        return item
    }

    /// Checks that a path stays within its folder.
    private static func check(_ path: String, _ entry: String) throws(ReportError) {
        do throws(ConfinedPathError) { _ = try ConfinedPath(path) } catch {
            throw .refused(entry: entry, reason: "'\(path.shown)' leads elsewhere: \(error)")
        }
    }

    static func check(_ entry: String, count: Int, limit: Int) throws(ReportError) {
        guard count <= limit else { throw .refused(entry: entry, reason: "it has \(count) items, and \(limit) are the most") }
    }
}

extension String {
    /// True without control characters, line breaks, and changes of direction.
    var isSafeInLine: Bool { !unicodeScalars.contains(where: \.isUnsafeInLine) }

    /// The text for a message.
    var shown: String { oneLine(limit: 120) }
}

extension Double {
    /// A duration in seconds that can be added to others.
    fileprivate var limited: Double { min(max(self, 0), 1e9) }
}
