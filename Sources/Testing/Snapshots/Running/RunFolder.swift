import FoundationEssentials
import SubdialDrawing
import SubdialSystem

/// The output folder of a run: pictures of differences, and reports.
///
/// It may have come from others, as an artifact does: no link in it is followed, and what is read is checked. Of each file that a run makes,
/// the path is in a list beside them before the file is: the next run removes those files, and no others.
package struct RunFolder: Hashable, Sendable {
    /// The path of the folder.
    package let path: String
    /// The folder within it to which files are written, with a slash; empty for the folder itself.
    private let subfolder: String

    /// Makes the folder for a path; nothing is written yet.
    package init(path: String) { self.init(path: path, subfolder: "") }

    private init(path: String, subfolder: String) { (self.path, self.subfolder) = (path, subfolder) }

    /// The folder with a subfolder for the pictures of a module's tests.
    package func forModule(_ name: String) -> RunFolder { RunFolder(path: path, subfolder: "\(name)/") }

    /// The default folder of a suite, beside it: each suite has its own.
    package static func ofSuite(_ path: String) -> RunFolder {
        let name = path.lastComponent
        let stem = name.hasSuffix(".yaml") ? name.dropLast(5) : name
        return RunFolder(path: "\(path[..<name.startIndex])\(defaultName)\(stem == "snapshots" && name != stem ? "" : "-\(stem)")")
    }

    /// The name of the default folder of `snapshots.yaml`; those of other suites begin with it.
    package static let defaultName = "snapshot-report"
    /// The names of the picture folders.
    private static let pictureFolders = ["expected", "actual", "difference"]
    private static let (reportName, recordName) = ("report.json", "run.json")
    private static let reports = ["index.html", reportName, "junit.xml", "reg.json", recordName]
    /// The list of the files that a run has made.
    private static let list = ConfinedPath(known: "subdial-files.txt")
    /// The maximum sizes of a picture or a text, and of the list, in bytes.
    private static let (maximumFile, maximumList) = (64 << 20, 256 << 20)

    /// Removes the files of an earlier run, so that an aborted run leaves no outdated reports.
    ///
    /// - Throws: `WriteError` for a folder that no run has made, with files where a run would write.
    package func clear() throws(WriteError) {
        guard let folder = try? ConfinedFolder(path) else { return }
        let bytes = (try? folder.bytes(at: Self.list, limit: Self.maximumList)) ?? []
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        var files = Set(lines.filter(Self.isOfRun))
        // A file of others may have the name of a list or of a record. Runs of earlier versions have a record and no list.
        let isOfRun = !lines.isEmpty && lines.allSatisfy(Self.isOfRun) || (try? record()) != nil
        guard isOfRun else {
            // In the default folder, pictures without a list are left of a run of which somebody has removed the rest.
            let isDefault = path.lastComponent.hasPrefix(Self.defaultName)
            for name in (isDefault ? [] : Self.pictureFolders) + Self.reports where folder.has(try confined(name)) {
                let what = Self.reports.contains(name) ? "file" : "folder"
                throw WriteError(
                    path: "\(path)/\(name)",
                    reason: "there is such a \(what), which no run has made; name another folder for the report, or remove it")
            }
            return
        }
        // Pictures of an earlier version, which had no list, are those of the report.
        if let report = try? report() { files.formUnion(Self.paths(of: report).map(\.path)) }
        files.formUnion(Self.reports)
        let paths = files.compactMap { try? ConfinedPath($0) }
        // A link is in the place of a folder that a run has made. It is removed, and not followed.
        for link in Set(paths.flatMap(\.folders)).sorted(by: { $0.parts.count < $1.parts.count }) { try? folder.removeLink(link) }
        for path in paths { try? folder.remove(path, withFolders: true) }
        try? folder.remove(Self.list)
    }

    /// True for a path that a run can write: a list that comes from others names no other files.
    private static func isOfRun(_ path: String) -> Bool {
        guard !reports.contains(path) else { return true }
        let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().prefix(2)
        return folders.contains { pictureFolders.contains(String($0)) }
            && ReferenceFolder.endings.values.contains { path.hasSuffix(".\($0)") }
    }

    /// Writes the record of a run before its pictures: from then on, the folder is that of a run.
    package func start(_ record: RunRecord) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(Array(try encoder.encode(record)) + [UInt8(ascii: "\n")], to: Self.recordName)
    }

    /// Writes all reports.
    ///
    /// The HTML page loads the picture files next to it, each only when it becomes visible.
    package func write(_ report: SnapshotReport, _ record: RunRecord) throws {
        let page = try HTMLReport.text(report)
        let files = [
            ("index.html", page), (Self.reportName, try JSONReport.text(report)), ("junit.xml", JUnitReport.text(report)),
            ("reg.json", RegReport(actualFolder: "actual", expectedFolder: "expected", differenceFolder: "difference").text(report)),
        ]
        try start(record)
        for (name, text) in files { try write(Array(text.utf8), to: name) }
    }

    /// Writes a file of the run, and lists it if there was none.
    package func write(_ bytes: [UInt8], to file: String) throws(WriteError) {
        let (folder, file) = (try ConfinedFolder(making: path), try confined(subfolder + file))
        if !folder.has(file) { try folder.append(Array("\(file)\n".utf8), to: Self.list) }
        try folder.write(bytes, to: file)
    }

    /// Removes a file of the run; it is no error if there is none.
    func remove(_ file: String) throws(WriteError) {
        let file = try confined(file)
        // Without the folder there is no file.
        guard let folder = try? ConfinedFolder(path) else { return }
        try folder.remove(file)
    }

    private func confined(_ file: String) throws(WriteError) -> ConfinedPath {
        do throws(ConfinedPathError) { return try ConfinedPath(file) } catch {
            throw WriteError(path: "\(path)/\(file)", reason: "\(error)")
        }
    }
}

