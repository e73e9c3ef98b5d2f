import Files
import FoundationEssentials

/// The folder that a run leaves behind: pictures of what differs, and reports for people and programs.
public struct RunFolder: Hashable, Sendable {
    /// The folder.
    public let path: String

    /// Makes the folder at a path; nothing is written yet.
    public init(path: String) { self.path = path }

    /// The folders of pictures.
    public static let pictureFolders = ["expected", "actual", "difference"]

    /// Takes away what an earlier run has left: whoever reads reports after a run that went no further must not find old ones.
    public func clear() {
        // Reports of tests have a folder of pictures for each module.
        let modules = (try? report())?.cases.compactMap { $0.reference == nil ? nil : $0.id.split(separator: "/").first.map(String.init) }
        for name in Self.pictureFolders + Self.reports + Array(Set(modules ?? [])) where name != ".." && name != "." {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private static let reports = ["index.html", "report.json", "junit.xml", "reg.json", "run.json"]

    /// Writes every report.
    ///
    /// The page shows the pictures that stand beside it, each when it is looked at.
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
