import FoundationEssentials
import OperatingSystem

/// The output folder of a run: pictures of differences, and reports.
public struct RunFolder: Hashable, Sendable {
    /// The path of the folder.
    public let path: String

    /// Makes the folder for a path; nothing is written yet.
    public init(path: String) { self.path = path }

    /// The names of the picture folders.
    public static let pictureFolders = ["expected", "actual", "difference"]

    /// Removes the output of an earlier run, so that an aborted run leaves no outdated reports.
    public func clear() {
        // Reports of tests have a picture folder for each module.
        let modules = (try? report())?.cases.compactMap { $0.reference == nil ? nil : $0.id.split(separator: "/").first.map(String.init) }
        for name in Self.pictureFolders + Self.reports + Array(Set(modules ?? [])) where name != ".." && name != "." {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private static let reports = ["index.html", "report.json", "junit.xml", "reg.json", "run.json"]

    /// Writes all reports.
    ///
    /// The HTML page loads the picture files next to it, each only when it becomes visible.
    public func write(_ report: SnapshotReport, _ record: RunRecord) throws {
        let page = try HTMLReport.text(report)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let files = [
            ("index.html", page), ("report.json", try JSONReport.text(report)), ("junit.xml", JUnitReport.text(report)),
            ("reg.json", RegReport(actualFolder: "actual", expectedFolder: "expected", differenceFolder: "difference").text(report)),
            ("run.json", String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"),
        ]
        for (name, text) in files { try AtomicFile.write(Array(text.utf8), to: "\(path)/\(name)") }
    }

    /// The report of an earlier run.
    public func report() throws(SnapshotError) -> SnapshotReport {
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
    public func record() throws(SnapshotError) -> RunRecord {
        let file = "\(path)/run.json"
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