extension RunFolder {
    /// The report of an earlier run.
    package func report() throws(SnapshotError) -> SnapshotReport {
        let bytes = try bytes(
            of: Self.reportName, limit: ReportReading.maximumReport, as: "report; run 'subdial snapshot check' first")
        do throws(ReportError) { return try ReportReading.report(bytes) } catch {
            throw .report(path: "\(path)/\(Self.reportName)", reason: "\(error)")
        }
    }

    /// The record of an earlier run.
    package func record() throws(SnapshotError) -> RunRecord {
        let bytes = try bytes(
            of: Self.recordName, limit: ReportReading.maximumRecord, as: "record of a run; run 'subdial snapshot check' first")
        do throws(ReportError) { return try ReportReading.record(bytes) } catch {
            throw .report(path: "\(path)/\(Self.recordName)", reason: "\(error)")
        }
    }

    private func bytes(of name: String, limit: Int, as what: String) throws(SnapshotError) -> [UInt8] {
        let file = "\(path)/\(name)"
        do throws(ReadError) {
            guard let bytes = try contents(name, limit: limit) else { throw .missing }
            return bytes
        } catch {
            guard case .missing = error else { throw .report(path: file, reason: "this file of a run cannot be read: \(error.reason)") }
            throw .missing(path: file, what: what)
        }
    }

    /// The bytes of a file; nil for a name that no file can have.
    private func contents(_ file: String, limit: Int) throws(ReadError) -> [UInt8]? {
        guard let file = try? ConfinedPath(file) else { return nil }
        return try ConfinedFolder(path).bytes(at: file, limit: limit)
    }

    /// A file of a snapshot in the folder.
    package struct File: Hashable, Sendable {
        /// The path in the folder.
        fileprivate let path: String
        /// True if it can become a reference.
        fileprivate let isDrawn: Bool
        fileprivate var level: SnapshotLevel { ReferenceFolder.level(ofFile: path) }
    }

    /// The files of a report's snapshots that are there, each of them checked.
    ///
    /// - Throws: ``SnapshotError/report(path:reason:)`` for a file that is a link or no file, and for a drawn one in another format.
    package func files(of report: SnapshotReport) throws(SnapshotError) -> [File] {
        var found: [File] = []
        for file in Self.paths(of: report).sorted(by: { $0.path < $1.path }) where try bytes(of: file) != nil { found.append(file) }
        return found
    }

    /// The files of a report's snapshots, whether or not they are there.
    private static func paths(of report: SnapshotReport) -> Set<File> {
        var files: Set<File> = []
        for item in report.cases {
            let drawn = (item.drawnLevels ?? []).map { "\(item.place(in: "actual")).\(ReferenceFolder.endings[$0] ?? "")" }
            files.formUnion((drawn + [item.actual, item.actualText].compactMap { $0 }).map { File(path: $0, isDrawn: true) })
            let others = [item.expected, item.difference, item.expectedText].compactMap { $0 }
            files.formUnion(others.map { File(path: $0, isDrawn: false) })
        }
        return files
    }

    /// Copies files of a run, of which each is checked once more.
    package func copy(_ files: [File], to target: RunFolder) throws {
        for file in files {
            guard let bytes = try bytes(of: file) else { continue }
            try target.write(bytes, to: file.path)
        }
    }

    /// The bytes of a file; nil if there is none.
    private func bytes(of file: File) throws(SnapshotError) -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(ReadError) { bytes = try contents(file.path, limit: Self.maximumFile) } catch {
            guard error != .missing else { return nil }
            throw Self.unreadable("\(path)/\(file.path)", error.reason)
        }
        if let bytes, file.isDrawn { _ = try drawn(bytes, file.path, file.level) }
        return bytes
    }

    /// A file that a run has drawn.
    struct DrawnFile {
        let bytes: [UInt8]
        /// The decoded picture; nil for a text.
        let bitmap: Bitmap?
    }

    /// Reads a file that a run has drawn.
    ///
    /// - Throws: ``SnapshotError/report(path:reason:)`` if there is none, or if it is not in the format of the level.
    func drawn(_ file: String, _ level: SnapshotLevel) throws(SnapshotError) -> DrawnFile {
        let bytes: [UInt8]?
        do throws(ReadError) { bytes = try contents(file, limit: Self.maximumFile) } catch {
            throw Self.unreadable("\(path)/\(file)", error.reason)
        }
        guard let bytes else { throw Self.unreadable("\(path)/\(file)", ReadError.missing.reason) }
        return try drawn(bytes, file, level)
    }

    private func drawn(_ bytes: [UInt8], _ file: String, _ level: SnapshotLevel) throws(SnapshotError) -> DrawnFile {
        guard level == .picture else {
            // A text that is not UTF-8 would not be what is compared with it.
            guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
                throw .report(path: "\(path)/\(file)", reason: "the drawn snapshot is no text; \(Self.remedy)")
            }
            return DrawnFile(bytes: bytes, bitmap: nil)
        }
        do throws(ImageError) { return DrawnFile(bytes: bytes, bitmap: try PNG.decode(bytes)) } catch {
            throw .report(path: "\(path)/\(file)", reason: "the drawn snapshot is no whole PNG (\(error)); \(Self.remedy)")
        }
    }

    private static let remedy = "run 'subdial snapshot check' again"

    private static func unreadable(_ place: String, _ reason: String) -> SnapshotError {
        .report(path: place, reason: "the drawn snapshot cannot be read: \(reason); \(remedy)")
    }
}
