import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialSystem

/// The snapshots of the last run that need a decision.
package struct SnapshotReview: Sendable {
    /// The output folder of the run.
    package let folder: RunFolder
    /// The references that accepted pictures replace.
    private let references: ReferenceFolder
    private var report: SnapshotReport
    private let record: RunRecord

    /// Reads the output of a run.
    ///
    /// - Parameter platform: The platform name with which references are written; nil for references of all platforms.
    package init(_ folder: RunFolder, platform: String? = nil) throws(SnapshotError) {
        self.folder = folder
        report = try folder.report()
        record = try folder.record()
        var references = ReferenceFolder(path: record.references, platforms: record.platforms, platform: platform)
        references.formerIDs = record.formerIDs ?? [:]
        self.references = references
    }

    /// The drawn snapshots that differ, or whose reference is missing or unusable.
    package var pending: [SnapshotCase] { report.cases.filter { $0.status.isFailure && ($0.actual != nil || $0.actualText != nil) } }

    /// The pending snapshot with an id.
    ///
    /// - Throws: ``SnapshotError/unknownID(_:hint:)`` if there is none.
    package func pending(_ id: String) throws(SnapshotError) -> SnapshotCase {
        let pending = pending
        guard let found = pending.first(where: { $0.id == id }) else {
            let hint = Suggestion.hint(for: id, among: pending.map(\.id))
            throw .unknownID(id, hint: hint.isEmpty ? " that is pending; 'subdial snapshot pending' lists the pending ones" : hint)
        }
        return found
    }

    /// Makes the drawn snapshot the reference, under its current name.
    package mutating func accept(_ id: String) throws {
        let snapshot = try pending(id)
        let files = try drawnFiles(snapshot)
        let references = references(of: snapshot)
        let id = snapshot.reference?.id ?? snapshot.id
        try references.renameFormer(id)
        for (level, bytes) in files {
            let place = references.file(id, level) ?? references.place(id, level)
            try ReferenceFolder.write(bytes, to: references.platform == nil ? place : references.place(id, level))
        }
        try resolve(snapshot.id, .updated, "accepted")
        try recordFonts(references)
    }

    /// Adds the fonts of the run to the list next to references; if all snapshots of a complete run match, they are the list.
    private func recordFonts(_ references: ReferenceFolder) throws {
        guard !record.fonts.isEmpty else { return }
        let isWhole = record.isUnfiltered && record.shards == 1 && report.passed && references.path == record.references
        // An invalid list is written anew.
        let known = isWhole ? nil : try? FontManifest.recorded(folder: references.path)
        try (known?.updated(with: record.fonts) ?? FontManifest(record.fonts)).write(folder: references.path)
    }

    /// The folder of a snapshot's reference.
    private func references(of snapshot: SnapshotCase) -> ReferenceFolder {
        guard let place = snapshot.reference else { return references }
        return ReferenceFolder(path: place.folder, platforms: references.platforms, platform: references.platform)
    }

    /// The contents of the references that the drawn snapshot becomes.
    private func drawnFiles(_ snapshot: SnapshotCase) throws(SnapshotError) -> [(SnapshotLevel, [UInt8])] {
        let remedy = "run 'subdial snapshot check' again"
        guard let levels = snapshot.drawnLevels else {
            throw .report(path: folder.path, reason: "the report does not list the files of '\(snapshot.id)'; \(remedy)")
        }
        var files: [(SnapshotLevel, [UInt8])] = []
        for level in levels {
            let path = "\(drawn(snapshot)).\(ReferenceFolder.endings[level] ?? "")"
            let bytes: [UInt8]
            do throws(ReadError) { bytes = try InputFile.bytes(at: path, accepting: .regular) } catch {
                throw .report(path: path, reason: "the drawn snapshot cannot be read: \(error.reason); \(remedy)")
            }
            do throws(ImageError) {
                // The fast-compressed picture is encoded again with its digest.
                files.append((level, level == .picture ? try ReferencePNG.encode(PNG.decode(bytes)) : bytes))
            } catch {
                throw .report(path: path, reason: "the drawn snapshot is no whole PNG (\(error)); \(remedy)")
            }
        }
        return files
    }

    /// The path of the drawn snapshot, without file extensions.
    private func drawn(_ snapshot: SnapshotCase) -> String {
        let path = snapshot.actual ?? snapshot.actualText ?? "actual/\(snapshot.id).png"
        let ending = ReferenceFolder.endings.values.first { path.hasSuffix(".\($0)") }
        return "\(folder.path)/\(path.dropLast(ending.map { $0.count + 1 } ?? 0))"
    }

    /// Keeps the reference; the snapshot is no longer pending.
    package mutating func reject(_ id: String) throws {
        let snapshot = try pending(id)
        for ending in ReferenceFolder.endings.values {
            try? FileManager.default.removeItem(atPath: "\(drawn(snapshot)).\(ending)")
        }
        try resolve(id, nil, "rejected")
    }

    private mutating func resolve(_ id: String, _ status: SnapshotStatus?, _ message: String) throws {
        guard let index = report.cases.firstIndex(where: { $0.id == id }) else { return }
        if let status { report.cases[index].status = status }
        report.cases[index].message = [message, report.cases[index].message].filter { !$0.isEmpty }.joined(separator: ": ")
        if status == nil { (report.cases[index].actual, report.cases[index].actualText) = (nil, nil) }
        try folder.write(report, record)
    }
}
