import FoundationEssentials
import SubdialSystem

/// The output folder of a run: pictures of differences, and reports.
package struct RunFolder: Hashable, Sendable {
    /// The path of the folder.
    package let path: String

    /// Makes the folder for a path; nothing is written yet.
    package init(path: String) { self.path = path }

    /// The names of the picture folders.
    package static let pictureFolders = ["expected", "actual", "difference"]

    /// Removes the output of an earlier run, so that an aborted run leaves no outdated reports.
    ///
    /// - Throws: `WriteError` for folders of others with the names of picture folders, which a run would remove.
    package func clear() throws(WriteError) {
        let manager = FileManager.default
        guard manager.fileExists(atPath: "\(path)/\(Self.recordName)") else {
            guard let other = Self.pictureFolders.map({ "\(path)/\($0)" }).first(where: manager.fileExists) else { return }
            throw WriteError(
                path: other, reason: "there is such a folder, which no run has made; name another folder for the report, or remove it")
        }
        // Reports of tests have a picture folder for each module.
        let modules = (try? report())?.cases.compactMap { $0.reference == nil ? nil : $0.id.split(separator: "/").first.map(String.init) }
        for name in Self.pictureFolders + Self.reports + Array(Set(modules ?? [])) where name != ".." && name != "." {
            try? manager.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private static let recordName = "run.json"
    private static let reports = ["index.html", "report.json", "junit.xml", "reg.json", recordName]

    /// Writes the record of a run before its pictures: from then on, the folder is that of a run.
    package func start(_ record: RunRecord) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(Array(try encoder.encode(record)) + [UInt8(ascii: "\n")], to: "\(path)/\(Self.recordName)")
    }

    /// Writes all reports.
    ///
    /// The HTML page loads the picture files next to it, each only when it becomes visible.
    package func write(_ report: SnapshotReport, _ record: RunRecord) throws {
        let page = try HTMLReport.text(report)
        let files = [
            ("index.html", page), ("report.json", try JSONReport.text(report)), ("junit.xml", JUnitReport.text(report)),
            ("reg.json", RegReport(actualFolder: "actual", expectedFolder: "expected", differenceFolder: "difference").text(report)),
        ]
        try start(record)
        for (name, text) in files { try AtomicFile.write(Array(text.utf8), to: "\(path)/\(name)") }
    }

    /// The report of an earlier run.
    package func report() throws(SnapshotError) -> SnapshotReport {
        let file = "\(path)/report.json"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .missing(path: file, what: "report; run 'subdial snapshot check' first")
        }
        do {
            return try JSONReport.report(Array(data))
        } catch {
            throw .report(path: file, reason: "\(error)")
        }
    }

    /// The record of an earlier run.
    package func record() throws(SnapshotError) -> RunRecord {
        let file = "\(path)/\(Self.recordName)"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .missing(path: file, what: "record of a run; run 'subdial snapshot check' first")
        }
        do {
            return try JSONDecoder().decode(RunRecord.self, from: data)
        } catch {
            throw .report(path: file, reason: "this is no record of a run; run 'subdial snapshot check' again")
        }
    }
}
