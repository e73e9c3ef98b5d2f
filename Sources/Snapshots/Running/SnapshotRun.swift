import Drawing
import Files
import FoundationEssentials
import Widgets

/// What a run was about, beside its cases: kept with the report, so that the runs of shards can be put together.
public struct RunRecord: Hashable, Sendable, Codable {
    /// The suite file.
    public var suite: String
    /// The folder of the references.
    public var references: String
    /// The words for the platform, the most special first.
    public var platforms: [String]
    /// Which shard of how many.
    public var shard: Int, shards: Int
    /// Whether nothing was filtered out.
    public var isUnfiltered: Bool
    /// The fonts that the pictures were drawn with.
    public var fonts: [FontRecord]

    /// Makes a record.
    public init(
        suite: String, references: String, platforms: [String], shard: Int, shards: Int, isUnfiltered: Bool, fonts: [FontRecord]
    ) {
        self.suite = suite
        self.references = references
        self.platforms = platforms
        self.shard = shard
        self.shards = shards
        self.isUnfiltered = isUnfiltered
        self.fonts = fonts
    }
}

/// The folder that a run leaves behind: pictures of what differs, and reports for people and programs.
public struct RunFolder: Hashable, Sendable {
    /// The folder.
    public let path: String

    /// Makes the folder at a path; nothing is written yet.
    public init(path: String) { self.path = path }

    /// Takes away what an earlier run has left.
    public func clear() {
        for name in ["expected", "actual", "difference", "side-by-side"] { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }

    /// Writes every report.
    ///
    /// Pictures stand in the page only where a case has failed: the page is for looking at those.
    public func write(_ report: SnapshotReport, _ record: RunRecord) throws {
        let page = try HTMLReport.text(report) { FileManager.default.contents(atPath: "\(path)/\($0)").map(Array.init) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let files = [
            ("index.html", page), ("report.json", try JSONReport.text(report)), ("junit.xml", JUnitReport.text(report)),
            ("reg.json", RegReport(actualFolder: "actual", expectedFolder: "expected", differenceFolder: "difference").text(report)),
            ("run.json", String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"),
        ]
        for (name, text) in files { try AtomicFile.write(Array(text.utf8), to: "\(path)/\(name)") }
    }

    /// What an earlier run found.
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

    /// What an earlier run was about.
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

extension SnapshotReport {
    /// Adds the references that belong to no snapshot, where the run was about all of them.
    public mutating func addObsolete(_ ids: [String]) {
        cases += ids.map { id in
            SnapshotCase(
                id: id, group: "obsolete", status: .obsolete, message: "its references belong to no snapshot; --prune removes them")
        }
    }

    /// The reports of shards as one.
    ///
    /// - Throws: That they are not shards of one run, or not all of them.
    public static func merged(_ parts: [(report: SnapshotReport, record: RunRecord)]) throws(SnapshotError) -> (SnapshotReport, RunRecord) {
        guard let first = parts.first else { throw .report(path: "merge", reason: "name the folders of the shards") }
        var seen: Set<Int> = []
        for part in parts {
            guard part.record.suite == first.record.suite, part.record.shards == first.record.shards else {
                throw .report(path: part.record.suite, reason: "this run is none of \(first.record.suite) in \(first.record.shards) shards")
            }
            guard seen.insert(part.record.shard).inserted else {
                throw .report(path: part.record.suite, reason: "shard \(part.record.shard) is named twice")
            }
        }
        let absent = (1...max(1, first.record.shards)).filter { !seen.contains($0) }
        guard absent.isEmpty else {
            throw .report(
                path: first.record.suite,
                reason: "of \(first.record.shards) shards there is no \(absent.map(String.init).joined(separator: ", "))")
        }
        var report = first.report
        report.cases = parts.flatMap(\.report.cases).filter { $0.status != .obsolete }.sorted { $0.id < $1.id }
        report.duration = parts.map(\.report.duration).reduce(0, +)
        report.warnings = parts.flatMap(\.report.warnings).reduce(into: []) { all, one in if !all.contains(one) { all.append(one) } }
        var record = first.record
        (record.shard, record.shards) = (1, 1)
        record.isUnfiltered = parts.allSatisfy(\.record.isUnfiltered)
        return (report, record)
    }
}
